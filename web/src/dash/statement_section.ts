// The bank statement of a decision: a picture whose rounds are links, and the same as tables.
import { statement } from '../chart/statement.ts';
import { sidesOf, sum, type Part, type Sides } from '../chart/statement_money.ts';
import { h, unique } from '../dom.ts';
import { brief, whole } from '../format.ts';
import { node, render } from '../scene.ts';
import { decisionHash } from './decision_words.ts';
import { percent } from './span.ts';
import type { FullStatement } from './wire.ts';

const kNamed = 7; // rounds of a side with a place of their own
const kListed = 200; // rows of a table

const kNoBank = 'This agent has no bank: its decisions are not paid for, so that there is no statement.';
const kFree = 'Its scale σ was 0: it needed no capital, and nobody had to pay for it.';

export interface StatementSection {
  element: HTMLElement;
  show(full: FullStatement, pooled: boolean): void;
  stop(): void;
}

export function statementSection(name: string): StatementSection {
  const heading = h('h2', { id: unique() }, 'Bank statement');
  const inside = h('div');
  const element = h('section', { class: 'panel statement', 'aria-labelledby': heading.id }, heading, inside);
  const link = (round: number): string => decisionHash(name, `r${round}`);
  let resized: ResizeObserver | null = null;
  let shown = '';

  function show(full: FullStatement, pooled: boolean): void {
    const same = JSON.stringify([full, pooled]);
    if (same === shown) return;
    shown = same;
    resized?.disconnect();
    const sides = sidesOf(full, pooled, kNamed);
    if (!sides) {
      inside.replaceChildren(h('p', { class: 'note' }, full.decision.statement ? kFree : kNoBank));
      return;
    }
    const plot = h('div', { class: 'picture' });
    const words = summary(sides, pooled);
    const draw = statement(sides, `round ${whole(full.decision.round)}`, link);
    resized = new ResizeObserver(() => {
      const width = Math.floor(plot.clientWidth);
      if (width < 1 || plot.firstElementChild?.getAttribute('width') === String(width)) return;
      const { height, body } = draw(width);
      plot.replaceChildren(render(node('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'group', 'aria-label': words }, body)));
    });
    inside.replaceChildren(h('p', { class: 'note' }, words), plot, tables(full, sides, link));
    resized.observe(plot);
  }
  return { element, show, stop: () => resized?.disconnect() };
}

/** The picture in a few sentences. */
export function summary({ scale, left, right }: Sides, pooled: boolean): string {
  const part = (kinds: Part['kind'][], side: Part[]): number => side.reduce((all, one) => all + (kinds.includes(one.kind) ? one.amount : 0), 0);
  const named = [
    ['savings of earlier decisions', part(['saving', 'others'], left)],
    ['the pool of all savings', part(['pool'], left)],
    ['a loan', Math.min(scale, part(['loan'], left))],
  ] as const;
  const paid = named.filter(([, amount]) => amount > 0).map(([who, amount]) => `${who} (${percent(amount / scale)})`);
  const reserve = part(['reserve'], right);
  const more = reserve > 0 ? ` ${brief(reserve)} more was borrowed at once, for the reserve of the pool.` : '';
  const lent = named[2][1] > 0;
  const saved = named[0][1] + named[1][1] > 0;
  const learned = saved ? `What the payers had learned came with their money${lent ? '; the loan knows nothing' : ''}.` : 'All of it is borrowed: it starts from scratch.';
  const aside = reserve > 0 ? ', and what was put aside' : '';
  const names = pooled ? ` The pool mixes all savings and keeps no names: what this decision took from it and gave back is shown${aside}.` : '';
  return `It needed a scale σ of ${brief(scale)}, paid by ${paid.join(', ')}.${more} ${learned}${names}`;
}

interface Line {
  name: string;
  round?: number;
  amount: number;
}

function tables(full: FullStatement, sides: Sides, link: (round: number) => string): HTMLElement {
  const { borrowed, from_pool, payments } = full.decision.statement!;
  const paid: Line[] = [
    ...payments.map(({ round, amount }) => ({ name: `savings of round ${whole(round)}`, round, amount })),
    { name: 'the pool', amount: Math.max(0, from_pool) },
    { name: 'borrowed', amount: borrowed },
  ];
  const rest = sides.right.filter(({ kind }) => kind !== 'spent' && kind !== 'others');
  const went: Line[] = [...full.spent.map(({ round, amount }) => ({ name: `spent by round ${whole(round)}`, round, amount })), ...rest];
  return h('details', { class: 'lines', open: payments.length + full.spent.length <= 6 }, h('summary', {}, 'As tables'),
    h('div', { class: 'grid2' }, table('Paid by', paid, sides.total, link), table('Went to', went, sides.total, link)));
}

function table(caption: string, lines: readonly Line[], total: number, link: (round: number) => string): HTMLElement {
  const seen = lines.filter(({ amount }) => amount > 0);
  const rows = seen.slice(0, kListed).map(({ name, round, amount }) =>
    h('tr', {}, h('th', { scope: 'row', class: 'left' }, round === undefined ? name : h('a', { href: link(round) }, name)),
      h('td', {}, brief(amount, 5)), h('td', {}, percent(amount / total))));
  const cut = seen.length - rows.length;
  const last = sum(seen.map(({ amount }) => ({ round: 0, amount })));
  return h('div', { class: 'scroll' }, h('table', { class: 'table' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'left' }, caption), h('th', { scope: 'col' }, 'amount'), h('th', { scope: 'col' }, 'share'))),
    h('tbody', {}, ...rows),
    h('tfoot', {}, h('tr', {}, h('th', { scope: 'row', class: 'left' }, cut > 0 ? `all, with ${whole(cut)} more` : 'all'),
      h('td', {}, brief(last, 5)), h('td', {}, percent(last / total))))));
}
