// A stream, on a clock of its own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../src/dash/context.ts';
import { listen } from '../src/dash/listen.ts';

class Page extends EventTarget {
  hidden = false;
}

/** A server whose streams say what the test wants. */
class Server {
  opened = 0;
  answer: number | null = null; // a status, in place of a stream
  slow = 0; // milliseconds until it answers
  private to: ReadableStreamDefaultController<Uint8Array> | null = null;

  open = async (signal: AbortSignal): Promise<Response> => {
    this.opened++;
    if (this.slow > 0) await new Promise((resolve) => setTimeout(resolve, this.slow));
    if (this.answer !== null) throw new Refused(this.answer, 'no');
    const stream = new ReadableStream<Uint8Array>({ start: (to) => void (this.to = to) });
    const to = this.to!;
    signal.addEventListener('abort', () => to.error(signal.reason));
    return new Response(stream);
  };
  end(): void {
    this.to!.close();
  }
  say(text: string): void {
    this.to!.enqueue(new TextEncoder().encode(text));
  }
}

let page: Page;
let server: Server;
let lines: string[];
let events: unknown[];
let stop: () => void;

/** Streams pass things on in turns of their own. */
async function after(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  page = new Page();
  const globe = new EventTarget();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', globe.addEventListener.bind(globe));
  vi.stubGlobal('removeEventListener', globe.removeEventListener.bind(globe));
  server = new Server();
  [lines, events] = [[], []];
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function start(): void {
  stop = listen({
    open: server.open,
    event: (kind, data) => events.push([kind, data]),
    line: (state) => lines.at(-1) !== state && lines.push(state),
    refused: (problem) => events.push(['refused', problem.status]),
    heard: () => {},
  });
}

test('40 seconds of silence end a connection, and there is another one', async () => {
  start();
  await after(0);
  server.say('event: state\ndata: {"seq":1}\n\n');
  await after(39_000);
  expect(lines).toEqual(['waiting', 'open']);
  await after(1_100);
  expect(lines).toEqual(['waiting', 'open', 'lost']);
  expect(server.opened).toBe(1);
  await after(600);
  expect(server.opened).toBe(2);
  server.say('event: state\ndata: {"seq":2}\n\n');
  await after(0);
  expect(lines.at(-1)).toBe('open');
  expect(events).toEqual([['state', { seq: 1 }], ['state', { seq: 2 }]]);
});

test('a comment every 15 seconds keeps it', async () => {
  start();
  for (let i = 0; i < 10; i++) {
    await after(15_000);
    server.say(': \n\n');
  }
  await after(0);
  expect(server.opened).toBe(1);
  expect(lines).toEqual(['waiting', 'open']);
});

test('nobody looks: no connection; somebody looks again: another one', async () => {
  start();
  await after(0);
  server.say(': \n\n');
  await after(0);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await after(100_000);
  expect(lines).toEqual(['waiting', 'open', 'waiting']);
  expect(server.opened).toBe(1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await after(0);
  expect(server.opened).toBe(2);
});

test('what is not there is not asked for again; what does not answer is, more and more seldom', async () => {
  server.answer = 0;
  start();
  await after(0);
  expect([server.opened, lines]).toEqual([1, ['waiting', 'lost']]);
  await after(500);
  await after(1000);
  expect(server.opened).toBe(3);
  await after(1900);
  expect(server.opened).toBe(3);
  server.answer = 404;
  await after(200);
  expect(lines.at(-1)).toBe('closed');
  expect(events).toEqual([['refused', 404]]);
  await after(100_000);
  expect(server.opened).toBe(4);
});

test('to wait for a reader who looks for a token is no silence', async () => {
  server.slow = 90_000;
  start();
  await after(89_000);
  expect(lines).toEqual(['waiting']);
  await after(1_000);
  server.say('event: state\ndata: {"seq":1}\n\n');
  await after(0);
  expect([server.opened, lines, events]).toEqual([1, ['waiting', 'open'], [['state', { seq: 1 }]]]);
});

test('a stream that always breaks off at once is asked for more and more seldom, one that lasted is not', async () => {
  start();
  const breaks = async (lasts: number): Promise<void> => {
    server.say(': \n\n');
    await after(lasts);
    server.end();
    await after(0);
  };
  await after(0);
  for (const wait of [500, 1000, 2000]) {
    const { opened } = server;
    await breaks(0);
    await after(wait - 1);
    expect(server.opened).toBe(opened);
    await after(1);
    expect(server.opened).toBe(opened + 1);
  }
  await breaks(11_000);
  await after(500);
  expect(server.opened).toBe(5);
});

test('tries of many pages are not at the same time', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  server.answer = 0;
  start();
  await after(0);
  await after(399);
  expect(server.opened).toBe(1);
  await after(1);
  expect(server.opened).toBe(2);
});
