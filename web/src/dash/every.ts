// Work that is asked for often, and done at most once in a while.
import { Refused } from './context.ts';
import { isFinal } from './listen.ts';

export interface Every {
  ask(): void; // soon; several are one
  readonly failed: boolean; // the last time, and another time it may not
  stop(): void;
}

/** Never twice within `least` milliseconds, and never two at once. `trouble` is told what work has thrown, or null when it was done. */
export function every(least: number, work: () => Promise<void>, trouble: (error: unknown) => void): Every {
  let timer = 0;
  let last = -Infinity;
  let wanted = false;
  let running = false;
  let stopped = false;
  let failed = false;
  function plan(): void {
    if (stopped || running || !wanted || timer) return;
    timer = window.setTimeout(() => void run(), Math.max(0, last + least - performance.now()));
  }
  async function run(): Promise<void> {
    timer = 0;
    running = true;
    wanted = false;
    last = performance.now();
    try {
      await work();
      failed = false;
      trouble(null);
    } catch (error) {
      failed = !(error instanceof Refused && isFinal(error.status));
      trouble(error);
    } finally {
      running = false;
      last = performance.now();
      plan();
    }
  }
  return {
    get failed() {
      return failed;
    },
    ask() {
      wanted = true;
      plan();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
