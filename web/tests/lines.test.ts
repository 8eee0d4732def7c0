import { describe, expect, it } from 'vitest';
import { serialize, type Node } from '../src/scene.ts';
import { seriesStyle } from '../src/style.ts';
import { textWidth } from '../src/chart/axes.ts';
import { lines, type Axes, type Series } from '../src/chart/lines.ts';
import type { Drawing } from '../src/chart/drawing.ts';

function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const kWidths = [330, 700, 1100];
const linear: Axes = { x: 'linear', y: 'linear', xLabel: 'round', yLabel: 'regret' };
const log: Axes = { ...linear, x: 'log', y: 'log' };

const long: Axes = { ...linear, y: 'log', yLabel: 'a title that is far too long for a telephone, and then some more of it' };

function series(name: string, y: number[], more: Partial<Series> = {}): Series {
  return { name, style: seriesStyle(0), x: y.map((_, i) => 100 * (i + 1)), y, ...more };
}

function all(nodes: Node[]): Node[] {
  return nodes.flatMap((one) => [one, ...all(one.children.filter((child): child is Node => typeof child !== 'string'))]);
}

function said(one: Node): string {
  return one.children.map((child) => (typeof child === 'string' ? child : said(child))).join('');
}

function texts(drawing: Drawing): string[] {
  return all(drawing.body).filter((one) => one.tag === 'text').map(said);
}

function strokes(drawing: Drawing, width: number): Node[] {
  return all(drawing.body).filter(({ tag, attributes }) => tag === 'path' && attributes['stroke-width'] === width && attributes['stroke']);
}

/** The second coordinates of a path. */
function heights(one: Node): number[] {
  return [...String(one.attributes['d']).matchAll(/ (-?[\d.]+)/g)].map((match) => Number(match[1]));
}

function expectInside(drawing: Drawing): void {
  for (const one of all(drawing.body).filter((child) => child.tag === 'text')) {
    const long = textWidth(said(one));
    const anchor = { start: 0, middle: 0.5, end: 1 }[String(one.attributes['text-anchor'] ?? 'start')]!;
    const from = Number(one.attributes['x']) - anchor * long;
    expect(from, said(one)).toBeGreaterThanOrEqual(-0.1);
    expect(from + long, said(one)).toBeLessThanOrEqual(drawing.width + 0.1);
    expect(Number(one.attributes['y'])).toBeGreaterThan(8);
    expect(Number(one.attributes['y'])).toBeLessThanOrEqual(drawing.height);
    expect(Number(one.attributes['font-size'])).toBeGreaterThanOrEqual(11);
  }
}

/** Curves with gaps, zeros, different rounds and overlays. */
function study(seed: number): Series[] {
  const random = generator(seed);
  const names = ['banker', 'follow-the-delayed-leader with a very long name that goes on', 'exp3', 'ucb', 'a', 'b', 'c', 'd', 'e', 'f'];
  return names.slice(0, 1 + Math.floor(10 * random())).flatMap((name, k) => {
    const size = 10 ** (8 * random() - 2);
    const x = Array.from({ length: Math.floor(60 * random() ** 2) }, (_, i) => Math.floor(1 + i * (1 + 400 * (k + 1) * 0.37)));
    const odd = (): number => [0, NaN, -size, Infinity][Math.floor(4 * random())]!;
    const y = x.map((at) => (random() < 0.05 ? odd() : size * (Math.sqrt(at) * random() - 0.1)));
    const style = seriesStyle(k);
    const bound = { name, style, x, y: x.map((at) => 30 * size * Math.sqrt(at)), kind: 'bound' as const };
    const half = random() < 0.5 ? null : y.map((value) => (random() < 0.02 ? NaN : Math.abs(value) * random() * 1.5));
    return [{ name, style, x, y, half }, ...(k < 4 ? [bound] : [])];
  });
}

