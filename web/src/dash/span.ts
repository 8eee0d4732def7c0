// Times, how long things took, rates and arms, in few letters.
import { pretty, whole } from '../format.ts';
import type { ArmName, Time } from './wire.ts';

const kSteps: readonly (readonly [number, string])[] = [[86400, 'd'], [3600, 'h'], [60, 'min']];

/** 0.0042 as "4.2 ms", 75 as "1 min 15 s", 200000 as "2 d 7 h". */
export function spanOf(seconds: number): string {
  const size = Math.max(0, seconds);
  if (size < 0.9995) return size === 0 ? '0 s' : `${Number((1000 * size).toPrecision(size < 0.1 ? 2 : 3))} ms`;
  if (size < 59.5) return size < 9.95 ? `${size.toFixed(1)} s` : `${Math.round(size)} s`;
  const at = kSteps.findIndex(([unit]) => size >= unit - 0.5);
  const [unit, name] = kSteps[at] ?? kSteps[2]!;
  const [below, small] = kSteps[at + 1] ?? [1, 's'];
  const parts = Math.round(size / below); // whole ones of the smaller unit: 59 min 60 s does not happen
  const many = Math.floor((parts * below) / unit);
  const rest = parts - (many * unit) / below;
  return rest > 0 && many < 100 ? `${whole(many)} ${name} ${rest} ${small}` : `${whole(many)} ${name}`;
}

/** How long something waits, in whole seconds: it ticks. */
export function waitWords(seconds: number | null): string {
  return seconds === null ? '–' : seconds < 60 ? `${Math.floor(Math.max(0, seconds))} s` : spanOf(Math.floor(seconds));
}

/** Per minute: below ten a tenth counts. */
export function rate(perMinute: number): string {
  return perMinute > 0 && perMinute < 9.95 && !Number.isInteger(perMinute) ? perMinute.toFixed(1) : whole(perMinute);
}

/** Seconds from one time to another. */
export function between(from: Time, to: Time | number): number {
  return ((typeof to === 'number' ? to : Date.parse(to)) - Date.parse(from)) / 1000;
}

/** "14:03:22" of today, "2 Jan 14:03" before. */
export function clockOf(time: Time, now = Date.now()): string {
  const then = new Date(time);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const minute = `${pad(then.getHours())}:${pad(then.getMinutes())}`;
  if (then.toDateString() === new Date(now).toDateString()) return `${minute}:${pad(then.getSeconds())}`;
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][then.getMonth()];
  return `${then.getDate()} ${month} ${then.getFullYear() === new Date(now).getFullYear() ? minute : then.getFullYear()}`;
}

/** A probability, and 1 in how many. */
export function oddsOf(probability: number): string {
  if (probability <= 0 || probability > 0.5) return '';
  return `1 in ${pretty(1 / probability, 2)}`;
}

const kRounding = 1e-9; // what sums of shares are off

/** "42 %", "4.2 %", "99.3 %". What is not nothing is not 0 %, and what is not all of it not 100 %. */
export function percent(share: number): string {
  const part = 100 * share;
  if (part <= 0) return '0 %';
  if (part < 0.1) return '< 0.1 %';
  if (share >= 1 - kRounding) return `${Math.round(part)} %`;
  if (part > 99.9) return '> 99.9 %';
  const decimals = part < 9.95 || part >= 99 ? 1 : 0;
  return `${part.toFixed(decimals)} %`;
}

export function armWords(arm: ArmName): string {
  return typeof arm === 'number' ? `arm ${arm}` : arm;
}
