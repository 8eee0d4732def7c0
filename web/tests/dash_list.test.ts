// Which bandits the list shows, in which order, and its address.
import { expect, test } from 'vitest';
import { chosen, kColumns, kOrder, listHash, orderOf } from '../src/dash/list_columns.ts';
import { rate } from '../src/dash/span.ts';
import { parseRoute } from '../src/dash/route.ts';
import { pressed } from '../src/table_sort.ts';
import { bandit, kNow } from './dash_bandit.ts';

const all = [
  bandit({ name: 'b10', agent: 'exp3', open: 5, oldest_open_at: null, leader: null }),
  bandit({ name: 'b9', agent: 'banker', open: 7, paused_at: '2026-01-02T11:00:00.000000Z' }),
  bandit({ name: 'Ads', agent: 'banker', open: 5, oldest_open_at: '2026-01-02T10:00:00.000000Z' }),
];
const names = (sort: string | null, find = ''): string[] => chosen(all, orderOf(sort), find, kNow).map(({ name }) => name);

test('by name at first, numbers in names as numbers', () => {
  expect(names(null)).toEqual(['Ads', 'b9', 'b10']);
  expect(names('-name')).toEqual(['b10', 'b9', 'Ads']);
});

test('equal ones stand by name, in both directions; without a value: last', () => {
  expect(names('open')).toEqual(['Ads', 'b10', 'b9']);
  expect(names('-open')).toEqual(['b9', 'Ads', 'b10']);
  expect(names('oldest')).toEqual(['b9', 'Ads', 'b10']);
  expect(names('-oldest')).toEqual(['Ads', 'b9', 'b10']);
});

test('every word must be in the name or in the agent', () => {
  expect(names(null, 'BANK')).toEqual(['Ads', 'b9']);
  expect(names(null, ' b9  bank ')).toEqual(['b9']);
  expect(names(null, 'b9 exp3')).toEqual([]);
});

test('the address says the order and the words, and nothing of the first', () => {
  expect(listHash(kOrder, '')).toBe('#/');
  for (const [sort, find] of [['-open', 'a b&c?'], ['-name', ''], ['agent', '#']] as const) {
    const route = parseRoute(listHash(orderOf(sort), find));
    if (route.page !== 'list') throw new Error('not the list');
    expect(route.query.get('sort')).toBe(sort);
    expect(route.query.get('find') ?? '').toBe(find);
  }
  expect(orderOf('nonsense')).toBe(kOrder);
});

test('figures go downwards at the first press, words upwards', () => {
  expect(listHash(pressed(kOrder, 'open'), '')).toBe('#/?sort=-open');
  expect(listHash(pressed(pressed(kOrder, 'open'), 'open'), '')).toBe('#/?sort=open');
  expect(listHash(pressed(kOrder, 'agent'), '')).toBe('#/?sort=agent');
});

test('what cells say', () => {
  const text = (key: string, change = {}): string => kColumns.find((column) => column.key === key)!.text(bandit(change), kNow);
  expect(text('oldest')).toBe('1 min');
  expect(text('oldest', { oldest_open_at: null })).toBe('–');
  expect(text('oldest', { oldest_open_at: '2026-01-02T12:00:09.000000Z' })).toBe('0 s'); // clocks differ
  expect(text('leader', { leader: { arm: 3, probability: 0.5 } })).toBe('arm 3');
  expect([rate(0), rate(0.25), rate(3), rate(9.96), rate(1234.4)]).toEqual(['0', '0.3', '3', '10', '1,234']);
});

test('its words are those of the page of a bandit', () => {
  expect(kColumns.map(({ title }) => title)).toEqual(
    ['Bandit', 'Agent', 'Health', 'Decisions/min', 'Outcomes/min', 'Open', 'Oldest open', 'Most likely', 'Decisions']);
  expect(kColumns.filter(({ help }) => !help).map(({ key }) => key)).toEqual(['name']); // all others are explained
});
