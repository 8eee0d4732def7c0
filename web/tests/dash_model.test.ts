// What the page of a bandit knows: of the end of a chart that moves, of a past that comes late, and of arms.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Model } from '../src/dash/bandit_model.ts';
import { perMinute } from '../src/dash/bandit_series.ts';
import type { ArmState, History, State } from '../src/dash/wire.ts';

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

test('the clock stands still while the server is away, and goes on when it is back', () => {
  const model = after(100);
  vi.setSystemTime(kStart + 101e3);
  model.away = true;
  vi.setSystemTime(kStart + 110e3);
  model.away = true; // it is tried again and again
  expect(model.now()).toBe(kStart + 101e3);
  expect(model.window()[1]).toBe(kStart + 101e3);
  model.away = false;
  expect(model.now()).toBe(kStart + 110e3);
});

const many = (seconds: number): State => ({ ...state(seconds), rounds: 1_000_000 + 10 * seconds, created_at: new Date(kStart - 86400e3).toISOString() });

describe('a past that comes late', () => {
  function open(): Model {
    vi.setSystemTime(kStart);
    const model = new Model(many(0), false);
    for (let i = 1; i <= 30; i++) {
      vi.setSystemTime(kStart + 1000 * i);
      model.take(many(i));
    }
    return model;
  }

  test('is not made up: all that was before did not happen in the last seconds', () => {
    const model = open();
    expect(Math.max(...rates(model))).toBeCloseTo(600, 6);
    expect(model.window()[0]).toBeGreaterThanOrEqual(kStart - 60e3);
  });

  test('is there from the beginning on, once it has come', () => {
    const model = open();
    const zeros = { open: [0], settled: [0], skipped: [0], stale: [0], dropped: [0], expired: [0], told: [0], loss: [0] };
    const history: History = { at: [new Date(kStart - 3600e3).toISOString()], rounds: [900_000], ...zeros, scale: [null], total_invested: [null], certificate: [null], arms: [] };
    model.remember(history);
    expect(model.moments()[0]).toMatchObject({ at: kStart - 86400e3, rounds: 0 });
    expect(model.moments().at(-1)!.rounds).toBe(1_000_300);
  });
});

test('named actions have their numbers, names and colours, though the spec has no list of arms', () => {
  vi.setSystemTime(kStart);
  const arm = (name: string, index: number, probability: number): ArmState => ({ arm: name, index, probability, asked: 10 * index, told: index, loss: 0 });
  const actions = { spec: { agent: 'banker-bolo', actions: { left: [1, 0], right: [0, 1] } }, arms_of: 2 };
  const model = new Model({ ...state(1), ...actions, arms: [arm('left', 0, 0.25), arm('right', 1, 0.75)] }, false);
  vi.setSystemTime(kStart + 1000);
  model.take({ ...state(2), ...actions, arms: [arm('left', 0, 0.125), arm('right', 1, 0.875)] });
  model.choose();
  expect(model.shown.map(({ number, name }) => [number, name])).toEqual([[0, 'left'], [1, 'right']]);
  expect(model.colorOf(1)).not.toBe(null);
  expect(model.colorOf(1)).not.toBe(model.colorOf(0));
  expect(model.arm(1, 'probability').value).toEqual([0.75, 0.875]);
});

test('the unit is what outcomes are told as, until the reader chooses', () => {
  vi.setSystemTime(kStart);
  const model = new Model(state(0), false);
  expect(model.unit).toBe('loss');
  model.take({ ...state(1), told: 4, rewards: 4 });
  expect(model.unit).toBe('reward');
  model.unit = 'loss';
  model.take({ ...state(2), told: 9, rewards: 9 });
  expect(model.unit).toBe('loss');
});

test('silence is in the unit of the mean', () => {
  vi.setSystemTime(kStart);
  const model = new Model({ ...state(0), loss_range: [0, 1], on_expiry: { reward: 0.25 } }, false);
  expect(model.unit).toBe('loss');
  expect(model.silence()).toBe(0.75);
  model.unit = 'reward';
  expect(model.silence()).toBe(0.25);
  model.take({ ...state(1), loss_range: null, on_expiry: { loss: 0 } });
  expect(model.silence()).toBe(0); // and not -0
  model.take({ ...state(2), on_expiry: 'drop' });
  expect(model.silence()).toBeNull();
});
