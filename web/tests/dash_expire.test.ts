import { expect, test } from 'vitest';
import { inUnits, olderThan, olderWords, usualAge } from '../src/dash/expire_age.ts';
import { expireAll, type Expired } from '../src/dash/expire_old.ts';
import { kNow } from './dash_bandit.ts';

async function run(answers: (Expired | Error)[]): Promise<{ counts: number[]; left: number; thrown: unknown }> {
  const counts: number[] = [];
  const request = async (): Promise<Expired> => {
    const next = answers.shift();
    if (next instanceof Error || !next) throw next ?? new Error('asked too often');
    return next;
  };
  const thrown: unknown = await expireAll(request, (count) => counts.push(count)).then(() => null, (error: unknown) => error);
  return { counts, left: answers.length, thrown };
}

test('expiry goes on as long as there are more', async () => {
  const answers = [{ expired: 10_000, more: true }, { expired: 10_000, more: true }, { expired: 17, more: false }, { expired: 1, more: false }];
  expect(await run(answers)).toEqual({ counts: [10_000, 10_000, 17], left: 1, thrown: null });
});

test('expiry of nothing is one request', async () => {
  expect(await run([{ expired: 0, more: false }])).toEqual({ counts: [0], left: 0, thrown: null });
});

test('expiry ends where nothing can be closed, whatever the server says', async () => {
  expect(await run([{ expired: 3, more: true }, { expired: 0, more: true }])).toEqual({ counts: [3, 0], left: 0, thrown: null });
});

test('what was closed before a failure is known', async () => {
  const gone = new Error('The server does not answer.');
  expect(await run([{ expired: 10_000, more: true }, gone])).toEqual({ counts: [10_000], left: 0, thrown: gone });
});

test('expiry stops when its page was left', async () => {
  let requests = 0;
  const request = async (): Promise<Expired> => ({ expired: ++requests, more: true });
  expect(await expireAll(request, () => {}, () => requests < 3)).toBe(false);
  expect(requests).toBe(3);
});

const kEdges = [1, 2, 5, 10, 60, 3600];
const aged = (ages: number[], oldest: number) =>
  ({ edges: kEdges, ages, open: ages.reduce((sum, count) => sum + count, 0), oldest_open_at: new Date(kNow - 1000 * oldest).toISOString() });

test('the age to begin with closes some of the oldest, and is an hour at most', () => {
  expect(usualAge(aged([4, 1, 0, 3, 0, 0, 0], 9))).toBe(5); // where they expire after 10 s
  expect(usualAge(aged([0, 0, 0, 0, 0, 9, 2], 90000))).toBe(3600);
  expect(usualAge(aged([3, 0, 0, 0, 0, 0, 0], 0.5))).toBe(1);
  expect(usualAge(aged([0, 0, 0, 0, 0, 0, 0], 0))).toBe(1);
  expect([5, 60, 120, 3600, 172800].map(inUnits)).toEqual([['5', 's'], ['1', 'min'], ['2', 'min'], ['1', 'h'], ['2', 'd']]);
});

test('how many are that old: exactly at the edge of a bin, between two counts inside of it', () => {
  const state = aged([4, 1, 2, 3, 1, 0, 0], 30);
  expect(olderThan(state, 5, kNow)).toEqual([4, 4]);
  expect(olderThan(state, 7, kNow)).toEqual([1, 4]);
  expect(olderThan(state, 20, kNow)).toEqual([0, 1]);
  expect(olderThan(state, 31, kNow)).toEqual([0, 0]); // the oldest is not
  expect(olderThan(state, 0, kNow)).toEqual([11, 11]);
  expect(olderThan(aged([0, 0, 0, 0, 0, 0, 2], 9000), 7200, kNow)).toEqual([0, 2]);
});

test('and in words', () => {
  const state = aged([4, 1, 2, 3, 1, 0, 0], 30);
  expect([5, 7, 20, 31, null].map((seconds) => olderWords(state, seconds, kNow)))
    .toEqual(['Now that is 4 of 11.', 'Now that is 1 to 4 of 11.', 'Now that is at most 1 of 11.', 'None is that old now.', '']);
});
