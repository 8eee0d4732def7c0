import { describe, expect, test } from 'vitest';
import { fromHistory, fromState, Live, timeline, type Moment } from '../src/dash/bandit_moments.ts';
import { rangeOf, usualRange, windowOf, withRange } from '../src/dash/bandit_range.ts';
import { armTrack, edgesOf, enoughFor, growth, levels, means, perMinute, rest, shownArms, steady, track, valueAt } from '../src/dash/bandit_series.ts';
import type { History, State } from '../src/dash/wire.ts';

const kStart = Date.UTC(2026, 0, 2, 3);

function moment(at: number, rounds: number, more: Partial<Moment> = {}): Moment {
  const bank = { scale: null, invested: null, certificate: null };
  return { at: kStart + 1000 * at, rounds, open: 0, outcomes: rounds, told: rounds, loss: rounds / 2, ...bank, arms: new Map(), point: null, ...more };
}
const rounds = ({ rounds }: Moment): number => rounds;
const ask = (asked: number, probability = 0.5) => ({ probability, asked, told: asked, loss: 0 });

describe('moments', () => {
  test('of a history: outcomes are those that came; an arm that is not known is not there', () => {
    const history: History = {
      at: ['2026-01-02T03:00:00.000000Z', '2026-01-02T03:00:05.000000Z'], rounds: [1, 9], open: [1, 2],
      settled: [0, 4], skipped: [0, 2], stale: [0, 1], dropped: [0, 3], expired: [0, 5],
      told: [0, 6], loss: [0, 2.5], scale: [null, 3], total_invested: [null, 4], certificate: [null, 5],
      arms: [{ arm: 'b', index: 1, probability: [null, 0.25], asked: [null, 3], told: [null, 2], loss: [null, 1] }],
    };
    const [first, last] = fromHistory(history);
    expect(first!.arms.size).toBe(0);
    expect(last).toMatchObject({ at: kStart + 5000, rounds: 9, open: 2, outcomes: 7, told: 6, loss: 2.5, scale: 3, invested: 4, certificate: 5 });
    expect(last!.arms.get(1)).toEqual({ probability: 0.25, asked: 3, told: 2, loss: 1 });
  });

  test('of a state: arms go by their numbers, whatever the spec says of names', () => {
    const counts = { settled: 1, skipped: 2, stale: 3, total_invested: 7 };
    const state = { at: '2026-01-02T03:00:00.000000Z', spec: { arms: 40_000 }, arms: [{ arm: 'b', index: 31_000, ...ask(3) }], ...counts } as unknown as State;
    expect(fromState(state)).toMatchObject({ at: kStart, outcomes: 6, invested: 7 });
    expect([...fromState(state).arms]).toEqual([[31_000, ask(3)]]);
  });

  test('that come for ever take little room: the last are all there, and old ones are rare', () => {
    const live = new Live(16);
    for (let i = 1; i <= 100_000; i++) live.push(moment(i, i));
    const kept = live.all().map(rounds);
    expect(kept.length).toBeLessThan(16 * 17);
    expect(kept.slice(-16)).toEqual(Array.from({ length: 16 }, (_, i) => 99_985 + i));
    expect(kept.every((value, i) => i === 0 || value > kept[i - 1]!)).toBe(true);
    expect(kept[0]).toBeLessThan(40_000);
    const gaps = kept.slice(1).map((value, i) => value - kept[i]!);
    expect(Math.max(...gaps)).toBeGreaterThan(1000);
    expect(Math.max(...gaps)).toBeLessThan(20_000);
  });
});

