// A bandit for tests: well, unless it is told otherwise.
import type { Health } from '../src/dash/wire.ts';

export const kNow = Date.parse('2026-01-02T12:00:00.000000Z');

export function bandit(change: Partial<Health> = {}): Health {
  return {
    name: 'ads', agent: 'banker', arms: 3, rounds: 1000, open: 10, lapsed: 0, max_open: 1000, oldest_open_at: '2026-01-02T11:59:00.000000Z',
    settled: 980, skipped: 0, stale: 5, dropped: 5, expired: 0, asks_per_minute: 30, tells_per_minute: 29,
    created_at: '2026-01-01T00:00:00.000000Z', last_at: '2026-01-02T11:59:59.000000Z', paused_at: null, leader: { arm: 'red', probability: 0.7 },
    ...change,
  };
}
