// The decisions that wait longest.
import { h, unique } from '../dom.ts';
import { pretty, whole } from '../format.ts';
import { dropOne, expireOne } from './closing.ts';
import { complain, type Context, type Panel } from './context.ts';
import { decisionHash, playedWords } from './decision_words.ts';
import { every } from './every.ts';
import { between, spanOf } from './span.ts';
import type { Decision, Decisions, State } from './wire.ts';

const kMost = 8;
const kAgain = 2000; // milliseconds between two looks
const kTick = 1000;

interface Row {
  decision: Decision;
  element: HTMLElement;
  age: HTMLElement;
}

export function openPanel(context: Context, name: string): Panel {
  const path = `/v1/bandits/${encodeURIComponent(name)}/decisions?open=true&limit=${kMost}`;
  const body = h('tbody');
  const heads = ['id', 'waits for', 'played', h('span', { class: 'hidden' }, 'Close it')];
  const head = h('tr', {}, ...heads.map((word) => h('th', { scope: 'col', class: word === 'waits for' ? '' : 'left' }, word)));
  const table = h('div', { class: 'scroll' }, h('table', { class: 'table open' }, h('thead', {}, head), body));
  const note = h('p', { class: 'note' });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const heading = h('h3', { id: unique(), tabindex: '-1' }, 'Waiting longest');
  const element = h('section', { class: 'waiting', 'aria-labelledby': heading.id }, heading, trouble, table, note);
  const rows = new Map<number, Row>();
  let last: State | null = null;
  let known = false; // the list has come
  let ahead = 0; // of the server's clock, in milliseconds

  const reload = every(kAgain, async () => show((await context.client.get<Decisions>(path)).decisions), (error) => {
    complain(trouble, error);
    say();
  });

  function show(open: readonly Decision[]): void {
    known = true;
    const had = body.contains(document.activeElement);
    const keep = new Set(open.map(({ round }) => round));
    for (const [round, row] of rows) {
      if (keep.has(round)) continue;
      row.element.remove();
      rows.delete(round);
    }
    open.forEach((decision, i) => {
      const row = rows.get(decision.round) ?? make(decision);
      rows.set(decision.round, row);
      if (body.children[i] !== row.element) body.insertBefore(row.element, body.children[i] ?? null);
    });
    if (had && !body.contains(document.activeElement)) (body.querySelector('button') ?? heading).focus();
    tick();
    say();
  }

  function say(): void {
    const more = (last?.open ?? rows.size) - rows.size;
    table.hidden = rows.size === 0;
    const empty = !trouble.hidden ? '' : known && more <= 0 ? 'Nothing is open.' : 'Loading …';
    note.textContent = rows.size === 0 ? empty : more > 0 ? `and ${whole(more)} more` : '';
  }

  function make(decision: Decision): Row {
    const { id, probability } = decision;
    const age = h('td', { class: 'age' });
    const act = (word: string, close: () => Promise<boolean>): HTMLElement => {
      const onclick = (): void => void close().then((done) => done && gone(decision.round, true));
      return h('button', { type: 'button', 'aria-label': `${word} ${id}`, onclick }, `${word} …`);
    };
    const buttons = [
      act('Drop', () => dropOne(context, name, decision)),
      act('Expire', () => expireOne(context, name, decision, last)),
    ];
    const element = h('tr', {},
      h('th', { scope: 'row', class: 'left' }, h('a', { class: 'id', href: decisionHash(name, id), title: id }, id)),
      age,
      h('td', { class: 'left played' },
        h('span', { class: 'arm' }, playedWords(decision)), probability !== undefined && h('small', {}, pretty(probability, 3))),
      h('td', { class: 'left close' }, ...buttons));
    return { decision, element, age };
  }

  // Without waiting for the next look. The next row gets the focus, if this one had it, or a dialog that was opened from it.
  function gone(round: number, focus = false): void {
    const row = rows.get(round);
    const next = row?.element.nextElementSibling ?? row?.element.previousElementSibling;
    const had = focus || row?.element.contains(document.activeElement);
    row?.element.remove();
    if (rows.delete(round) && last) last = { ...last, open: Math.max(0, last.open - 1) };
    if (had) ((next ?? body).querySelector('button') ?? heading).focus();
    say();
    reload.ask();
  }

  function tick(): void {
    const now = Date.now() + ahead;
    for (const { decision, age } of rows.values()) {
      const text = spanOf(between(decision.at, now));
      if (age.textContent !== text) age.textContent = text;
    }
  }

  const timer = window.setInterval(tick, kTick);
  reload.ask();
  return {
    element,
    state(state) {
      const [before, oldest] = [last?.open, last?.oldest_open_at];
      last = state;
      ahead = Date.parse(state.at) - Date.now();
      const less = rows.size < Math.min(kMost, state.open);
      if (before !== state.open || oldest !== state.oldest_open_at || less || reload.failed) reload.ask();
      say();
    },
    event(kind, data) {
      if (kind === 'ask' || !rows.has(data.round)) return;
      gone(data.round);
    },
    stop() {
      clearInterval(timer);
      reload.stop();
    },
  };
}
