// What is asked for again when it could not be had: the past of a bandit, statements, lists.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { past } from '../src/dash/bandit_past.ts';
import { Refused } from '../src/dash/context.ts';
import { looksAgain } from '../src/dash/decision.ts';
import { Latest } from '../src/dash/decision_row.ts';
import { every } from '../src/dash/every.ts';
import type { Closed, Decision, FullStatement, History, State } from '../src/dash/wire.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const kHistory = { at: [] } as unknown as History;

/** A past whose fetches end as the test says: null is an answer. */
function pasts(answers: (Refused | null)[]) {
  const seen = { fetched: 0, taken: 0, failed: 0 };
  const fetch = async (): Promise<History> => {
    const answer = answers[Math.min(seen.fetched++, answers.length - 1)];
    if (answer) throw answer;
    return kHistory;
  };
  const found = past(fetch, () => void seen.taken++, () => void seen.failed++);
  const hear = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i++) {
      await vi.advanceTimersByTimeAsync(1000);
      found.heard();
    }
    await vi.advanceTimersByTimeAsync(0);
  };
  return { seen, hear, found };
}

test('a past that could not be fetched is fetched again, not too often, and its trouble is said once', async () => {
  const away = new Refused(0, 'away');
  const { seen, hear } = pasts([away, away, null]);
  await hear(5);
  expect(seen).toEqual({ fetched: 1, taken: 0, failed: 1 });
  await hear(7);
  expect(seen).toEqual({ fetched: 2, taken: 0, failed: 1 });
  await hear(40);
  expect(seen).toEqual({ fetched: 3, taken: 1, failed: 1 });
});

test('a past that is refused is not asked for again', async () => {
  const { seen, hear } = pasts([new Refused(404, 'none')]);
  await hear(60);
  expect(seen).toEqual({ fetched: 1, taken: 0, failed: 1 });
});

test('after a long silence there is more past', async () => {
  const { seen, hear, found } = pasts([null]);
  await hear(20);
  expect(seen.fetched).toBe(1);
  await vi.advanceTimersByTimeAsync(31_000);
  found.heard();
  await hear(5);
  expect(seen).toEqual({ fetched: 2, taken: 2, failed: 0 });
});

test('work that failed says so, until it is done; what is refused for good has not failed', async () => {
  const ends: (Refused | null)[] = [new Refused(0, 'away'), null, new Refused(404, 'none')];
  const troubles: unknown[] = [];
  const work = every(2000, async () => {
    const end = ends.shift()!;
    if (end) throw end;
  }, (error) => troubles.push(error instanceof Refused ? error.status : error));
  const run = async (): Promise<boolean> => {
    work.ask();
    await vi.advanceTimersByTimeAsync(2000);
    return work.failed;
  };
  expect([await run(), await run(), await run()]).toEqual([true, false, false]);
  expect(troubles).toEqual([0, null, 404]);
  work.stop();
});

test('a statement is asked for again while its decision is open, and while money of it is not spent', () => {
  const state = { spec: { agent: 'banker-tinf' } } as unknown as State;
  const full = (status: string, returned: number | null, ...spent: number[]) =>
    ({ decision: { status }, returned, spent: spent.map((amount) => ({ round: 9, amount })), looked_until: null }) as unknown as FullStatement;
  expect(looksAgain(null, state, true)).toBe(false);
  expect(looksAgain(full('open', null), state, false)).toBe(true);
  expect([true, false].map((moved) => looksAgain(full('settled', 2, 1.5), state, moved))).toEqual([true, false]);
  expect(looksAgain(full('settled', 2, 1.5, 0.5), state, true)).toBe(false);
  // A pool does not say whose money it spends; that holds of a spec without names, too.
  for (const spec of [{ agent: 'banker', arms: 40_000 }, { agent: 'banker-tinf', reserve: 2, arms: 40_000 }, { agent: 'banker-tinf', spending: 'proportional' }]) {
    expect(looksAgain(full('settled', 2), { spec } as unknown as State, true)).toBe(false);
  }
});

const open = (round: number): Decision => ({ id: `r${round}`, round, at: '2026-01-02T03:00:00Z', statement: null, status: 'open', outcome: null });
const told = (round: number): Closed => ({ bandit: 'ads', id: `r${round}`, round, at: '2026-01-02T03:00:01Z', loss: 1, status: 'settled' });

test('an answer that is older than an outcome does not open its decision again', () => {
  const latest = new Latest(5);
  latest.load([open(3), open(2), open(1)]);
  latest.event('tell', told(2));
  latest.load([open(3), open(2), open(1)]);
  expect(latest.rows.map(({ status }) => status)).toEqual(['open', 'settled', 'open']);
});

test('an outcome that comes before its decision closes it when the answer brings it', () => {
  const latest = new Latest(5);
  latest.count(1, 0);
  expect(latest.missed).toBe(true); // so an answer is under way
  expect(latest.event('tell', told(1))).toBe(null); // there is no row yet
  latest.load([open(1)]);
  expect(latest.rows).toMatchObject([{ id: 'r1', status: 'settled', outcome: { loss: 1 } }]);
});
