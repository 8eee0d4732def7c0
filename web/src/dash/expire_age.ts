// How old a decision must be to be closed by hand, and how many are that old.
import { lastBin } from '../chart/bins.ts';
import { whole } from '../format.ts';
import { kUnits } from './form.ts';
import { between } from './span.ts';
import type { State } from './wire.ts';

type Ages = Pick<State, 'edges' | 'ages' | 'open' | 'oldest_open_at'>;

export const kUsualAge = 3600; // seconds

/** What to begin with: an hour, or less where none is that old, so that some of the oldest would close. */
export function usualAge({ edges, ages }: Pick<State, 'edges' | 'ages'>): number {
  const oldest = edges[lastBin(ages) - 1] ?? 0;
  return Math.max(1, Math.min(kUsualAge, oldest));
}

/** 120 as ["2", "min"]. */
export function inUnits(seconds: number): [string, string] {
  const [unit, size] = [...kUnits].reverse().find(([, size]) => seconds >= size) ?? kUnits[0]!;
  return [String(seconds / size), unit];
}

/** How many are older than this: at least and at most, as bins know it. */
export function olderThan({ edges, ages, open, oldest_open_at: since }: Ages, seconds: number, now: number): [number, number] {
  if (seconds === 0) return [open, open];
  if (since === null || between(since, now) < seconds) return [0, 0];
  const sum = (from: number): number => ages.slice(from).reduce((all, count) => all + count, 0);
  const above = edges.findIndex((edge) => edge >= seconds); // the bin that this age is in, or ends
  const inside = above < 0 ? edges.length : above;
  const exact = edges[inside] === seconds;
  return [sum(inside + 1), exact ? sum(inside + 1) : sum(inside)];
}

export function olderWords(state: Ages, seconds: number | null, now: number): string {
  if (seconds === null) return '';
  const [least, most] = olderThan(state, seconds, now);
  if (most === 0) return 'None is that old now.';
  const count = least === most ? whole(most) : least === 0 ? `at most ${whole(most)}` : `${whole(least)} to ${whole(most)}`;
  return `Now that is ${count} of ${whole(state.open)}.`;
}
