// How long decisions wait and waited, in words that counts in bins can bear: where inside of its bin something lies is not known.
import { lastBin, quantileBin, withinWords } from '../chart/bins.ts';
import { durationShort } from '../chart/time.ts';
import { between, waitWords } from './span.ts';
import type { State } from './wire.ts';

type Ages = Pick<State, 'edges' | 'ages' | 'oldest_open_at' | 'expire_after'>;

/** `now` is the server's clock, in milliseconds. */
export function ageWords(state: Ages, now: number): string {
  const { edges, ages, oldest_open_at: since, expire_after } = state;
  const half = quantileBin(ages, 0.5);
  if (half === null || since === null) return 'None is open.';
  const expiry = expire_after === null ? 'They do not expire.' : `They expire after ${durationShort(expire_after)}.`;
  return `${waited(edges, ages, half, waitWords(between(since, now)))} ${expiry}`;
}

// No bin is said to reach beyond the oldest.
function waited(edges: readonly number[], ages: readonly number[], half: number, oldest: string): string {
  if (half < lastBin(ages)) return `The median age is ${withinWords(edges, half)}; the oldest has waited for ${oldest}.`;
  if (half === 0) return `None has waited for longer than ${oldest}.`;
  const most = ages.filter((count) => count > 0).length === 1 ? 'All' : 'Half or more';
  return `${most} have waited for ${durationShort(edges[half - 1]!)} or longer, the oldest for ${oldest}.`;
}

export function delayWords({ edges, delays }: Pick<State, 'edges' | 'delays'>): string {
  const [half, most] = [quantileBin(delays, 0.5), quantileBin(delays, 0.9)];
  if (half === null || most === null) return 'No outcome was told yet.';
  return `The median is ${withinWords(edges, half)}; nine in ten came ${soonWords(edges, most)}. Of all outcomes so far.`;
}

/** "within 10 s": true of all that are in this bin, or before it. */
export function soonWords(edges: readonly number[], bin: number): string {
  return bin < edges.length ? `within ${durationShort(edges[bin]!)}` : `within more than ${durationShort(edges.at(-1)!)}`;
}
