// Which stretch of time the charts show, remembered behind the "?" of the address.
import type { Span } from '../chart/scale.ts';

export type Range = '5min' | 'hour' | 'day' | 'all';
export const kRanges: readonly { value: Range; name: string; long: string }[] = [
  { value: '5min', name: '5 min', long: 'the last 5 minutes' },
  { value: 'hour', name: 'hour', long: 'the last hour' },
  { value: 'day', name: 'day', long: 'the last day' },
  { value: 'all', name: 'all', long: 'all the time' },
];
const kSpans: Record<Range, number> = { '5min': 300e3, hour: 3600e3, day: 86400e3, all: Infinity };
const kShortest = 30e3;
const kLeast = 1e3;

export function rangeWords(range: Range): string {
  return kRanges.find(({ value }) => value === range)!.long;
}

/** Of '#/b/ads?range=day'; null: it says nothing. */
export function rangeOf(hash: string): Range | null {
  const value = new URLSearchParams(hash.split('?')[1] ?? '').get('range');
  return kRanges.find((range) => range.value === value)?.value ?? null;
}

export function withRange(hash: string, range: Range): string {
  const [path, query] = hash.split('?');
  const all = new URLSearchParams(query ?? '');
  all.set('range', range);
  return `${path}?${all}`;
}

/** The shortest one, but for the minutes, in which something happened. */
export function usualRange(last: number, now: number): Range {
  return (['hour', 'day'] as const).find((range) => now - last < 0.8 * kSpans[range]) ?? 'all';
}

/** No longer than there was anything; a short time is made longer, but not beyond the beginning of the bandit. */
export function windowOf(range: Range, first: number, now: number, created = -Infinity): Span {
  const from = Math.max(now - kSpans[range], first);
  return [Math.min(from, Math.max(created, now - kShortest), now - kLeast), now];
}
