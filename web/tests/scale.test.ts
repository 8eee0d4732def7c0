import { describe, expect, it } from 'vitest';
import { extent, has, nice, scale, ticks, widen, type Kind, type Span } from '../src/chart/scale.ts';
import { fit, spread, textWidth } from '../src/chart/axes.ts';

/** Uniform in [0, 1), the same in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const kKinds: Kind[] = ['linear', 'log'];

/** Domains of all sizes, around 0 and far from it. */
function domains(kind: Kind, count: number): Span[] {
  const random = generator(11);
  return Array.from({ length: count }, () => {
    const size = 10 ** (12 * random() - 6);
    const low = kind === 'log' ? size : (2 * random() - 1) * size;
    return [low, kind === 'log' ? low * 10 ** (0.01 + 9 * random()) : low + size * (0.01 + random())];
  });
}

describe.each(kKinds)('%s', (kind) => {
  it('goes to pixels and back', () => {
    const random = generator(3);
    for (const domain of domains(kind, 300)) {
      const axis = scale(kind, domain, [290, 10]);
      expect(axis.to(domain[0])).toBeCloseTo(290, 9);
      expect(axis.to(domain[1])).toBeCloseTo(10, 9);
      const value = domain[0] + random() * (domain[1] - domain[0]);
      expect(Math.abs(axis.from(axis.to(value)) - value)).toBeLessThan(1e-9 * Math.max(Math.abs(domain[0]), Math.abs(domain[1])));
    }
  });

  it('has ticks in the domain, ascending, at most so many', () => {
    for (const domain of domains(kind, 300)) {
      for (const most of [1, 2, 3, 5, 8, 13]) {
        const found = ticks(kind, domain, most);
        expect(found.length).toBeLessThanOrEqual(most);
        found.forEach((tick, i) => {
          expect(tick).toBeGreaterThanOrEqual(domain[0]);
          expect(tick).toBeLessThanOrEqual(domain[1]);
          if (i > 0) expect(tick).toBeGreaterThan(found[i - 1]!);
        });
        if (most >= 5) expect(found.length).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it('has nice ends around the data, and not far from them', () => {
    for (const domain of domains(kind, 300)) {
      const [low, high] = nice(kind, domain);
      expect(low).toBeLessThanOrEqual(domain[0] + 1e-9 * (domain[1] - domain[0]));
      expect(high).toBeGreaterThanOrEqual(domain[1] - 1e-9 * (domain[1] - domain[0]));
      if (kind === 'log') expect(high / low).toBeLessThanOrEqual(6.26 * (domain[1] / domain[0])); // 2.5 at either end
      else expect(high - low).toBeLessThanOrEqual(1.6 * (domain[1] - domain[0]));
    }
  });
});

describe('ticks', () => {
  it('are round', () => {
    expect(ticks('linear', [0, 1], 6)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks('linear', [-0.3, 0.3], 7)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
    expect(ticks('linear', [0, 20000], 5)).toEqual([0, 5000, 10000, 15000, 20000]);
    expect(ticks('linear', [1001, 1009], 4)).toEqual([1002, 1004, 1006, 1008]);
  });

  it('of a logarithmic axis are 1, 2, 5, or decades, or some of them', () => {
    expect(ticks('log', [1, 100], 8)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(ticks('log', [1, 1000], 8)).toEqual([1, 10, 100, 1000]);
    expect(ticks('log', [0.01, 1e6], 5)).toEqual([0.01, 1, 100, 10000, 1e6]);
    expect(ticks('log', [1100, 1900], 4)).toEqual([1200, 1400, 1600, 1800]);
  });
});

describe('domains', () => {
  it('take in 0 if it is near, and are never a point', () => {
    expect(widen('linear', [3, 100])).toEqual([0, 100]);
    expect(widen('linear', [90, 100])).toEqual([90, 100]);
    expect(widen('linear', [-100, -3])).toEqual([-100, 0]);
    expect(widen('linear', [7, 7])).toEqual([0, 7]);
    expect(widen('linear', [-7, -7])).toEqual([-7, 0]);
    expect(widen('linear', [0, 0])).toEqual([0, 1]);
    expect(widen('log', [8, 8])).toEqual([4, 16]);
  });

  it('of data leave out what the axis does not have', () => {
    expect(extent('linear', [NaN, -3, 5, Infinity])).toEqual([-3, 5]);
    expect(extent('log', [0, -3, 5, 9, NaN])).toEqual([5, 9]);
    expect(extent('log', [0, -3])).toBeNull();
    expect(has('log', 0)).toBe(false);
    expect(has('linear', 0)).toBe(true);
  });
});

describe('typography', () => {
  it('pushes labels apart, in order, and keeps them in the frame', () => {
    const random = generator(5);
    for (let trial = 0; trial < 500; trial++) {
      const wanted = Array.from({ length: 1 + Math.floor(20 * random()) }, () => 280 * random() ** 3 - 20);
      const gap = Math.min(14, 200 / Math.max(1, wanted.length - 1));
      const places = spread(wanted, 14, 20, 220);
      const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
      order.forEach((i, place) => {
        expect(places[i]).toBeGreaterThanOrEqual(20 - 1e-9);
        expect(places[i]).toBeLessThanOrEqual(220 + 1e-9);
        if (place > 0) expect(places[i]! - places[order[place - 1]!]!).toBeGreaterThanOrEqual(gap - 1e-9);
      });
    }
  });

  it('leaves labels where they are if there is room', () => {
    expect(spread([50, 20, 100], 14, 0, 200)).toEqual([50, 20, 100]);
    expect(spread([50, 50], 14, 0, 200)).toEqual([43, 57]);
    expect(spread([], 14, 0, 200)).toEqual([]);
  });

  it('cuts text to a width', () => {
    expect(fit('banker', 100)).toBe('banker');
    for (const width of [7, 20, 40, 60]) expect(textWidth(fit('a long name of an agent', width))).toBeLessThanOrEqual(width);
    expect(fit('delayed-tsallis', 50)).toBe('delayed…');
  });
});

describe('domains without width', () => {
  const most = 8;
  const spans: Span[] = [
    [0, 0], [90, 90], [90, 90 + 1.5e-14], [-7, -7 + 1e-15], [5e-324, 5e-324], [0, 5e-324], [1e-300, 2e-300], [-5e-324, 5e-324],
    [1e289, 1e289], [-1e289, 1e289], [1e15, 1e15 + 0.125],
  ];
  it.each(spans)('from %d to %d has round ends and ticks', (low, high) => {
    const ends = nice('linear', widen('linear', [low, high]), most);
    expect(ends[0]).toBeLessThan(ends[1]);
    const found = ticks('linear', ends, most);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(most);
    expect(found.every(Number.isFinite)).toBe(true);
  });
  it('on a logarithmic axis too', () => {
    for (const [low, high] of [[90, 90], [90, 90 + 1.5e-14], [1e-280, 1e-280], [1e288, 1e288]] as const) {
      const ends = nice('log', widen('log', [low, high]));
      expect(ends[0]).toBeGreaterThan(0);
      expect(ends[0]).toBeLessThan(ends[1]);
      expect(ticks('log', ends, most).every(Number.isFinite)).toBe(true);
    }
    expect(has('log', 5e-324)).toBe(false);
    expect(has('linear', 1e308)).toBe(false);
    expect(has('linear', NaN)).toBe(false);
  });
});

describe('a name that is cut', () => {
  it('keeps its end, where names differ', () => {
    expect(fit('stochastically-constrained K=16', 120, 6)).toMatch(/^stoch.*…d K=16$/);
    expect(fit('stochastically-constrained K=16', 120)).toMatch(/^stoch.*…$/);
    expect(fit('short', 120, 6)).toBe('short');
    for (const width of [0, 6, 20, 50, 90, 200]) {
      for (const end of [0, 3, 6]) expect(textWidth(fit('bernoulli:gap=0.1, K=4', width, end))).toBeLessThanOrEqual(Math.max(width, textWidth('…')));
    }
  });
});
