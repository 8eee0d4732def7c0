// Requests, on a clock of their own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../src/dash/client.ts';
import { Refused, type Client } from '../src/dash/context.ts';
import type { Status } from '../src/dash/status.ts';
import type { Tokens } from '../src/dash/token.ts';

let token: string | null;
let looks: number; // milliseconds a reader takes to find a token
let answers: ((init: RequestInit) => Promise<Response>)[];
let client: Client;

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });
const refuse = async (): Promise<Response> => json(401, { title: '', status: 401, detail: 'a token, please' });

/** Never, unless it is given up. */
const never = ({ signal }: RequestInit): Promise<Response> => new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));

const tokens: Tokens = {
  get: () => token,
  forget: () => {},
  ask: async () => {
    await later(looks);
    token = 'abc';
    return true;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  [token, looks, answers] = [null, 0, []];
  vi.stubGlobal('location', { origin: 'http://here' });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.signal?.aborted) throw init.signal.reason;
    return answers.shift()!(init);
  });
  client = connect(tokens, {} as Status);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([1_000, 61_000, 3_600_000])('a token that comes after %i ms is taken', async (milliseconds) => {
  looks = milliseconds;
  const sent: (string | null)[] = [];
  answers = [refuse, async ({ headers }) => {
    sent.push(new Headers(headers).get('Authorization'));
    return json(200, { fine: true });
  }];
  const got = client.get('/v1/catalog');
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(await got).toEqual({ fine: true });
  expect(sent).toEqual(['Bearer abc']);
});

test('a server that does not answer is given up after a minute', async () => {
  answers = [never];
  const got = client.get('/v1/catalog').catch((error: unknown) => error);
  let ended = false;
  void got.then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await got).toBeInstanceOf(Refused);
});

test('a file that takes longer than that is saved', async () => {
  token = 'abc';
  let clicks = 0;
  vi.stubGlobal('document', { createElement: () => ({ click: () => clicks++ }) });
  answers = [async ({ signal }) => {
    const body = new ReadableStream<Uint8Array>({
      async start(to) {
        signal!.addEventListener('abort', () => to.error(signal!.reason));
        await later(90_000);
        to.enqueue(new TextEncoder().encode('{}'));
        to.close();
      },
    });
    return new Response(body);
  }];
  const saved = client.save('/v1/bandits/ads/log', 'ads.jsonl');
  await vi.advanceTimersByTimeAsync(91_000);
  await saved;
  expect(clicks).toBe(1);
});
