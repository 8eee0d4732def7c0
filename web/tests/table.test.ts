import { describe, expect, test } from 'vitest';
import { pressed, sorted, type Order, type Value } from '../src/table_sort.ts';

interface Row {
  name: string;
  value: Value;
}

function names(values: [string, Value][], down: boolean): string {
  const rows: Row[] = values.map(([name, value]) => ({ name, value }));
  return sorted(rows, (row) => row.value, down).map((row) => row.name).join('');
}

describe('sorted', () => {
  test('numbers by size, not by their letters', () => {
    const rows: [string, Value][] = [['a', 10], ['b', 9], ['c', -1], ['d', 1e3], ['e', 0.5], ['f', -Infinity], ['g', Infinity]];
    expect(names(rows, false)).toBe('fcebadg');
    expect(names(rows, true)).toBe('gdabecf');
  });

  test('of equal rows the first stays first, in both directions', () => {
    const rows: [string, Value][] = [['a', 2], ['b', 1], ['c', 2], ['d', 1], ['e', 2], ['f', 0], ['g', -0]];
    expect(names(rows, false)).toBe('fgbdace');
    expect(names(rows, true)).toBe('acebdfg');
  });

  test('rows without a value are last, in both directions and in their order', () => {
    const rows: [string, Value][] = [['a', null], ['b', 2], ['c', NaN], ['d', 1], ['e', null]];
    expect(names(rows, false)).toBe('dbace');
    expect(names(rows, true)).toBe('bdace');
  });

  test('words by their letters, and numbers in them by size', () => {
    const rows: [string, Value][] = [['a', 'fixed:200'], ['b', 'blocks:20'], ['c', 'fixed:20'], ['d', 'Exp3'], ['e', 'exp3-ix']];
    expect(names(rows, false)).toBe('bdeca');
    expect(names(rows, true)).toBe('acedb');
  });

  test('numbers before words', () => expect(names([['a', 'x'], ['b', 3], ['c', 'w'], ['d', 2]], false)).toBe('dbca'));

  test('leaves the given rows alone and asks each once', () => {
    const rows = [3, 1, 2, 5, 4];
    let asked = 0;
    expect(sorted(rows, (row) => (asked++, row), false)).toEqual([1, 2, 3, 4, 5]);
    expect(rows).toEqual([3, 1, 2, 5, 4]);
    expect(asked).toBe(rows.length);
  });

  test('many equal rows: stable beyond the sizes at which engines change their method', () => {
    const rows = Array.from({ length: 2000 }, (_, i) => ({ i, value: i % 3 }));
    for (const down of [false, true]) {
      const order = sorted(rows, (row) => row.value, down);
      expect(order.every((row, k) => k === 0 || order[k - 1]!.value !== row.value || order[k - 1]!.i < row.i)).toBe(true);
    }
  });
});

describe('pressed', () => {
  const presses = (...keys: string[]) => keys.reduce<Order>(pressed, { key: null, down: {} });
  const now = (order: Order) => [order.key, order.down[order.key!]];

  test('upwards at first, then it turns round', () => {
    expect(now(presses('regret'))).toEqual(['regret', false]);
    expect(now(presses('regret', 'regret'))).toEqual(['regret', true]);
    expect(now(presses('regret', 'regret', 'regret'))).toEqual(['regret', false]);
  });

  test('a column remembers its direction while another one decides', () => {
    expect(now(presses('regret', 'regret', 'name'))).toEqual(['name', false]);
    expect(now(presses('regret', 'regret', 'name', 'regret'))).toEqual(['regret', true]);
    expect(now(presses('regret', 'name', 'regret'))).toEqual(['regret', false]);
  });

  test('the direction of the first order is one that is remembered', () => {
    const first: Order = { key: 'score', down: { score: true, rank: true } };
    expect(now(pressed(first, 'score'))).toEqual(['score', false]);
    expect(now(pressed(first, 'rank'))).toEqual(['rank', true]);
    expect(first).toEqual({ key: 'score', down: { score: true, rank: true } });
  });
});
