// Time on an axis: round moments of the reader's own clock, and words for moments and durations. Moments are milliseconds since 1970.

const kSecond = 1000;
const kMinute = 60 * kSecond;
const kHour = 60 * kMinute;
const kDay = 24 * kHour;
const kMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Unit = 'second' | 'day' | 'month' | 'year';
interface Step {
  unit: Unit;
  count: number;
  about: number; // milliseconds
}

const step = (unit: Unit, count: number, one: number): Step => ({ unit, count, about: count * one });
const kSteps: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200].map((count) => step('second', count, kSecond)),
  ...[1, 2, 7, 14].map((count) => step('day', count, kDay)),
  ...[1, 2, 3, 6].map((count) => step('month', count, 30.4 * kDay)),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => step('year', count, 365.25 * kDay)),
];

/** A tick: the label, and below it the day (or the year) where it is another than before. */
export interface TimeTick {
  value: number;
  label: string;
  below: string;
}

/** Round moments of a stretch, ascending: at most so many, and one more at most where clocks are set back. */
export function timeTicks(low: number, high: number, most: number): TimeTick[] {
  const chosen = kSteps.find(({ about }) => (high - low) / about <= most) ?? kSteps.at(-1)!;
  return labelled(places(chosen, low, high), chosen);
}

/** The stretch is as long as the first of these that is not shorter than `least`: bins that people can name. */
export function roundSpan(least: number): number {
  const found = kSteps.find(({ unit, about }) => (unit === 'second' || unit === 'day') && about >= least);
  return found?.about ?? Math.ceil(least / kDay) * kDay;
}

function places({ unit, count }: Step, low: number, high: number): number[] {
  const from = new Date(low);
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const found: number[] = [];
  const take = (first: number, at: (k: number) => number): number[] => {
    for (let k = first; ; k++) {
      const value = at(k);
      if (value > high) return found;
      if (value >= low && value > (found.at(-1) ?? -Infinity)) found.push(value);
    }
  };
  switch (unit) {
    case 'second': {
      // Hours of the clock: counted from midnight, as the clock counts. It may have been set by an hour since then.
      const since = low - new Date(year, month, day).getTime();
      return take(Math.floor((since - kHour) / kSecond / count), (k) => new Date(year, month, day, 0, 0, k * count).getTime());
    }
    case 'day': {
      const number = Math.round(Date.UTC(year, month, day) / kDay);
      const monday = count % 7 === 0 ? 4 : 0; // weeks begin on Mondays
      const first = Math.floor((number - monday) / count) * count + monday - number;
      return take(0, (k) => new Date(year, month, day + first + k * count).getTime());
    }
    case 'month':
      return take(Math.floor(month / count), (k) => new Date(year, k * count, 1).getTime());
    case 'year':
      return take(Math.floor(year / count), (k) => new Date(k * count, 0, 1).getTime());
  }
}

function labelled(values: number[], { unit, count }: Step): TimeTick[] {
  let before = '';
  return values.map((value) => {
    const at = new Date(value);
    const [label, all] = {
      second: () => [clock(at, count < 60), dayOf(at)],
      day: () => [dayOf(at), String(at.getFullYear())],
      month: () => [kMonths[at.getMonth()]!, String(at.getFullYear())],
      year: () => [String(at.getFullYear()), ''],
    }[unit]() as [string, string];
    const below = all === before ? '' : all;
    before = all;
    return { value, label, below };
  });
}

const two = (value: number): string => String(value).padStart(2, '0');

/** "14:05", or "14:05:09" */
export function clock(at: Date, seconds: boolean): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}${seconds ? `:${two(at.getSeconds())}` : ''}`;
}

function dayOf(at: Date): string {
  return `${at.getDate()} ${kMonths[at.getMonth()]}`;
}

/** "14:05:09", with the day if that is not `today`, and the year if it is another. */
export function momentWords(value: number, today: number, seconds = true): string {
  const [at, now] = [new Date(value), new Date(today)];
  const year = at.getFullYear() === now.getFullYear() ? '' : ` ${at.getFullYear()}`;
  const day = year === '' && dayOf(at) === dayOf(now) ? '' : `${dayOf(at)}${year}, `;
  return day + clock(at, seconds);
}

/** "9:00 to 9:05" of a stretch. */
export function stretchWords(from: number, to: number, today: number): string {
  const seconds = to - from < kMinute;
  if (to - from >= kDay) return `${momentWords(from, today, false)} to ${momentWords(to, today, false)}`;
  return `${momentWords(from, today, seconds)} to ${momentWords(to, from, seconds)}`;
}

const kUnits: readonly (readonly [number, string])[] = [[365 * 86400, 'y'], [86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

/** 90 as "1.5 min", 0.02 as "20 ms": about two digits, for labels. */
export function durationShort(seconds: number): string {
  for (const [size, unit] of kUnits) {
    const count = Number((seconds / size).toPrecision(2));
    if (count >= 1) return `${count} ${unit}`;
  }
  return `${Number((seconds * 1000).toPrecision(2))} ms`;
}