describe('any data', () => {
  it('gives finite numbers, and text inside of the picture', () => {
    for (let seed = 1; seed <= 25; seed++) {
      for (const axes of [linear, log, long]) {
        for (const width of kWidths) {
          const drawing = lines(study(seed), axes, 'any')(width);
          const marks = drawing.stops.flatMap((stop) => stop.marks);
          expect([...drawing.body, ...marks].map(serialize).join('')).not.toMatch(/NaN|Infinity|undefined/);
          expectInside(drawing);
          expect(drawing.stops.length).toBeLessThanOrEqual(200);
          drawing.stops.forEach((stop, i) => {
            expect(stop.row).toBe(0);
            expect(stop.x).toBeGreaterThan(i > 0 ? drawing.stops[i - 1]!.x : -1);
            expect(stop.x).toBeLessThanOrEqual(width);
            expect(stop.y).toBeLessThanOrEqual(drawing.height);
          });
        }
      }
    }
  });

  it('has room for long numbers and long notes', () => {
    const late = Array.from({ length: 9 }, (_, i) => 10_000_005 + i);
    for (const x of ['linear', 'log'] as const) {
      const drawing = lines([series('a', late.map((_, i) => i), { x: late })], { ...linear, x })(330);
      expect(texts(drawing)).toContain('10,000,005');
      expectInside(drawing);
    }
    const below = lines([series('a', [1, ...Array<number>(12345).fill(-1)])], { ...linear, y: 'log' })(330);
    expect(texts(below).join(' ')).toContain('12,345 points at or below 0 are not on a logarithmic axis');
    expectInside(below);
  });

  it('is drawn the same every time', () => {
    const once = lines(study(4), linear, 'x')(700);
    expect(lines(study(4), linear, 'x')(700)).toEqual(once);
  });
});

describe('a logarithmic axis', () => {
  it('leaves out points at or below 0, and says how many', () => {
    const drawing = lines([series('a', [10, 0, -3, 20, 40]), series('b', [1, 2, 3, 4, NaN])], { ...linear, y: 'log' })(700);
    expect(texts(drawing)).toContain('2 points at or below 0 are not on a logarithmic axis');
    const [b] = strokes(drawing, 2).slice(-1);
    expect(strokes(drawing, 2)).toHaveLength(2); // the lone point before the gap is a dot
    expect(String(b!.attributes['d']).match(/[ML]/g)).toHaveLength(4);
    const one = lines([series('a', [10, 0])], { ...linear, y: 'log' })(330);
    expect(texts(one)).toContain('1 point at or below 0 is not on a logarithmic axis');
  });

  it('says nothing if all points are on it, and a linear one never does', () => {
    expect(texts(lines([series('a', [1, 2])], log)(700)).join()).not.toContain('at or below');
    expect(texts(lines([series('a', [0, -2])], linear)(700)).join()).not.toContain('at or below');
  });

  it('still reads out what it cannot show', () => {
    const stop = lines([series('a', [10, -3, 20])], { ...linear, y: 'log' })(700).stops[1]!;
    expect(stop.lines).toMatchObject([{ name: 'a', value: '-3.000' }]);
    expect(stop.marks.filter((mark) => mark.tag === 'circle')).toHaveLength(0);
  });

  it('shows all of a bound', () => {
    const drawing = lines([series('a', [10, 20]), series('a', [1e5, 1e6], { kind: 'bound' })], log)(700);
    expect(texts(drawing).join()).not.toContain('↑');
    expect(texts(drawing)).toContain('1M');
  });

  it('cuts a band at the lower edge', () => {
    const drawing = lines([series('a', [10, 20], { half: [15, 5] })], { ...linear, y: 'log' })(700);
    const band = all(drawing.body).find((one) => one.attributes['fill-opacity'] !== undefined)!;
    expect(Math.max(...heights(band))).toBe(drawing.height - 38);
  });
});

