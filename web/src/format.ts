// Numbers as the command line prints them.

/** To so many decimals, of numbers below 1e21; ties go to the even digit, as in C. */
export function fixed(value: number, decimals: number): string {
  return even(value.toFixed(decimals), value, decimals);
}

/** JavaScript rounds ties up: where that made the last digit odd, the one below is even. */
function even(rounded: string, value: number, decimals: number): string {
  const last = Number(rounded[rounded.length - 1]);
  return isTie(value, decimals) && last % 2 === 1 ? rounded.slice(0, -1) + (last - 1) : rounded;
}

/** Whether |v| 10^d is an integer and a half: |v| 2^(d+1), which has no rounding error, is odd and a multiple of 5^-d. */
function isTie(value: number, decimals: number): boolean {
  const doubled = Math.abs(value) * 2 ** (decimals + 1);
  return doubled % 2 === 1 && doubled % 5 ** Math.max(0, -decimals) === 0;
}

/** As %.*g: so many digits, without zeros at the end. */
function general(value: number, digits: number): string {
  const places = Math.max(1, digits) - 1;
  const [rounded, power] = value.toExponential(places).split('e');
  const exponent = Number(power);
  const strip = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (exponent >= -4 && exponent <= places) return strip(fixed(value, places - exponent));
  const mantissa = even(rounded!, value, places - exponent);
  return `${strip(mantissa)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** 1234567.5 as "1,234,567.5". */
export function thousands(text: string): string {
  const [whole, ...rest] = text.split('.');
  return [whole!.replace(/\B(?=(\d{3})+(?!\d))/g, ','), ...rest].join('.');
}

/** 12345.678 as "12,346", 485.5271 as "485.53": so many digits, or all before the point. */
export function pretty(value: number, digits = 5): string {
  return prettyBeside(value, value, digits);
}

/** The value with as many decimals as `other` has in pretty(other, digits). */
export function prettyBeside(value: number, other: number, digits: number): string {
  const size = Math.abs(other);
  if (size === 0) return thousands(Object.is(value, -0) ? '-0' : fixed(value, 0));
  if (size >= 1e12 || size < 1e-4) return general(value, digits);
  const before = size >= 1 ? 1 + Math.floor(Math.log10(size)) : 1;
  return thousands(fixed(value, Math.max(0, digits - before)));
}

/** A whole number, thousands apart. */
export function whole(value: number): string {
  return thousands(String(Math.round(value)));
}

const kUnits = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']] as const;
const kBeyond = 1e15; // of the letters

/** For axes and tight places: 12300 as "12.3k", 2500000 as "2.5M", 4e15 as "4e+15". */
export function short(value: number, digits = 3): string {
  const rounded = Number(value.toPrecision(digits)); // first: 999600 is a million
  if (Math.abs(rounded) >= kBeyond) return rounded.toExponential();
  for (const [unit, letter] of kUnits) {
    if (Math.abs(rounded) >= unit) return String(Number((rounded / unit).toPrecision(digits))) + letter;
  }
  return String(rounded);
}

const kMany = 1e6;

/** For people: as pretty(), and from a million on as short(), so that a page has one way to write 84,795,338,370. */
export function brief(value: number, digits = 4): string {
  return Math.abs(value) >= kMany ? short(value) : pretty(value, digits);
}

/** The value with as many decimals as `other` has in brief(other, digits). */
export function briefBeside(value: number, other: number, digits: number): string {
  return Math.abs(other) >= kMany ? short(value) : prettyBeside(value, other, digits);
}
