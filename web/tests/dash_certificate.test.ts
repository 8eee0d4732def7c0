// When the certificate says something.
import { expect, test } from 'vitest';
import { certificateWords, certified, lossUnit } from '../src/dash/certificate.ts';

const kArms = { loss_range: [0, 1] as [number, number] | null, point: null as number[] | null, spec: {} as Record<string, unknown> };
const words = (change: object): string => certificateWords(
  { ...kArms, certificate: 100, rounds: 2000, settled: 1990, skipped: 0, stale: 0, told: 1990, ...change });

test('before the first outcome it bounds nothing', () => {
  expect(certified(89.44, 0, 0, 1)).toBeNull();
  expect(certified(89.44, 0, 1, 1)).toBe(89.44); // it was told, with estimate 0
  expect(certified(89.44, 1, 0, 1)).toBe(89.44); // silence that counts
  expect(certified(null, 7, 7, 1)).toBeNull();
  expect(words({ certificate: 89.44, rounds: 2, settled: 0, told: 0 })).toBe('Nothing told yet: it bounds the regret on what was told.');
});

test('above what regret can be at most, it is said to say nothing', () => {
  expect(words({ certificate: 5194 })).toMatch(/^It says nothing yet: no regret of 2,000 decisions can be larger than 2,000\. The regret so far/);
  expect(words({ certificate: 2000 })).toMatch(/^The regret so far/);
  expect(words({ certificate: 2, rounds: 1 })).toContain('no regret of 1 decision can be larger than 1.');
  expect(words({ certificate: 1e9, loss_range: null })).toMatch(/^The regret so far/); // losses of any size have no such end
});

test('it is in the units of the losses', () => {
  expect(lossUnit(kArms)).toBe(1);
  expect(lossUnit({ ...kArms, loss_range: [-10, 30] })).toBe(40);
  expect(lossUnit({ ...kArms, loss_range: null })).toBe(1);
  for (const linear of [{ point: [0, 0] }, { spec: { body: {} } }, { spec: { actions: [] } }]) expect(lossUnit({ ...kArms, loss_range: [-1, 3], ...linear })).toBe(2);
  expect(words({ certificate: 2001, loss_range: [0, 30] })).toContain('can be larger than 60,000.');
  expect(words({ certificate: 1999, loss_range: [0, 30] })).toMatch(/^The regret so far/);
});
