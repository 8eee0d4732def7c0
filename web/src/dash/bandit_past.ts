// When the past of a bandit is fetched: at first, again if that failed, and after the server was away for long.
import { Refused } from './context.ts';
import { isFinal } from './listen.ts';
import type { History } from './wire.ts';

const kLongAway = 30_000; // without a word, which comes every 15 seconds at least: then there is more to fetch
const kAgain = 10_000; // from one that failed to the next

export interface Past {
  heard(): void; // the server said something
}

/** `failed` is told of the first failure of a row, and of one after which there is no other try. */
export function past(fetch: () => Promise<History>, take: (history: History) => void, failed: (error: unknown) => void): Past {
  let last = 0; // when the server said something
  let tried = 0;
  let failures = 0; // of a row
  let final = false;
  let running = false;

  async function look(): Promise<void> {
    if (running || final) return;
    running = true;
    try {
      take(await fetch());
      failures = 0;
    } catch (error) {
      final = error instanceof Refused && isFinal(error.status);
      if (++failures === 1 || final) failed(error);
    } finally {
      running = false;
      tried = Date.now();
    }
  }

  void look();
  return {
    heard() {
      const now = Date.now();
      if ((last > 0 && now - last > kLongAway) || (failures > 0 && now - tried >= kAgain)) void look();
      last = now;
    },
  };
}
