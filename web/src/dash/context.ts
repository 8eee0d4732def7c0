// What the parts of the page agree on.
import type { Asked, Closed, Saved, State } from './wire.ts';

/** An answer that is not 2xx: the message says what is wrong and what to do. */
export class Refused extends Error {
  constructor(
    readonly status: number, // 0: no answer at all
    detail: string,
  ) {
    super(detail);
  }
}

/** What went wrong, for the reader. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows that, in an element for it; null: nothing is wrong any more. */
export function complain(trouble: HTMLElement, error: unknown): void {
  trouble.textContent = error === null ? '' : wordsOf(error);
  trouble.hidden = error === null;
}

export type Line = 'waiting' | 'open' | 'lost' | 'closed';

/** The server. Every call may throw Refused. A token is asked for when the server wants one, and the call goes on with it. */
export interface Client {
  readonly origin: string; // "http://127.0.0.1:8080"
  readonly token: boolean; // one is sent
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T | null>; // null: 204
  patch<T>(path: string, body: unknown): Promise<T>;
  remove(path: string): Promise<void>;
  /**
   * Server-sent events, again and again until the returned function is called. After every new beginning the server says everything
   * first. While nobody sees the page there is no connection. An answer that stays the same ends it, as 404 does, or no token: `line` says
   * 'closed', and `refused` why.
   */
  listen(path: string, event: (kind: string, data: unknown) => void, line: (state: Line) => void, refused?: (problem: Refused) => void): () => void;
  /** Saves the answer as a file: at least it has begun when this ends. */
  save(path: string, name: string): Promise<void>;
}

export interface Context {
  client: Client;
  saved: Saved | null; // a page without a server
  go(hash: string): void; // '#/b/ads'
  say(text: string, kind?: 'done' | 'problem'): void; // in a corner, and aloud
}

/** What a route shows. */
export interface View {
  element: HTMLElement; // for <main>
  title: string; // of the window
  stop(): void; // streams, timers
}

/** A part of a bandit's page. */
export interface Panel {
  element: HTMLElement;
  state?(state: State): void; // about once a second
  event?(kind: string, data: Asked | Closed): void; // a few times a second at most
  stop?(): void;
}
