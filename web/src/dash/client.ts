// The server, by fetch.
import { download, saveBlob } from '../download.ts';
import { Refused, type Client } from './context.ts';
import { listen } from './listen.ts';
import type { Status } from './status.ts';
import type { Tokens } from './token.ts';
import type { Problem } from './wire.ts';

const kPatience = 60_000; // for an answer
const kNoAnswer = 'The server does not answer. Is it running?';

export function connect(tokens: Tokens, status: Status): Client {
  /** `long`: only the beginning of the answer must come soon. The time in which a reader looks for a token does not count. */
  async function call(path: string, given: RequestInit, long = false, wants?: () => void): Promise<Response> {
    for (;;) {
      const token = tokens.get();
      const response = await patient(path, given, token, long);
      if (response.ok) return response;
      const problem = await problemOf(response);
      if (response.status !== 401) throw problem;
      const another = tokens.get() !== token; // came while this was under way
      if (!another) wants?.();
      if (!another && !(await tokens.ask(problem.message, token !== null))) throw problem;
    }
  }

  const request = (method: string, body?: unknown): RequestInit => ({
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });

  return {
    origin: location.origin,
    get token() {
      return tokens.get() !== null;
    },
    get: async (path) => valueOf(await call(path, request('GET'))),
    post: async (path, body) => {
      const response = await call(path, request('POST', body));
      return response.status === 204 ? null : valueOf(response);
    },
    patch: async (path, body) => valueOf(await call(path, request('PATCH', body))),
    remove: async (path) => void (await call(path, request('DELETE'))),
    listen(path, event, line, refused) {
      const mark = status.add();
      const stop = listen({
        open: (signal) => call(path, { signal }, true, mark.wants),
        event,
        line: (state) => {
          mark.line(state);
          line(state);
        },
        refused: (problem) => {
          mark.refused(problem);
          refused?.(problem);
        },
        heard: mark.heard,
      });
      return () => {
        stop();
        mark.end();
      };
    },
    async save(path, name) {
      if (tokens.get() === null) return download(path, name);
      saveBlob(await (await call(path, request('GET'), true)).blob(), name);
    },
  };
}

/** A page that was saved has no server. */
export function nobody(): Client {
  const refuse = (): Promise<never> => Promise.reject(new Refused(0, 'This page was saved: there is no server behind it.'));
  return {
    origin: '',
    token: false,
    get: refuse,
    post: refuse,
    patch: refuse,
    remove: refuse,
    listen: (_path, _event, line) => {
      line('closed');
      return () => {};
    },
    save: refuse,
  };
}

/** The same as answer(), with an end to waiting. */
async function patient(path: string, given: RequestInit, token: string | null, long: boolean): Promise<Response> {
  const late = new AbortController();
  const stop = (): void => late.abort(given.signal?.reason);
  if (given.signal?.aborted) stop();
  given.signal?.addEventListener('abort', stop);
  const timer = setTimeout(() => late.abort(), kPatience);
  try {
    return await answer(path, { ...given, signal: late.signal }, token);
  } finally {
    if (long) clearTimeout(timer);
  }
}

/** Whatever the server answers; Refused(0) if it does not. */
export async function answer(path: string, given: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(given.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  try {
    return await fetch(path, { ...given, headers, cache: 'no-store', credentials: 'same-origin' });
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(0, kNoAnswer);
  }
}

async function problemOf(response: Response): Promise<Refused> {
  try {
    const { detail } = (await response.json()) as Problem;
    if (detail && response.status === 403) return new Refused(403, `${sentence(detail)} Sign out, at the top, to give that one.`);
    if (detail) return new Refused(response.status, detail);
  } catch {
    // not of this server: something between
  }
  return new Refused(response.status, `The answer was ${response.status} ${response.statusText}`.trim() + '.');
}

/** What the server says without a capital and a full stop. */
export function sentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}

async function valueOf<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch {
    throw new Refused(0, 'The answer of the server broke off, or is not JSON.');
  }
}