describe('the line of time', () => {
  test('begins with nothing, and has both parts in order', () => {
    const line = timeline([moment(4, 2), moment(8, 4)], [moment(6, 3), moment(8, 5)], kStart);
    expect(line.map(({ at }) => (at - kStart) / 1000)).toEqual([0, 4, 6, 8]);
    expect(line.map(rounds)).toEqual([0, 2, 3, 5]);
  });

  test('begins with what is known while the past is not', () => {
    expect(timeline(null, [moment(7200, 1e6), moment(7201, 1e6 + 1)], kStart).map(rounds)).toEqual([1e6, 1e6 + 1]);
  });

  test('where nothing happened for hours it stays, and does not slant', () => {
    const busy = (from: number, count: number, first: number): Moment[] => Array.from({ length: count }, (_, i) => moment(from + 5 * i, first + 10 * i));
    const line = timeline([...busy(0, 20, 10), ...busy(7200, 20, 210)], [], kStart);
    const total = track(line, rounds);
    expect(valueAt(total, kStart + 1000 * 3600)).toBe(200);
    expect(valueAt(total, kStart + 1000 * 7190)).toBe(200);
    expect(valueAt(total, kStart + 1000 * 7200)).toBe(210);
    expect(perMinute(total, [kStart + 1000e3, kStart + 7000e3])).toEqual([0]);
  });

  test('moments that became rare are no silence', () => {
    const line = [640, 320, 160, 80, 40, 20, 10, 5].map((ago) => moment(1000 - ago, 1000 - ago));
    expect(timeline(line, [], kStart + 360e3).map(rounds)).toEqual(line.map(rounds));
  });

  test('one that has counted less than another before it is left out; of nothing comes nothing', () => {
    expect(timeline([moment(1, 5), moment(2, 3), moment(3, 6)], [], kStart + 1000).map(rounds)).toEqual([5, 6]);
    expect(timeline([], [], kStart)).toEqual([]);
  });
});

describe('bins', () => {
  test('have round edges that stay while the window moves', () => {
    const edges = (from: number): number[] => edgesOf([kStart + from, kStart + from + 300e3], 60, 5000);
    const [now, later] = [edges(0), edges(3000)];
    expect(now[0]).toBe(kStart);
    expect(now.at(-1)).toBe(kStart + 300e3);
    expect(later.slice(1, -1).every((edge) => edge % 5000 === 0)).toBe(true);
    expect(later.slice(1, -2).every((edge) => now.includes(edge))).toBe(true);
    for (let i = 1; i < later.length; i++) expect(later[i]! - later[i - 1]!).toBeGreaterThanOrEqual(2500);
  });

  test('have a last one that is as long as the others, where it shall be', () => {
    for (let ends = 300e3; ends < 310e3; ends += 700) {
      const edges = edgesOf([kStart, kStart + ends], 60, 5000, 1);
      const lengths = edges.slice(1).map((edge, i) => edge - edges[i]!);
      expect(edges.at(-1)).toBe(kStart + ends);
      expect(lengths.at(-1)).toBeGreaterThanOrEqual(lengths.at(-2)!);
      expect(lengths.at(-1)).toBeLessThan(2 * lengths.at(-2)!);
    }
  });

  test('are no more than there is room for', () => {
    for (const span of [60e3, 3600e3, 86400e3, 400 * 86400e3]) expect(edgesOf([kStart, kStart + span], 50).length).toBeLessThanOrEqual(53);
  });

  test('rates: the same in all bins of steady traffic, and none after it', () => {
    const total = track([moment(0, 0), moment(60, 120)], rounds);
    expect(perMinute(total, [0, 20, 60, 90].map((at) => kStart + 1000 * at))).toEqual([120, 120, 0]);
    expect(growth(total, [kStart - 5000, kStart + 30e3])).toEqual([60]);
    expect(steady(total, [kStart, kStart + 60e3])).toBe(3000);
    expect(steady(track([moment(0, 0), moment(60, 3)], rounds), [kStart, kStart + 60e3])).toBe(3000);
  });

  test('means: of what came in a bin, few taken together, none where nothing came', () => {
    const moments = [moment(0, 0), moment(10, 10, { loss: 10 }), moment(20, 20, { loss: 10 }), moment(30, 20, { loss: 10 }), moment(40, 30, { loss: 15 })];
    const [loss, told] = [track(moments, (one) => one.loss), track(moments, (one) => one.told)];
    const edges = [0, 10, 20, 30, 40].map((at) => kStart + 1000 * at);
    const middle = (...at: number[]): number[] => at.map((one) => kStart + 1000 * one);
    expect(means(loss, told, edges, 10)).toEqual({ x: middle(5, 15, 35), y: [1, 0, 0.5] });
    expect(means(loss, told, edges, 20)).toEqual({ x: middle(10), y: [0.5] });
    expect(enoughFor(told, edges)).toBe(5);
  });

  test('losses may be negative', () => {
    const moments = [moment(0, 0), moment(10, 10, { loss: -20 })];
    expect(means(track(moments, (one) => one.loss), track(moments, (one) => one.told), [kStart, kStart + 10e3], 1).y).toEqual([-2]);
  });
});

