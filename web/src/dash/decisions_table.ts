// The rows of a list of decisions. A row that is there stays: only what became of its decision is drawn anew.
import { h, say } from '../dom.ts';
import { brief } from '../format.ts';
import { decisionHash, outcomeWords, paidBar, playedCell, statusMark } from './decision_words.ts';
import { between, clockOf, spanOf } from './span.ts';
import type { Decision, State } from './wire.ts';

const kGlow = 1500; // milliseconds: no other row is marked as long as one is

export interface DecisionsTable {
  element: HTMLElement;
  has(round: number): boolean;
  least(): number | null; // the oldest round of all rows
  size(): number;
  draw(decisions: readonly Decision[], changed?: ReadonlySet<number>): void; // these and no others, in this order
  update(decisions: readonly Decision[], changed?: ReadonlySet<number>): void; // the rows that are there, where they are
}

const kHeads = [
  ['left', 'id'], ['left wide', 'when'], ['left', 'played'], ['left bank', 'σ, paid by'], ['left', 'status'], ['wide', 'outcome'], ['wide', 'after'],
] as const;

/** `terms` are those of the bandit, once they are known. */
export function decisionsTable(name: string, terms: () => Pick<State, 'on_expiry'> | null): DecisionsTable {
  const rows = new Map<number, { element: HTMLElement; decision: Decision }>();
  const none = h('tr', {}, h('td', { class: 'left note', colspan: kHeads.length }, 'No decisions so far: ask for one.'));
  const body = h('tbody', {}, none);
  const heads = h('tr', {}, ...kHeads.map(([kind, word]) => h('th', { scope: 'col', class: kind }, word)));
  let glowed = -Infinity;
  let day = new Date().toDateString();

  function place(decision: Decision, soft: boolean): HTMLElement {
    const known = rows.get(decision.round);
    if (known && known.decision.status === decision.status) return known.element;
    const element = known?.element ?? h('tr');
    const had = element.contains(document.activeElement);
    element.replaceChildren(...cells(name, decision, outcomeWords(decision, terms())));
    if (had) element.querySelector('a')?.focus();
    rows.set(decision.round, { element, decision });
    if (known && soft) glow(element);
    return element;
  }

  /** After midnight what was a time of today is one of yesterday. */
  function turn(): void {
    const today = new Date().toDateString();
    if (day === today) return;
    day = today;
    for (const { element, decision } of rows.values()) say(element.querySelector('time')!, clockOf(decision.at));
  }

  /** Softly, once, and one row at a time: where outcomes come by the dozen, a page that flickers says nothing. */
  function glow(element: HTMLElement): void {
    const now = performance.now();
    if (now - glowed < kGlow) return;
    glowed = now;
    element.classList.add('fresh');
    element.addEventListener('animationend', () => element.classList.remove('fresh'), { once: true });
  }

  const element = h('table', { class: 'table decisions' }, h('thead', {}, heads), body);
  return {
    element,
    has: (round) => rows.has(round),
    least: () => (rows.size === 0 ? null : Math.min(...rows.keys())),
    size: () => rows.size,
    update(decisions, changed) {
      turn();
      for (const decision of decisions) if (rows.has(decision.round)) place(decision, changed?.has(decision.round) ?? false);
    },
    draw(decisions, changed) {
      turn();
      element.classList.toggle('bankless', !decisions.some(({ statement }) => statement)); // a column that says nothing
      const keep = new Set(decisions.map(({ round }) => round));
      for (const [round, { element }] of rows) {
        if (keep.has(round)) continue;
        element.remove();
        rows.delete(round);
      }
      if (decisions.length === 0) return body.replaceChildren(none);
      none.remove();
      let at = body.firstElementChild;
      for (const decision of decisions) {
        const element = place(decision, changed?.has(decision.round) ?? false);
        if (element === at) at = at.nextElementSibling;
        else body.insertBefore(element, at);
      }
    },
  };
}

function cells(name: string, decision: Decision, words: string): HTMLElement[] {
  const { id, at, statement, status, outcome } = decision;
  const paid = statement && h('span', { class: 'money' }, paidBar(decision), h('small', {}, brief(statement.scale, 3)));
  return [
    h('th', { scope: 'row', class: 'left' }, h('a', { class: 'id', href: decisionHash(name, id), title: id }, id)),
    h('td', { class: 'left wide' }, h('time', { datetime: at, title: at }, clockOf(at))),
    playedCell(decision),
    h('td', { class: 'left bank' }, paid),
    h('td', { class: 'left' }, statusMark(status), h('small', { class: 'narrow' }, words)),
    h('td', { class: 'wide' }, words),
    h('td', { class: 'wide' }, outcome ? spanOf(between(at, outcome.at)) : ''),
  ];
}
