// What the charts draw: columns of the moments, sampled or counted in bins of the time axis.
import { roundSpan } from '../chart/time.ts';
import type { Span } from '../chart/scale.ts';
import type { ArmMoment, Moment } from './bandit_moments.ts';

/** A quantity over time, known at some moments; a straight line between them, the last value after them. */
export interface Track {
  at: number[];
  value: number[];
}

export function track(moments: readonly Moment[], value: (moment: Moment) => number | null): Track {
  const found: Track = { at: [], value: [] };
  for (const moment of moments) {
    const own = value(moment);
    if (own === null || !Number.isFinite(own)) continue;
    found.at.push(moment.at);
    found.value.push(own);
  }
  return found;
}

/**
 * Of an arm. A count is known where the arm is, and was 0 at the beginning. Where others are known and it is not, it is not likely: its
 * probability is 0 there, or next to it.
 */
export function armTrack(moments: readonly Moment[], arm: number, what: keyof ArmMoment): Track {
  if (what === 'probability') return track(moments, ({ arms }) => arms.get(arm)?.probability ?? (arms.size > 0 ? 0 : null));
  const found = track(moments, (moment) => moment.arms.get(arm)?.[what] ?? null);
  const first = moments[0];
  if (first?.rounds === 0 && found.at.length > 0 && found.at[0]! > first.at) {
    found.at.unshift(first.at);
    found.value.unshift(0);
  }
  return found;
}

/** NaN before the first moment. */
export function valueAt({ at, value }: Track, time: number): number {
  const next = firstAfter(at, time);
  if (next === 0) return NaN;
  const [from, to] = [at[next - 1]!, at[next]];
  if (to === undefined) return value[next - 1]!;
  return value[next - 1]! + ((time - from) / (to - from)) * (value[next]! - value[next - 1]!);
}

/** The index of the first one that is larger. */
function firstAfter(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Edges of bins at round times, which stay where they are while the window moves: at most so many bins, none shorter than `least`.
 * The first and the last are cut at the ends of the window; what is less than half a bin goes to its neighbour, and so does at the end what
 * is less than `last` of one.
 */
export function edgesOf([from, to]: Span, most: number, least = 0, last = 0.5): number[] {
  const size = roundSpan(Math.max(least, (to - from) / Math.max(1, most)));
  const zone = new Date(to).getTimezoneOffset() * 60000; // days begin at the reader's midnight
  const inner: number[] = [];
  for (let edge = Math.ceil((from - zone) / size + 0.5) * size + zone; edge <= to - last * size; edge += size) inner.push(edge);
  return [from, ...inner, to];
}

/** How long bins must be that have some 6 events each, so that rates are more than noise; but 20 bins there shall be. */
export function steady(total: Track, [from, to]: Span): number {
  const many = growth(total, [from, to])[0]!;
  return Math.min((to - from) / 20, (6 * (to - from)) / Math.max(1, many));
}

/** How much the total grew in every bin. */
export function growth(total: Track, edges: readonly number[]): number[] {
  return change(total, edges).map((value) => Math.max(0, value));
}

/** The same, per minute. */
export function perMinute(total: Track, edges: readonly number[]): number[] {
  return growth(total, edges).map((value, i) => (60000 * value) / (edges[i + 1]! - edges[i]!));
}

export function middles(edges: readonly number[]): number[] {
  return edges.slice(1).map((edge, i) => (edge + edges[i]!) / 2);
}

/**
 * Means of what came: the sum's growth over the count's. Bins with few are taken together until they have `enough`, and the mean
 * stands in the middle of them.
 */
export function means(sum: Track, count: Track, edges: readonly number[], enough: number): { x: number[]; y: number[] } {
  const [sums, counts] = [change(sum, edges), growth(count, edges)];
  const found: { x: number[]; y: number[] } = { x: [], y: [] };
  let [total, many, from] = [0, 0, edges[0] ?? 0];
  counts.forEach((own, i) => {
    if (many < 0.5 && own < 0.01) {
      from = edges[i + 1]!; // nothing came: the next mean begins later
      return;
    }
    total += sums[i]!;
    many += own;
    if (many < enough - 1e-9) return;
    found.x.push((from + edges[i + 1]!) / 2);
    found.y.push(total / many);
    [total, many, from] = [0, 0, edges[i + 1]!];
  });
  return found;
}

/** Before the first moment it is what it is then. */
function change(total: Track, edges: readonly number[]): number[] {
  const at = edges.map((edge) => valueAt(total, edge));
  const start = (value: number): number => (Number.isNaN(value) ? (total.value[0] ?? 0) : value);
  return at.slice(1).map((value, i) => start(value) - start(at[i]!));
}

/** How many outcomes a point of a curve of means shall have: about 40 points, of 5 to 50 each, and fewer only where there are few. */
export function enoughFor(count: Track, edges: readonly number[]): number {
  const all = growth(count, edges).reduce((sum, value) => sum + value, 0);
  return Math.max(1, Math.min(50, Math.max(5, Math.floor(all / 40)), all / 3));
}

/** The values at the edges, the first left out. */
export function levels(of: Track, edges: readonly number[]): number[] {
  return edges.slice(1).map((edge) => valueAt(of, edge));
}

/** The arms that have a layer of their own: all, or those with the largest sums over the bins; by number. */
export function shownArms(values: ReadonlyMap<number, readonly number[]>, most: number, all: number): number[] {
  const sum = (arm: number): number => values.get(arm)!.reduce((total, value) => total + (value > 0 ? value : 0), 0);
  const arms = [...values.keys()];
  if (all <= most) return arms.sort((a, b) => a - b);
  return arms.sort((a, b) => sum(b) - sum(a) || a - b).slice(0, most - 1).sort((a, b) => a - b);
}

/** What the shown ones leave of a whole. */
export function rest(whole: readonly number[], shown: readonly (readonly number[])[]): number[] {
  return whole.map((value, i) => Math.max(0, value - shown.reduce((sum, one) => sum + (one[i]! > 0 ? one[i]! : 0), 0)));
}
