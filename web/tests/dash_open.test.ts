// The decisions that wait longest: which are shown, what becomes of them while a reader is there, and what is said of them.
import { describe, expect, test } from 'vitest';
import { OpenRows } from '../src/dash/open_rows.ts';
import { openWords, type Waiting } from '../src/dash/open_words.ts';
import type { Decision } from '../src/dash/wire.ts';

const at = (round: number): string => `2026-01-02T03:04:${String(round).padStart(2, '0')}.000000Z`;
const kOpen = { arm: 'red', probability: 0.5, statement: null, status: 'open', outcome: null } as const;
const decision = (round: number): Decision => ({ id: `r${round}`, round, at: at(round), ...kOpen });
const from = (first: number, count: number): Decision[] => Array.from({ length: count }, (_, i) => decision(first + i));
const shown = ({ rows }: OpenRows): (number | string)[] => rows.map(({ decision: { round }, ended }) => ended ?? round);

function three(): OpenRows {
  const list = new OpenRows(3);
  list.load(from(1, 6));
  list.refill();
  return list;
}

describe('rows', () => {
  test('are the first of those that were asked for', () => {
    const list = three();
    expect(shown(list)).toEqual([1, 2, 3]);
    expect(list.oldest()).toBe(at(1));
    expect(list.waits()).toBe(false);
  });

  test('stay where they are when they are closed, until there are others', () => {
    const list = three();
    expect(list.end(2, 'settled')).toBe(true);
    expect(list.end(5, 'settled')).toBe(false);
    expect(shown(list)).toEqual([1, 'settled', 3]);
    expect(list.waits()).toBe(true);
    list.refill(); // without another list
    expect(shown(list)).toEqual([1, 3, 4]);
  });

  test('that a new list does not have are closed', () => {
    const list = three();
    list.end(1, 'expired');
    list.load(from(3, 6));
    expect(shown(list)).toEqual(['expired', 'closed', 3]);
  });

  test('are not opened again by a list that was on its way when they were closed', () => {
    const list = three();
    list.end(1, 'dropped');
    list.load(from(1, 6));
    expect(shown(list)).toEqual(['dropped', 2, 3]);
    list.refill();
    expect(shown(list)).toEqual([2, 3, 4]);
  });

  test('are none that waits longer than the oldest does', () => {
    const list = three();
    list.since(at(3));
    expect(shown(list)).toEqual(['closed', 'closed', 3]);
    list.refill();
    expect(shown(list)).toEqual([3, 4, 5]);
    expect(list.oldest()).toBe(at(3));
    list.since(null);
    expect(shown(list)).toEqual(['closed', 'closed', 'closed']);
    list.refill();
    expect(shown(list)).toEqual([]);
  });
});

describe('what is said of them', () => {
  const words = (change: Partial<Waiting>): string => openWords({ rows: three().rows, open: 3, known: true, held: false, failed: false, ...change });
  const closed = (): OpenRows => {
    const list = three();
    list.end(2, 'settled');
    return list;
  };
  test.each<[string, Partial<Waiting>]>([
    ['All 3 of them.', {}],
    ['The only one.', { rows: three().rows.slice(0, 1), open: 1 }],
    ['The first 3 of 39.', { open: 39 }],
    ['Held while you are here.', { open: 39, held: true }],
    ['Held while you are here; 1 closed meanwhile.', { open: 39, held: true, rows: closed().rows }],
    ['Nothing is open.', { open: 0, held: true, rows: closed().rows }],
    ['Loading …', { rows: [], open: 0, known: false }],
    ['Loading …', { rows: [], open: 39 }],
    ['', { rows: [], open: 39, failed: true }],
  ])('%s', (text, change) => expect(words(change)).toBe(text));
});
