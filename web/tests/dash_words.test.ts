// Few letters that must not say something else: shares near nothing and near all, large outcomes, points.
import { expect, test } from 'vitest';
import { outcomeWords, playedWords } from '../src/dash/decision_words.ts';
import { percent } from '../src/dash/span.ts';
import type { Decision } from '../src/dash/wire.ts';

test.each([
  [0, '0 %'], [1e-12, '< 0.1 %'], [0.00099, '< 0.1 %'], [0.001, '0.1 %'], [0.042, '4.2 %'], [0.0996, '10 %'], [0.42, '42 %'], [0.9893, '99 %'],
  [0.993, '99.3 %'], [0.9989, '99.9 %'], [0.9996, '> 99.9 %'], [1 - 1e-6, '> 99.9 %'], [1, '100 %'], [1 - 1e-12, '100 %'], [1.25, '125 %'],
])('the share %f is %s', (share, text) => expect(percent(share)).toBe(text));

test('outcomes of any size are short', () => {
  const told = (loss: number): Decision => ({
    id: 'r1', round: 1, at: '2026-01-02T03:04:05.000000Z', statement: null, status: 'settled',
    outcome: { at: '2026-01-02T03:04:06.000000Z', loss, immediate_cost: null },
  });
  expect([3, 0.25, 4e12, -1.7654321e9, 999999].map((loss) => outcomeWords(told(loss), null))).toEqual(
    ['loss 3', 'loss 0.250', 'loss 4T', 'loss -1.77G', 'loss 999999']);
});

test('a point has its coordinates, and its end stays with the last one', () => {
  const at = (action: number[]): string => playedWords({ action } as Decision);
  expect(at([0.19, -0.412])).toBe('(0.19, -0.41)');
  expect(at([0.1, 0.2, 0.3, 0.4, 0.5])).toBe('(0.10, 0.20, 0.30, 0.40,\u00a0…)');
});
