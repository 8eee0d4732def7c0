import { describe, expect, test } from 'vitest';
import { bins, binWords, counted, quantile, shownBins } from '../src/chart/bins.ts';
import { serialize } from '../src/scene.ts';

const kEdges = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 86400];
const kLook = { color: 'var(--s0)', yLabel: 'outcomes', unit: counted('outcome', 'outcomes') };

describe('quantiles', () => {
  test('are inside of their bin, in proportion', () => {
    expect(quantile(kEdges, [0, 0, 0, 0, 4, 0, 0, 0, 0, 0], 0.5)).toBeCloseTo(5.5);
    expect(quantile(kEdges, [0, 0, 0, 2, 2, 0, 0, 0, 0, 0], 0.75)).toBeCloseTo(5.5);
    expect(quantile(kEdges, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1)).toBeCloseTo(0.001);
  });
  test('beyond the last edge they are that edge; of nothing there is none', () => {
    expect(quantile(kEdges, [0, 0, 0, 0, 0, 0, 0, 0, 0, 7], 0.9)).toBe(86400);
    expect(quantile(kEdges, kEdges.map(() => 0), 0.5)).toBeNull();
  });
});

test('all bins with counts are shown, and some around a lonely one', () => {
  expect(shownBins([0, 0, 1, 0, 0, 0, 0, 2, 0, 0])).toEqual([2, 7]);
  const [first, last] = shownBins([0, 0, 0, 0, 5, 0, 0, 0, 0, 0])!;
  expect(last - first).toBe(5);
  expect(first).toBeLessThanOrEqual(4);
  expect(shownBins([9, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual([0, 5]);
  expect(shownBins([0, 0, 0, 0, 0, 0, 0, 0, 0, 9])).toEqual([4, 9]);
  expect(shownBins([0, 0])).toBeNull();
});

test('a bin in words', () => {
  expect([0, 4, 9].map((i) => binWords(kEdges, i))).toEqual(['below 1 ms', '1 s to 10 s', '1 d and more']);
});

test('the picture: a bar for every count, larger ones higher, and a stop for every bin', () => {
  const drawing = bins(kEdges, [0, 0, 0, 10, 40, 1, 0, 0, 0, 0], { ...kLook, marks: [{ name: 'median', at: 5 }] })(600);
  const text = drawing.body.map(serialize).join('');
  const heights = [...text.matchAll(/<rect [^>]*height="([\d.]+)"[^>]*fill-opacity/g)].map((match) => Number(match[1]));
  expect(heights).toHaveLength(3);
  expect(heights[1]! / heights[0]!).toBeCloseTo(4, 1);
  expect(heights[2]).toBeGreaterThan(0);
  expect(text).toContain('median 5 s');
  expect(drawing.stops.map((stop) => stop.label)).toContain('1 s to 10 s');
  const stop = drawing.stops.find(({ label }) => label === '1 s to 10 s')!;
  expect(stop.lines.map(({ name, value }) => [name, value])).toEqual([['40 outcomes', '78 %'], ['up to here', '98 %']]);
});

test('any counts give finite numbers and text inside of the picture', () => {
  for (const width of [240, 390, 700, 1200]) {
    for (let k = 0; k < 10; k++) {
      const counts = Array.from({ length: 10 }, (_, i) => (i === k ? 3 : i % (k + 2) === 0 ? 1e6 : 0));
      const marks = [{ name: 'median', at: 0.5 }, { name: '90 % within', at: 80000 }];
      const text = bins(kEdges, counts, { ...kLook, marks })(width).body.map(serialize).join('');
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
  }
  expect(bins(kEdges, kEdges.map(() => 0), kLook)(400).stops).toEqual([]);
});
