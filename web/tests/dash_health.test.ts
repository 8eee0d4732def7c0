// How a bandit is, in a word.
import { expect, test } from 'vitest';
import { healthOf, kHealthWords } from '../src/dash/health.ts';
import type { Health } from '../src/dash/wire.ts';
import { bandit, kNow } from './dash_bandit.ts';

const word = (change: Partial<Health>): string => healthOf(bandit(change), kNow).word;
const silent: Partial<Health> = { tells_per_minute: 0, open: 300, oldest_open_at: '2026-01-02T11:50:00.000000Z' }; // ten minutes of 30

test('one that is well', () => {
  expect(healthOf(bandit(), kNow)).toMatchObject({ word: 'ok', kind: 'ok' });
});

test('it is not said that outcomes come where none do', () => {
  const why = (change: Partial<Health>): string => healthOf(bandit(change), kNow).why;
  expect(why({})).toBe('Decisions and outcomes come in.');
  expect(why({ tells_per_minute: 0 })).toContain('No outcome came');
  expect(why({ asks_per_minute: 0 })).toContain('No decision was made');
});

test('full: from nine tenths of max_open', () => {
  expect(word({ open: 899 })).toBe('ok');
  expect(word({ open: 900 })).toBe('full');
  expect(word({ open: 1, max_open: 1 })).toBe('full');
  expect(word({ open: 900, lapsed: 1 })).toBe('ok'); // beyond their time, they do not count
});

test('no outcomes: for ten minutes, while decisions are made', () => {
  expect(word(silent)).toBe('no outcomes');
  expect(word({ ...silent, tells_per_minute: 1 })).toBe('ok');
  expect(word({ ...silent, oldest_open_at: '2026-01-02T11:50:01.000000Z' })).toBe('ok');
  expect(word({ ...silent, open: 299 })).toBe('ok'); // most were told: it is one that was forgotten
  expect(word({ ...silent, asks_per_minute: 0 })).toBe('idle');
});

test('stale: a tenth of enough outcomes', () => {
  expect(word({ settled: 90, stale: 10 })).toBe('stale');
  expect(word({ settled: 91, stale: 9 })).toBe('ok');
  expect(word({ settled: 9, stale: 10 })).toBe('ok'); // 19 say little
});

test('idle, and never asked', () => {
  const still = { asks_per_minute: 0, tells_per_minute: 0 };
  expect(word(still)).toBe('idle');
  expect(healthOf(bandit({ ...still, rounds: 0, settled: 0, stale: 0, open: 0, oldest_open_at: null }), kNow).why).toContain('asked yet');
});

test('paused comes before all, and the worst has the lowest rank', () => {
  expect(word({ ...silent, open: 1000, paused_at: '2026-01-02T11:00:00.000000Z' })).toBe('paused');
  const rank = (change: Partial<Health>): number => healthOf(bandit(change), kNow).rank;
  expect(rank({ open: 1000 })).toBeLessThan(rank(silent));
  expect(rank(silent)).toBeLessThan(rank({ asks_per_minute: 0, tells_per_minute: 0 }));
  expect(rank({ asks_per_minute: 0, tells_per_minute: 0 })).toBeLessThan(rank({}));
});

test('every word is explained, the worst first, and figures stand beside the word where it needs them', () => {
  const still = { asks_per_minute: 0, tells_per_minute: 0 };
  const states: Partial<Health>[] = [{ open: 950 }, silent, { settled: 90, stale: 10 }, { paused_at: '2026-01-02T11:00:00.000000Z' }, still, {}];
  expect(kHealthWords.map(([name]) => name)).toEqual(states.map(word));
  const marks = states.map((state) => healthOf(bandit(state), kNow));
  expect(marks.map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(marks.map(({ short }) => short)).toEqual(['95 % of max_open', '', '10 % too late', '', '', '']);
  expect(marks[0]!.why).toBe('95 % of max_open, 1,000 decisions, are open: beyond it asks are refused.');
});
