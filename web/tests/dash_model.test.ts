// The end of a chart that moves: what is not known yet is no fall.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Model } from '../src/dash/bandit_model.ts';
import { perMinute } from '../src/dash/bandit_series.ts';
import type { State } from '../src/dash/wire.ts';

const kStart = Date.UTC(2026, 0, 2, 3);
const kWidth = 560;

/** Ten decisions a second. */
function state(seconds: number): State {
  const at = new Date(kStart + 1000 * seconds).toISOString();
  const counts = { rounds: 10 * seconds, open: 0, settled: 10 * seconds, skipped: 0, stale: 0, told: 0, loss: 0, rewards: 0 };
  const bank = { scale: null, total_invested: null, certificate: null };
  return { at, created_at: new Date(kStart).toISOString(), spec: {}, arms: [], ...bank, ...counts } as unknown as State;
}

function rates(model: Model): number[] {
  return perMinute(model.total(({ rounds }) => rounds), model.steadyEdges(kWidth));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function after(seconds: number): Model {
  vi.setSystemTime(kStart);
  const model = new Model(state(0), false);
  for (let i = 1; i <= seconds; i++) {
    vi.setSystemTime(kStart + 1000 * i);
    model.take(state(i));
  }
  return model;
}

describe('rates of steady traffic', () => {
  test.each([100, 101, 102, 103, 104])('do not fall at the end, %i seconds after the beginning', (seconds) => {
    const model = after(seconds);
    for (const late of [0, 400, 999, 1900]) {
      vi.setSystemTime(kStart + 1000 * seconds + late);
      for (const rate of rates(model)) expect(rate).toBeCloseTo(600, 6);
    }
  });

  test('fall when it ends', () => {
    const model = after(100);
    vi.setSystemTime(kStart + 130e3);
    expect(rates(model).at(-1)).toBe(0);
  });

  test('are not known while the server is away', () => {
    const model = after(100);
    model.away = true;
    vi.setSystemTime(kStart + 130e3);
    for (const rate of rates(model)) expect(rate).toBeCloseTo(600, 6);
    expect(model.steadyEdges(kWidth).at(-1)).toBe(kStart + 100e3);
  });
});
