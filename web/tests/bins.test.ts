import { describe, expect, test } from 'vitest';
import { bins, binWords, counted, lastBin, quantileBin, shownBins, withinWords } from '../src/chart/bins.ts';
import { serialize } from '../src/scene.ts';

const kEdges = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 86400];
const kLook = { color: 'var(--s0)', yLabel: 'outcomes', unit: counted('outcome', 'outcomes') };

describe('quantiles', () => {
  test('are known by their bin, and no better', () => {
    expect(quantileBin([0, 0, 0, 0, 4, 0, 0, 0, 0, 0], 0.5)).toBe(4);
    expect(quantileBin([0, 0, 0, 2, 2, 0, 0, 0, 0, 0], 0.5)).toBe(3);
    expect(quantileBin([0, 0, 0, 2, 2, 0, 0, 0, 0, 0], 0.75)).toBe(4);
    expect(quantileBin([1, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1)).toBe(0);
    expect(quantileBin([0, 0, 0, 0, 0, 0, 0, 0, 0, 7], 0.9)).toBe(9);
  });
  test('of nothing there is none', () => {
    expect(quantileBin(kEdges.map(() => 0), 0.5)).toBeNull();
    expect(lastBin([0, 0])).toBe(-1);
    expect(lastBin([1, 0, 2, 0])).toBe(2);
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
  expect([0, 4, 9].map((i) => binWords(kEdges, i))).toEqual(['below 1 ms', '1 to 10 s', '1 d and more']);
  expect([0, 4, 5, 9].map((i) => withinWords(kEdges, i))).toEqual(['below 1 ms', 'between 1 and 10 s', 'between 10 s and 1 min', '1 d or more']);
});

test('the picture: a bar for every count, larger ones higher, and a stop for every bin', () => {
  const drawing = bins(kEdges, [0, 0, 0, 10, 40, 1, 0, 0, 0, 0], { ...kLook, marks: [{ name: 'median 1 to 10 s', bin: 4 }] })(600);
  const text = drawing.body.map(serialize).join('');
  const heights = [...text.matchAll(/<rect [^>]*height="([\d.]+)"[^>]*fill-opacity/g)].map((match) => Number(match[1]));
  expect(heights).toHaveLength(3);
  expect(heights[1]! / heights[0]!).toBeCloseTo(4, 1);
  expect(heights[2]).toBeGreaterThan(0);
  expect(text).toContain('median 1 to 10 s');
  expect(drawing.stops.map((stop) => stop.label)).toContain('1 to 10 s');
  const stop = drawing.stops.find(({ label }) => label === '1 to 10 s')!;
  expect(stop.lines.map(({ name, value }) => [name, value])).toEqual([['40 outcomes', '78 %'], ['up to here', '98 %']]);
});

test('any counts give finite numbers and text inside of the picture', () => {
  for (const width of [240, 390, 700, 1200]) {
    for (let k = 0; k < 10; k++) {
      const counts = Array.from({ length: 10 }, (_, i) => (i === k ? 3 : i % (k + 2) === 0 ? 1e6 : 0));
      const marks = [{ name: 'median 100 ms to 1 s', bin: 3 }, { name: '90 % within 1 d', bin: 8 }];
      const text = bins(kEdges, counts, { ...kLook, marks })(width).body.map(serialize).join('');
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
  }
  expect(bins(kEdges, kEdges.map(() => 0), kLook)(400).stops).toEqual([]);
});

test('a mark spans its bin: nobody knows where in it', () => {
  const drawing = bins(kEdges, [0, 0, 0, 10, 40, 1, 0, 0, 0, 0], { ...kLook, marks: [{ name: 'median', bin: 4 }] })(600);
  const mark = drawing.body.map(serialize).join('').match(/<path d="M([\d.]+) [^"]*"[^>]*stroke="var\(--ink\)"[^>]*>/)![0];
  const across = [...mark.match(/d="([^"]*)"/)![1]!.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x]) => Number(x));
  const own = drawing.stops.find(({ key }) => key === 4)!;
  const next = drawing.stops.find(({ key }) => key === 5)!;
  expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(0.9 * (next.x - own.x));
  expect((Math.max(...across) + Math.min(...across)) / 2).toBeCloseTo(own.x, 0);
});

test('both outer edges have their labels, however narrow it is', () => {
  const labels = (counts: number[], width: number): string[] =>
    [...bins(kEdges, counts, kLook)(width).body.map(serialize).join('').matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words!);
  for (const width of [240, 390, 700, 1200]) {
    expect(labels([0, 0, 0, 1, 2, 3, 4, 5, 6, 0], width)).toEqual(expect.arrayContaining(['100 ms', '1 d']));
    expect(labels([1, 1, 1, 1, 1, 1, 0, 0, 0, 0], width)).toEqual(expect.arrayContaining(['0', '1 min']));
    expect(labels([0, 0, 0, 0, 1, 1, 1, 1, 1, 1], width)).toEqual(expect.arrayContaining(['1 s'])); // the last bin has no end
  }
});
