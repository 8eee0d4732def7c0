// A stream of the server that is opened again and again, as long as somebody looks.
import { Refused, type Line } from './context.ts';
import { sseParser } from './sse.ts';

const kSilence = 40_000; // the server says something every 15 seconds
const kSteady = 10_000; // a connection that lasts so long is none that fails

/** Milliseconds until the next try, after so many that failed. */
export function waitAfter(failures: number): number {
  return Math.min(10_000, 500 * 2 ** Math.max(0, failures - 1));
}

/** Whether trying again is of no use. */
export function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

export interface Listener {
  open: (signal: AbortSignal) => Promise<Response>; // throws Refused
  event: (kind: string, data: unknown) => void;
  line: (state: Line) => void;
  refused: (problem: Refused) => void; // it will not be tried again
  heard: () => void; // anything at all
}

/** Until the returned function is called. */
export function listen(listener: Listener): () => void {
  let running: AbortController | null = null;
  let again = 0; // timers
  let silence = 0;
  let steady = 0;
  let failures = 0;
  let ended = false;

  async function connect(): Promise<void> {
    clearTimeout(again);
    if (ended || running || document.hidden) return;
    const mine = (running = new AbortController());
    let problem: unknown = null;
    try {
      await read(await listener.open(mine.signal), mine);
    } catch (error) {
      problem = error;
    }
    if (running !== mine) return; // it was given up
    drop();
    if (problem instanceof Refused && isFinal(problem.status)) {
      end();
      listener.line('closed');
      listener.refused(problem);
      return;
    }
    listener.line('lost');
    again = window.setTimeout(() => void connect(), waitAfter(++failures) * (0.8 + 0.4 * Math.random())); // not all at once
  }

  async function read(response: Response, mine: AbortController): Promise<void> {
    if (running !== mine) return;
    quiet(mine);
    steady = window.setTimeout(() => (failures = 0), kSteady);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const parse = sseParser(({ kind, data }) => pass(kind, JSON.parse(data)));
    for (;;) {
      const { done, value } = await reader.read();
      if (done || running !== mine) return;
      quiet(mine);
      listener.line('open');
      listener.heard();
      parse(value);
    }
  }

  /** What a page does wrong with an event is no matter of the connection. */
  function pass(kind: string, data: unknown): void {
    try {
      listener.event(kind, data);
    } catch (error) {
      reportError(error);
    }
  }

  /** Too long a silence is the end of a connection. */
  function quiet(mine: AbortController): void {
    clearTimeout(silence);
    silence = window.setTimeout(() => mine.abort(new Refused(0, 'The server is silent.')), kSilence);
  }

  function drop(): void {
    clearTimeout(silence);
    clearTimeout(steady);
    running?.abort();
    running = null;
  }

  function look(): void {
    if (!document.hidden) return void connect();
    clearTimeout(again);
    if (running) listener.line('waiting');
    drop();
  }

  function end(): void {
    ended = true;
    clearTimeout(again);
    drop();
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', look);
  }

  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  listener.line('waiting');
  void connect();
  return end;
}
