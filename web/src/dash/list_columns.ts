// What the list says of a bandit, and by what it can be sorted.
import { whole } from '../format.ts';
import type { Order, Value } from '../table_sort.ts';
import { sorted } from '../table_sort.ts';
import { healthOf } from './health.ts';
import { armWords, between, rate, waitWords } from './span.ts';
import type { Health } from './wire.ts';

export interface ListColumn {
  key: string;
  title: string;
  help?: string;
  left?: boolean;
  value: (bandit: Health, now: number) => Value; // what it is sorted by
  text: (bandit: Health, now: number) => string; // name, health and leader are drawn
}

const age = ({ oldest_open_at: since }: Health, now: number): number | null => (since === null ? null : Math.max(0, between(since, now)));

export const kColumns: readonly ListColumn[] = [
  { key: 'name', title: 'Bandit', left: true, value: ({ name }) => name, text: ({ name }) => name },
  { key: 'agent', title: 'Agent', help: 'The algorithm that decides', left: true, value: ({ agent }) => agent, text: ({ agent }) => agent },
  {
    key: 'health', title: 'Health', help: 'How it is, in a word', left: true,
    value: (bandit, now) => healthOf(bandit, now).rank, text: (bandit, now) => healthOf(bandit, now).word,
  },
  {
    key: 'asks', title: 'Decisions/min', help: 'Decisions that were made in the last minute',
    value: (bandit) => bandit.asks_per_minute, text: (bandit) => rate(bandit.asks_per_minute),
  },
  {
    key: 'tells', title: 'Outcomes/min', help: 'Outcomes that were told in the last minute',
    value: (bandit) => bandit.tells_per_minute, text: (bandit) => rate(bandit.tells_per_minute),
  },
  { key: 'open', title: 'Open', help: 'Decisions that wait for their outcome', value: ({ open }) => open, text: ({ open }) => whole(open) },
  { key: 'oldest', title: 'Oldest open', help: 'How long the oldest of them has waited', value: age, text: (bandit, now) => waitWords(age(bandit, now)) },
  {
    key: 'leader', title: 'Most likely', help: 'The most likely arm, and how likely it is', left: true,
    value: ({ leader }) => leader?.probability ?? null, text: ({ leader }) => (leader ? armWords(leader.arm) : '–'),
  },
  { key: 'rounds', title: 'Decisions', help: 'All that were ever made', value: ({ rounds }) => rounds, text: ({ rounds }) => whole(rounds) },
];

/** By name; figures go downwards when they are pressed first. */
export const kOrder: Order = { key: 'name', down: { asks: true, tells: true, open: true, oldest: true, leader: true, rounds: true } };

/** "-open": by open, downwards. What makes no sense is as in the beginning. */
export function orderOf(text: string | null): Order {
  const key = text?.replace(/^-/, '');
  if (!key || !kColumns.some((column) => column.key === key)) return kOrder;
  return { key, down: { ...kOrder.down, [key]: text!.startsWith('-') } };
}

/** The address of the list; of the first one it is "#/". */
export function listHash(order: Order, find: string): string {
  const query = new URLSearchParams();
  const sort = `${order.down[order.key ?? ''] ? '-' : ''}${order.key ?? ''}`;
  if (sort !== kOrder.key) query.set('sort', sort);
  if (find !== '') query.set('find', find);
  return query.size > 0 ? `#/?${query}` : '#/';
}

/** Those with the words in their names or agents, in order; equal ones by name. */
export function chosen(bandits: Iterable<Health>, order: Order, find: string, now: number): Health[] {
  const words = find.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const hits = [...bandits].filter(({ name, agent }) => words.every((word) => name.toLowerCase().includes(word) || agent.toLowerCase().includes(word)));
  const byName = sorted(hits, ({ name }) => name, false);
  const column = kColumns.find(({ key }) => key === order.key);
  if (!column || (column.key === 'name' && !order.down['name'])) return byName;
  return sorted(byName, (bandit) => column.value(bandit, now), order.down[column.key] ?? false);
}
