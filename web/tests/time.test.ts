import { describe, expect, test } from 'vitest';
import { durationShort, momentWords, roundSpan, stretchWords, timeTicks } from '../src/chart/time.ts';

const at = (year: number, month: number, day = 1, hour = 0, minute = 0, second = 0): number => new Date(year, month, day, hour, minute, second).getTime();

describe('ticks of time', () => {
  test('seconds, with the day once', () => {
    const found = timeTicks(at(2026, 0, 3, 14, 5, 1), at(2026, 0, 3, 14, 5, 40), 5);
    expect(found.map((tick) => tick.label)).toEqual(['14:05:10', '14:05:20', '14:05:30', '14:05:40']);
    expect(found.map((tick) => tick.below)).toEqual(['3 Jan', '', '', '']);
  });

  test('hours over midnight say the new day', () => {
    const found = timeTicks(at(2026, 0, 3, 20, 30), at(2026, 0, 4, 3, 10), 4);
    expect(found.map((tick) => [tick.label, tick.below])).toEqual([['22:00', '3 Jan'], ['00:00', '4 Jan'], ['02:00', '']]);
  });

  test('days, weeks from Mondays on, months and years', () => {
    expect(timeTicks(at(2026, 0, 30, 12), at(2026, 1, 3), 6).map((tick) => tick.label)).toEqual(['31 Jan', '1 Feb', '2 Feb', '3 Feb']);
    for (const { value } of timeTicks(at(2026, 0, 1), at(2026, 1, 15), 7)) expect(new Date(value).getDay()).toBe(1);
    const months = timeTicks(at(2025, 10, 15), at(2026, 2, 2), 6);
    expect(months.map((tick) => [tick.label, tick.below])).toEqual([['Dec', '2025'], ['Jan', '2026'], ['Feb', ''], ['Mar', '']]);
    expect(timeTicks(at(2011, 3), at(2026, 3), 4).map((tick) => tick.label)).toEqual(['2015', '2020', '2025']);
  });

  test('of any stretch: inside, ascending, and not too many', () => {
    for (let span = 1000; span < 4e12; span *= 1.7) {
      for (const low of [at(2026, 2, 28, 23, 59, 59), at(2025, 9, 26, 0, 30), at(1999, 11, 31)]) {
        const found = timeTicks(low, low + span, 6);
        expect(found.length).toBeLessThanOrEqual(8);
        found.forEach(({ value }, i) => {
          expect(value).toBeGreaterThanOrEqual(low);
          expect(value).toBeLessThanOrEqual(low + span);
          if (i > 0) expect(value).toBeGreaterThan(found[i - 1]!.value);
        });
      }
    }
  });
});

test('bins are of sizes that have names', () => {
  expect(roundSpan(0)).toBe(1000);
  expect(roundSpan(5001)).toBe(10000);
  expect(roundSpan(3600e3)).toBe(3600e3);
  expect(roundSpan(100 * 86400e3 - 5)).toBe(100 * 86400e3);
});

test('moments and stretches in words', () => {
  const now = at(2026, 0, 3, 15);
  expect(momentWords(at(2026, 0, 3, 14, 5, 9), now)).toBe('14:05:09');
  expect(momentWords(at(2026, 0, 2, 14, 5, 9), now, false)).toBe('2 Jan, 14:05');
  expect(momentWords(at(2025, 0, 3, 14, 5, 9), now, false)).toBe('3 Jan 2025, 14:05');
  expect(stretchWords(at(2026, 0, 2, 9), at(2026, 0, 2, 9, 5), now)).toBe('2 Jan, 09:00 to 09:05');
  expect(stretchWords(at(2026, 0, 3, 9, 0, 5), at(2026, 0, 3, 9, 0, 10), now)).toBe('09:00:05 to 09:00:10');
});

test('durations in two digits', () => {
  expect([0.0004, 0.001, 0.02, 0.5, 1, 59.9, 90, 5400, 86400, 31536000].map(durationShort)).toEqual(
    ['0.4 ms', '1 ms', '20 ms', '500 ms', '1 s', '1 min', '1.5 min', '1.5 h', '1 d', '1 y']);
});