describe('wide bands', () => {
  const kNote = 'some bands are wider than the picture';
  const wide = series('a', [0, 30, 60], { half: [0, 250, 300] });
  const shareOfCurve = (drawing: Drawing): number => {
    const places = heights(strokes(drawing, 2)[0]!);
    return (Math.max(...places) - Math.min(...places)) / (drawing.height - 15 - 38 - 28); // below it a line with the note
  };

  it('stretch the picture by a limited amount, both ways, and it says so', () => {
    const drawing = lines([wide], linear)(700);
    expect(shareOfCurve(drawing)).toBeCloseTo(1 / 2.2, 2);
    expect(texts(drawing)).toContain(kNote);
  });

  it('are clipped', () => {
    const clips = all(lines([wide], linear)(700).body).filter(({ attributes }) => attributes['clip-path'] !== undefined);
    const inside = clips.flatMap((one) => all(one.children as Node[]));
    expect(inside.filter(({ attributes }) => attributes['fill-opacity'] === 0.14)).toHaveLength(1);
  });

  it('that fit are shown, without a word', () => {
    const drawing = lines([{ ...wide, half: [0, 5, 10] }], linear)(700);
    expect(texts(drawing)).not.toContain(kNote);
    const band = all(drawing.body).find(({ attributes }) => attributes['fill-opacity'] === 0.14)!;
    expect(Math.min(...heights(band))).toBeGreaterThanOrEqual(28);
    expect(Math.max(...heights(band))).toBeLessThanOrEqual(drawing.height - 38);
  });

  it('around curves at or below 0 have room too', () => {
    const below = lines([series('a', [0, -50, -100], { half: [0, 20, 20] })], linear)(700);
    expect(texts(below)).not.toContain(kNote);
    expect(lines([series('a', [0, 0], { half: [9, 9] })], linear)(700).body.map(serialize).join('')).not.toMatch(/NaN|Infinity/);
  });

  it('do not flatten a logarithmic picture, where the lower edge cuts them without a word', () => {
    const axes: Axes = { ...linear, y: 'log' };
    const drawing = lines([series('a', [10, 50, 100], { half: [1, 2, 1e6] })], axes)(700);
    expect(texts(drawing)).not.toContain('1M');
    expect(texts(drawing)).toContain(kNote);
    expect(texts(lines([series('a', [10, 50, 100], { half: [9.9, 49, 50] })], axes)(700))).not.toContain(kNote);
  });
});

describe('overlays', () => {
  const curve = series('banker', [10, 50, 100]);

  it('do not squash the curves, and say where they go', () => {
    const far = series('banker', [50, 5000, 10000], { kind: 'bound' });
    const drawing = lines([curve, far], linear)(700);
    const top = Math.min(...heights(strokes(drawing, 2)[0]!));
    const plot = drawing.height - 38 - 28;
    expect((drawing.height - 38 - top) / plot).toBeCloseTo(1 / 1.6, 2);
    expect(texts(drawing)).toContain('bound of banker ↑');
  });

  it('above leave the lower end of the axis where it is', () => {
    const high = series('a', [95, 90, 100]);
    const drawing = lines([high, series('a', [300, 300, 300], { kind: 'bound' })], linear)(700);
    expect(Math.max(...heights(strokes(drawing, 2)[0]!))).toBe(drawing.height - 38);
  });

  it('that fit are shown', () => {
    const near = series('banker', [20, 80, 130], { kind: 'certificate' });
    expect(texts(lines([curve, near], linear)(700)).join()).not.toContain('↑');
  });

  it('are clipped by a name of their own', () => {
    const far = series('banker', [50, 5000, 10000], { kind: 'bound' });
    const name = (id: string, width: number): unknown =>
      all(lines([curve, far], linear, id)(width).body).find((one) => one.tag === 'clipPath')!.attributes['id'];
    expect(new Set([name('one', 700), name('two', 700), name('one', 330)]).size).toBe(3);
    expect(name('one', 700)).toBe(name('one', 700));
    expect(name('losses "a" & b', 700)).toMatch(/^[\w-]+$/);
  });

  it('come after the curves in a reading, which goes from the top down', () => {
    const low = [series('low', [1, 2, 3], { half: [0.5, 0.5, 0.5] }), series('low', [9, 9, 9], { kind: 'bound' })];
    const drawing = lines([...low, series('high', [4, 5, 600])], linear)(700);
    expect(drawing.stops.map((stop) => stop.label)).toEqual([100, 200, 300].map((round) => `round ${round}, mean ± 95 %`));
    const read = drawing.stops[2]!.lines.map(({ name, value }) => `${name} ${value}`);
    expect(read).toEqual(['high 600.0', 'low 3.000 ± 0.500', 'bound of low 9.000']);
  });
});

