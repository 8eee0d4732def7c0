import { describe, expect, it } from 'vitest';
import { serialize, type Node } from '../src/scene.ts';
import { textWidth } from '../src/chart/axes.ts';
import { areas, type AreasOptions, type Layer } from '../src/chart/areas.ts';
import type { Drawing } from '../src/chart/drawing.ts';

function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const options: AreasOptions = { id: 'a', xLabel: 'round', yLabel: 'share', at: 'stretch' };

function layer(name: string, y: number[]): Layer {
  return { name, color: 'var(--s0)', y };
}

function all(nodes: Node[]): Node[] {
  return nodes.flatMap((one) => [one, ...all(one.children.filter((child): child is Node => typeof child !== 'string'))]);
}

function textNodes(drawing: Drawing): Node[] {
  return all(drawing.body).filter((one) => one.tag === 'text');
}

function texts(drawing: Drawing): string[] {
  return textNodes(drawing).map((one) => String(one.children[0]));
}

function odd(random: () => number): number {
  return [NaN, 0, -1][Math.floor(3 * random())]!;
}

/** The corners of every layer. */
function polygons(drawing: Drawing): [number, number][][] {
  return all(drawing.body)
    .filter((one) => String(one.attributes['d'] ?? '').endsWith('Z'))
    .map((one) => [...String(one.attributes['d']).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)])
    .map((corners) => corners.map((match) => [Number(match[1]), Number(match[2])]));
}

describe('areas', () => {
  it('lie on one another, from x = 0 on', () => {
    const drawing = areas([100, 200], [layer('a', [0.25, 0.5]), layer('b', [0.75, 0.5])], { ...options, top: 1 })(700);
    const [a, b] = polygons(drawing);
    const [top, bottom] = [28, drawing.height - 38];
    const height = (share: number): number => bottom - share * (bottom - top);
    expect(a!.map(([, y]) => y)).toEqual([0.25, 0.25, 0.5, 0, 0, 0].map((share) => expect.closeTo(height(share), 1)));
    expect(b!.slice(3)).toEqual(a!.slice(0, 3).reverse());
    expect(b!.slice(0, 3).map(([, y]) => y)).toEqual([top, top, top]);
    expect(a![0]![0]).toBeLessThan(a![1]![0]);
  });

  it('begin with nothing where values are those at the ends', () => {
    const x = [100, 200];
    const layers = [layer('a', [25, 50]), layer('b', [75, 50])];
    const drawing = areas(x, layers, { ...options, at: 'end', top: 100 })(700);
    const [top, bottom] = [28, drawing.height - 38];
    const [a, b] = polygons(drawing);
    expect(a!.map(([, y]) => y)).toEqual([0, 0.25, 0.5, 0, 0, 0].map((share) => expect.closeTo(bottom - share * (bottom - top), 1)));
    expect(b!.slice(0, 3).map(([, y]) => y)).toEqual([bottom, top, top]);
    expect(drawing.stops.map((stop) => stop.label)).toEqual(['after round 100', 'after round 200']);
  });

  it('name a stretch by its rounds, whichever stops are kept', () => {
    const labels = (x: number[]) => areas(x, [layer('a', x)], options)(700).stops.map((stop) => stop.label);
    expect(labels([1, 2, 9])).toEqual(['round 1', 'round 2', 'rounds 3 to 9']);
    expect(labels(Array.from({ length: 999 }, (_, i) => 10 * (i + 1))).at(-1)).toBe('rounds 9,981 to 9,990');
  });

  it('have finite numbers and text inside of the picture, and labels inside of their layers', () => {
    const random = generator(17);
    for (let trial = 0; trial < 20; trial++) {
      const x = Array.from({ length: 1 + Math.floor(150 * random()) }, (_, i) => 37 * (i + 1));
      const size = 10 ** (8 * random() - 3);
      const layers = Array.from({ length: 1 + Math.floor(6 * random()) }, (_, k) =>
        layer(`arm ${k} of the rest`, x.map(() => (random() < 0.02 ? odd(random) : random() ** (k + 1)) * size)),
      );
      for (const width of [330, 700, 1100]) {
        const drawing = areas(x, layers, options)(width);
        const marks = drawing.stops.flatMap((stop) => stop.marks);
        expect([...drawing.body, ...marks].map(serialize).join('')).not.toMatch(/NaN|Infinity|undefined/);
        const outlines = polygons(drawing);
        for (const one of textNodes(drawing)) {
          const long = textWidth(String(one.children[0]));
          const anchor = { start: 0, middle: 0.5, end: 1 }[String(one.attributes['text-anchor'] ?? 'start')]!;
          const from = Number(one.attributes['x']) - anchor * long;
          expect(from).toBeGreaterThanOrEqual(-0.1);
          expect(from + long).toBeLessThanOrEqual(width + 0.1);
          const k = layers.findIndex(({ name }) => name === one.children[0]);
          if (k >= 0) expectFree(one, long, outlines[k]!);
        }
      }
    }
  });

  it('have no label where there is no room', () => {
    const x = [100, 200, 300];
    const drawing = areas(x, [layer('thin', [0.02, 0.02, 0.02]), layer('thick', [0.98, 0.98, 0.98])], { ...options, top: 1 })(330);
    expect(texts(drawing)).toContain('thick');
    expect(texts(drawing)).not.toContain('thin');
    const long = 'a name that is longer than the picture is wide at this width, by far';
    expect(texts(areas(x, [layer(long, [1, 1, 1])], options)(330))).not.toContain(long);
  });

  it('are read from the top down', () => {
    const { stops } = areas([1000, 2000], [layer('a', [0.25, 0.5]), layer('b', [0.75, 0.5])], { ...options, top: 1 })(330);
    expect(stops.map((stop) => stop.label)).toEqual(['rounds 1 to 1,000', 'rounds 1,001 to 2,000']);
    expect(stops[0]!.lines.map(({ name, value }) => `${name} ${value}`)).toEqual(['b 0.750', 'a 0.250']);
    expect(stops[0]!.marks.filter((mark) => mark.tag === 'circle')).toHaveLength(2);
    expect(areas(Array.from({ length: 999 }, (_, i) => i + 1), [layer('a', [])], options)(700).stops).toHaveLength(200);
  });

  it('say what they cannot draw', () => {
    expect(texts(areas([], [layer('a', [])], options)(330))).toEqual(['no data']);
    expect(texts(areas([1], [], options)(330))).toEqual(['no data']);
    expect(texts(areas([1, 2], [layer('a', [1, -1])], options)(330))).toContain('1 value below 0 is drawn as 0');
  });
});

/** A box of 16 pixels around the text is inside of the layer at all of its corners. */
function expectFree(one: Node, long: number, corners: [number, number][]): void {
  const [x, y] = [Number(one.attributes['x']), Number(one.attributes['y']) - 4];
  corners.forEach(([at, edge], i) => {
    if (Math.abs(at - x) > long / 2) return;
    if (i < corners.length / 2) expect(edge).toBeLessThanOrEqual(y - 7.9);
    else expect(edge).toBeGreaterThanOrEqual(y + 7.9);
  });
}
