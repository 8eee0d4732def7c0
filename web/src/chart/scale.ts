// From values to pixels and back, and the round numbers between.

export type Kind = 'linear' | 'log' | 'time'; // time: milliseconds, with ticks of its own
export type Span = readonly [low: number, high: number];

export interface Scale {
  kind: Kind;
  domain: Span; // of values
  range: Span; // of pixels; may fall
  to(value: number): number;
  from(pixel: number): number;
}

/** Neither end of the domain may be outside of the axis, and they must differ: see widen(). */
export function scale(kind: Kind, domain: Span, range: Span): Scale {
  const bend = kind === 'log' ? Math.log10 : (value: number) => value;
  const straighten = kind === 'log' ? (value: number) => 10 ** value : (value: number) => value;
  const [low, high] = [bend(domain[0]), bend(domain[1])];
  const [first, last] = range;
  return {
    kind,
    domain,
    range,
    to: (value) => first + ((bend(value) - low) / (high - low)) * (last - first),
    from: (pixel) => straighten(low + ((pixel - first) / (last - first)) * (high - low)),
  };
}

const kTiny = 1e-290; // as good as 0: steps between such numbers have no digits left
const kHuge = 1e290; // as good as infinite: differences of such numbers may be
const kRounding = 1e-9; // of a value: not a difference

/** Whether an axis has a place for the value. */
export function has(kind: Kind, value: number): boolean {
  return Math.abs(value) < kHuge && (kind !== 'log' || value > kTiny);
}

/** The least and the largest of the values that the axis has; null if there are none. */
export function extent(kind: Kind, values: Iterable<number>): Span | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!has(kind, value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}

/** Takes in 0 on a linear axis if it is near: half of the picture may be empty for it. The ends differ, and by more than rounding. */
export function widen(kind: Kind, [low, high]: Span): Span {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const point = high - low <= kRounding * size;
  if (kind === 'log') return point ? [low / 2, high * 2] : [low, high];
  if (kind === 'time') return high > low ? [low, high] : [low - 1000, high];
  if (size <= kTiny) return [0, 1];
  if (low > 0 && (low <= high / 2 || point)) return [0, high];
  if (high < 0 && (high >= low / 2 || point)) return [low, 0];
  return [low, high];
}

/** The domain with round ends. */
export function nice(kind: Kind, [low, high]: Span, most = 10): Span {
  if (kind === 'log') return [below(low), above(high)];
  if (kind === 'time') return [low, high];
  const step = stepOf(low, high, most);
  return [multiple(Math.floor(low / step + kSlack), step), multiple(Math.ceil(high / step - kSlack), step)];
}

/** Round values of the domain, ascending: at most so many. */
export function ticks(kind: Kind, [low, high]: Span, most: number): number[] {
  const count = Math.max(1, Math.floor(most));
  return kind === 'log' && high / low >= kFew ? logTicks(low, high, count) : linearTicks(low, high, count);
}

const kSlack = 1e-9; // of a step, for the errors of floating point
const kFew = 5; // on a shorter logarithmic axis 1, 2, 5 are too few
const kMantissas = [1, 2, 5] as const;

function linearTicks(low: number, high: number, most: number): number[] {
  const step = stepOf(low, high, most);
  const [first, last] = within(low, high, step);
  return Array.from({ length: last - first + 1 }, (_, i) => Math.min(high, Math.max(low, multiple(first + i, step))));
}

/** 1, 2, 5 of every decade, or the decades, or every second, third, ... of them: the first that are few enough. */
function logTicks(low: number, high: number, most: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const inside = (mantissas: readonly number[], stride: number): number[] => {
    const found: number[] = [];
    for (let decade = Math.ceil(first / stride) * stride; decade <= last; decade += stride) {
      found.push(...mantissas.map((mantissa) => power(mantissa, decade)).filter((tick) => tick >= low && tick <= high));
    }
    return found;
  };
  const fine = inside(kMantissas, 1);
  if (fine.length <= most) return fine;
  for (let stride = 1; ; stride++) {
    const coarse = inside([1], stride);
    if (coarse.length <= most) return coarse;
  }
}

/** The least of 1, 2, 5, 10, ... (times a power of ten) with at most so many multiples in the domain. */
function stepOf(low: number, high: number, most: number): number {
  for (let decade = Math.floor(Math.log10((high - low) / most)); ; decade++) {
    for (const mantissa of kMantissas) {
      const step = power(mantissa, decade);
      const [first, last] = within(low, high, step);
      if (last - first + 1 <= most) return step;
    }
  }
}

/** The first and the last multiple of a step. */
function within(low: number, high: number, step: number): [number, number] {
  return [Math.ceil(low / step - kSlack), Math.floor(high / step + kSlack)];
}

/** count * step, without the errors that 0.1 has. */
function multiple(count: number, step: number): number {
  return Number((count * step).toPrecision(12)) + 0; // -0 as 0
}

function power(mantissa: number, decade: number): number {
  return Number(`${mantissa}e${decade}`);
}

/** The last 1, 2, 5 (times a power of ten) that is at most the value, and the first that is at least it. */
function below(value: number): number {
  const decade = Math.floor(Math.log10(value));
  return around(decade).filter((step) => step <= value).at(-1)!;
}

function above(value: number): number {
  const decade = Math.floor(Math.log10(value));
  return around(decade).find((step) => step >= value)!;
}

/** One more at either end: the logarithm of a power of ten may fall on the wrong side. */
function around(decade: number): number[] {
  return [power(5, decade - 1), ...kMantissas.map((mantissa) => power(mantissa, decade)), power(1, decade + 1), power(2, decade + 1)];
}