describe('readings', () => {
  it('are of all rounds of all curves, between points as they are drawn', () => {
    const drawing = lines([series('a', [0, 30], { x: [100, 400] }), series('b', [1, 1], { x: [200, 1200] })], linear)(700);
    expect(drawing.stops.map((stop) => stop.label)).toEqual(['round 100', 'round 200', 'round 400', 'round 1,200']);
    expect(drawing.stops[1]!.lines.map(({ name, value }) => `${name} ${value}`)).toEqual(['a 10.00', 'b 1.000']);
    expect(drawing.stops[3]!.lines.map(({ name }) => name)).toEqual(['b']);
  });

  it('have intervals with the decimals of the mean, and no interval that looks like none', () => {
    const drawing = lines([series('a', [12345.6, 66.123, 3, 0], { half: [0.25, 150.4567, 0, 0.03] })], linear)(700);
    const read = drawing.stops.map((stop) => stop.lines[0]!.value);
    expect(read).toEqual(['12,346 ± 0.25', '66.12 ± 150.46', '3.000 ± 0.000', '0 ± 0.03']);
  });

  it('are at most 200, with both ends', () => {
    const { stops } = lines([series('a', Array.from({ length: 999 }, (_, i) => i))], linear)(700);
    expect(stops).toHaveLength(200);
    expect([stops[0]!.label, stops[199]!.label]).toEqual(['round 100', 'round 99,900']);
  });
});

describe('labels', () => {
  const many = (count: number): Series[] => Array.from({ length: count }, (_, k) => series(`agent ${k}`, [1, 10 + k / 100]));

  it('of short names are in narrow pictures too, of long ones in wide ones only', () => {
    const named = (name: string, width: number): boolean => texts(lines([series(name, [1, 10])], linear)(width)).includes(name);
    expect([named('x1', 330), named('x1', 700)]).toEqual([true, true]);
    expect([named('banker-sftinf', 639), named('banker-sftinf', 640)]).toEqual([false, true]);
  });

  it('are beside at most eight curves, where there is room', () => {
    const named = (count: number, width: number): number =>
      texts(lines(many(count), linear)(width)).filter((one) => one.startsWith('agent')).length;
    expect(named(8, 700)).toBe(8);
    expect(named(9, 700)).toBe(0);
    expect(named(8, 639)).toBe(8);
    expect(named(8, 330)).toBe(0);
  });

  it('do not cover one another', () => {
    const drawing = lines(many(8), linear)(700);
    const labels = all(drawing.body).filter((one) => one.tag === 'text' && said(one).startsWith('agent'));
    const places = labels.map((one) => Number(one.attributes['y']));
    places.sort((a, b) => a - b).forEach((y, i) => i > 0 && expect(y - places[i - 1]!).toBeGreaterThan(13.8));
  });
});

describe('little data', () => {
  it('one point is a dot', () => {
    const drawing = lines([series('a', [5], { half: [1] })], linear)(330);
    expect(all(drawing.body).filter((one) => one.tag === 'circle')).toHaveLength(1);
    expect(drawing.stops).toHaveLength(1);
  });

  it('none is said', () => {
    for (const none of [[], [series('a', [])], [series('a', [NaN])]]) {
      const drawing = lines(none, linear)(330);
      expect(texts(drawing)).toEqual(['no data']);
      expect(drawing.stops).toEqual([]);
    }
    expect(texts(lines([series('a', [-1, 0])], log)(330))).toEqual(['no data', '2 points at or below 0 are not on a logarithmic axis']);
  });
});

describe('labels of large numbers', () => {
  const kDigit = 7.1; // the width of a digit in the widest of the fonts that pages are shown in
  const labels = (y: number[]): Node[] => all(lines([series('a', y)], { ...linear, xLabel: '' })(330).body)
    .filter(({ tag, attributes }) => tag === 'text' && attributes['text-anchor'] === 'end' && attributes['x'] !== undefined)
    .filter((one) => /\d/.test(said(one)));

  it.each([[[0, 4e13]], [[-3e9, 4e12]], [[0, 123456]], [[2.00001e12, 2.00002e12]], [[0, 7e18]]])('%j are not cut at the left', (y) => {
    for (const one of labels(y)) expect(Number(one.attributes['x']) - kDigit * said(one).length, said(one)).toBeGreaterThan(-kDigit);
  });

  it('have letters, and as many digits as they need', () => {
    expect(labels([0, 4e13]).map(said)).toContain('40T');
    expect(labels([2.00001e12, 2.00002e12]).map(said).every((label) => /^2(\.\d+)?T$/.test(label))).toBe(true);
    expect(new Set(labels([2.00001e12, 2.00002e12]).map(said)).size).toBe(labels([2.00001e12, 2.00002e12]).length);
  });
});