describe('arms', () => {
  test('a count is 0 at the beginning, a probability is not known before it is', () => {
    const moments = [moment(0, 0), moment(10, 20), moment(20, 40, { arms: new Map([[3, ask(8, 0.25)]]) })];
    expect(levels(armTrack(moments, 3, 'asked'), [kStart, kStart + 10e3, kStart + 20e3, kStart + 99e3])).toEqual([4, 8, 8]);
    expect(levels(armTrack(moments, 3, 'probability'), [kStart, kStart + 10e3, kStart + 20e3])).toEqual([NaN, 0.25]);
  });

  test('an arm that is no longer among the likely ones is not as likely as it was', () => {
    const arms = (...likely: [number, number][]) => ({ arms: new Map(likely.map(([arm, probability]) => [arm, ask(5, probability)])) });
    const moments = [moment(0, 0), moment(10, 20, arms([1, 0.9], [2, 0.1])), moment(20, 40, arms([1, 0.5], [3, 0.5]))];
    const at = [kStart, kStart + 10e3, kStart + 20e3];
    expect([1, 2, 3].map((arm) => levels(armTrack(moments, arm, 'probability'), at))).toEqual([[0.9, 0.5], [0.1, 0], [0, 0.5]]);
    expect(levels(armTrack(moments, 2, 'asked'), at)).toEqual([5, 5]);
  });

  test('a count of an arm is not 0 where the past is not known', () => {
    const moments = [moment(0, 1000), moment(10, 1020, { arms: new Map([[3, ask(800)]]) }), moment(20, 1040, { arms: new Map([[3, ask(810)]]) })];
    expect(growth(armTrack(moments, 3, 'asked'), [kStart, kStart + 10e3, kStart + 20e3])).toEqual([0, 10]);
  });

  test('few have all a layer; of many the largest, and what they leave goes to the others', () => {
    const values = new Map([[4, [0.1, NaN]], [2, [0.2, 0.2]], [9, [0.3, 0.6]]]);
    expect(shownArms(values, 8, 3)).toEqual([2, 4, 9]);
    expect(shownArms(values, 3, 40)).toEqual([2, 9]);
    expect(rest([1, 1], [[0.25, NaN], [0.5, 1.5]])).toEqual([0.25, 0]);
  });
});

test('ranges: in the address, cut where there was nothing, and one that has something in it', () => {
  expect(rangeOf('#/b/ads?range=day')).toBe('day');
  expect([rangeOf('#/b/ads'), rangeOf('#/b/ads?range=week')]).toEqual([null, null]);
  expect(rangeOf(withRange('#/b/ads?x=1', '5min'))).toBe('5min');
  expect(withRange('#/b/a%3Fb', 'all')).toBe('#/b/a%3Fb?range=all');
  expect(windowOf('hour', 0, 7200e3)).toEqual([3600e3, 7200e3]);
  expect(windowOf('hour', 7000e3, 7200e3)).toEqual([7000e3, 7200e3]);
  expect(windowOf('all', 7200e3, 7200e3)).toEqual([7170e3, 7200e3]);
  expect(windowOf('all', 7195e3, 7200e3, 7190e3)).toEqual([7190e3, 7200e3]); // not before it was there
  expect(windowOf('all', 7200e3, 7200e3, 7200e3)).toEqual([7199e3, 7200e3]);
  expect([60e3, 7200e3, 2e9].map((ago) => usualRange(1e12 - ago, 1e12))).toEqual(['hour', 'day', 'all']);
});
