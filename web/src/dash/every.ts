// Work that is asked for often, and done at most once in a while.

export interface Every {
  ask(): void; // soon; several are one
  stop(): void;
}

/** Never twice within `least` milliseconds, and never two at once. */
export function every(least: number, work: () => Promise<void>): Every {
  let timer = 0;
  let last = -Infinity;
  let wanted = false;
  let running = false;
  let stopped = false;
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
    } finally {
      running = false;
      last = performance.now();
      plan();
    }
  }
  return {
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
