// How long decisions wait, in words: true of every set of ages that gives these counts.
import { expect, test } from 'vitest';
import { ageWords, delayWords } from '../src/dash/bandit_waits.ts';
import { kNow } from './dash_bandit.ts';

const kEdges = [1, 10, 60, 120, 300, 600, 3600];
const ago = (seconds: number): string => new Date(kNow - 1000 * seconds).toISOString();

function words(ages: number[], oldest: number | null, expire_after: number | null = null): string {
  return ageWords({ edges: kEdges, ages, oldest_open_at: oldest === null ? null : ago(oldest), expire_after }, kNow);
}

test('all of one age: none is said to be older than the oldest, nor half of them younger than they are', () => {
  expect(words([0, 0, 0, 0, 20, 0, 0, 0], 280)).toBe('All have waited for 2 min or longer, the oldest for 4 min 40 s. They do not expire.');
  expect(words([0, 0, 0, 0, 0, 30, 0, 0], 316)).toBe('All have waited for 5 min or longer, the oldest for 5 min 16 s. They do not expire.');
});

test('where the median is among others, its bin is named', () => {
  expect(words([0, 1, 0, 0, 5, 1, 0, 0], 400, 3600)).toBe('The median age is between 2 and 5 min; the oldest has waited for 6 min 40 s. They expire after 1 h.');
  expect(words([9, 1, 0, 0, 0, 0, 0, 0], 4)).toBe('The median age is below 1 s; the oldest has waited for 4 s. They do not expire.');
});

test('where it is among the oldest, these are', () => {
  expect(words([0, 1, 0, 0, 5, 0, 0, 0], 200)).toBe('Half or more have waited for 2 min or longer, the oldest for 3 min 20 s. They do not expire.');
  expect(words([3, 0, 0, 0, 0, 0, 0, 0], 0)).toBe('None has waited for longer than 0 s. They do not expire.');
  expect(words([0, 0, 0, 0, 0, 0, 0, 2], 7200)).toBe('All have waited for 1 h or longer, the oldest for 2 h. They do not expire.');
});

test('none', () => {
  expect(words([0, 0, 0, 0, 0, 0, 0, 0], null)).toBe('None is open.');
});

test('delays: the bin of the median, and an edge that nine in ten stay below', () => {
  const delays = [0, 6, 3, 0, 1, 0, 0, 0];
  expect(delayWords({ edges: kEdges, delays })).toBe('The median is between 1 and 10 s; nine in ten came within 1 min. Of all outcomes so far.');
  expect(delayWords({ edges: kEdges, delays: delays.map(() => 0) })).toBe('No outcome was told yet.');
  expect(delayWords({ edges: kEdges, delays: [0, 0, 0, 0, 0, 0, 0, 3] })).toContain('The median is 1 h or more; nine in ten came within more than 1 h.');
});
