// The latest decisions, as they come. Rows stand still while a reader is at them.
import { h } from '../dom.ts';
import { pretty, whole } from '../format.ts';
import type { Context, Panel } from './context.ts';
import { closed, Latest } from './decision_row.ts';
import { decisionHash, outcomeWords, paidBar, playedWords, statusMark } from './decision_words.ts';
import { unique } from './dialog.ts';
import { every } from './every.ts';
import { between, clockOf, spanOf } from './span.ts';
import type { Closed, Decision, Decisions } from './wire.ts';

const kPage = 50;
const kAgain = 2000; // milliseconds between two looks at the list

export function decisionsPanel(context: Context, name: string): Panel {
  const path = `/v1/bandits/${encodeURIComponent(name)}/decisions?limit=${kPage}`;
  const latest = new Latest(kPage);
  const rows = new Map<number, { element: HTMLElement; decision: Decision }>();
  let older: Decision[] | null = null; // a page that is not the first
  let hold = false;
  let over = false;

  const body = h('tbody');
  const table = h('table', { class: 'table decisions' }, h('thead', {}, heads()), body);
  const news = h('span', { class: 'note' });
  const legend = key();
  const holding = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => toggle() }, 'Hold');
  const before = h('button', { type: 'button', onclick: () => void page() }, 'Older');
  const newest = h('button', { type: 'button', hidden: true, onclick: () => first() }, 'Newest');
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Latest decisions' }, table);
  const heading = h('h2', { id: unique() }, 'Decisions');
  const element = h('section', { class: 'panel decided', 'aria-labelledby': heading.id },
    h('div', { class: 'bar' }, heading, h('div', { class: 'tools' }, news, finder(context, name), !context.saved && holding)),
    trouble, scroll, legend, h('div', { class: 'tools pages' }, newest, !context.saved && before));

  const still = (): boolean => hold || over || scroll.contains(document.activeElement);
  const reload = every(kAgain, async () => {
    try {
      latest.load((await context.client.get<Decisions>(path)).decisions);
      trouble.hidden = true;
    } catch (error) {
      complain(error);
    }
    show();
  });

  function complain(error: unknown): void {
    trouble.textContent = error instanceof Error ? error.message : String(error);
    trouble.hidden = false;
  }
  function toggle(): void {
    hold = !hold;
    holding.setAttribute('aria-pressed', String(hold));
    show();
  }
  function first(): void {
    older = null;
    newest.hidden = true;
    before.disabled = false;
    redraw(latest.rows);
    show();
  }
  async function page(): Promise<void> {
    const last = [...rows.keys()].reduce((least, round) => Math.min(least, round), Infinity);
    if (!Number.isFinite(last)) return;
    try {
      const { decisions } = await context.client.get<Decisions>(`${path}&before=${last}`);
      if (decisions.length === 0) {
        context.say('There are none before these.');
        before.disabled = true;
        return;
      }
      older = decisions;
      newest.hidden = false;
      redraw(older);
      scroll.scrollTop = 0;
      news.textContent = `${whole(decisions.at(-1)!.round)} to ${whole(decisions[0]!.round)}`;
    } catch (error) {
      complain(error);
    }
  }

  /** Puts rows where they belong, unless the reader holds them; those that are there are kept up to date in any case. */
  function show(changed: number | null = null): void {
    const current = older ?? latest.rows;
    if (older || (still() && rows.size > 0)) {
      for (const decision of current) if (rows.has(decision.round)) place(decision, changed === decision.round);
      const fresh = older ? 0 : current.filter(({ round }) => !rows.has(round)).length;
      if (!older) news.textContent = fresh === 0 ? (hold ? 'held' : '') : `${fresh >= kPage ? `${kPage} or more` : fresh} new, held`;
      return;
    }
    news.textContent = '';
    redraw(current, changed);
  }

  function redraw(current: readonly Decision[], changed: number | null = null): void {
    const keep = new Set(current.map(({ round }) => round));
    for (const [round, { element }] of rows) {
      if (keep.has(round)) continue;
      element.remove();
      rows.delete(round);
    }
    legend.hidden = !current.some(({ statement }) => statement);
    let at: Element | null = body.firstElementChild;
    for (const decision of current) {
      const element = place(decision, changed === decision.round);
      if (element === at) at = at.nextElementSibling;
      else body.insertBefore(element, at);
    }
    if (current.length > 0) return;
    body.replaceChildren(h('tr', {}, h('td', { class: 'left note', colspan: 7 }, 'No decisions so far: ask for one.')));
  }

  function place(decision: Decision, soft: boolean): HTMLElement {
    const known = rows.get(decision.round);
    if (known && known.decision.status === decision.status) return known.element;
    if (rows.size === 0) body.replaceChildren();
    const element = known?.element ?? h('tr');
    const had = element.contains(document.activeElement);
    element.replaceChildren(...cells(name, decision));
    if (had) element.querySelector('a')?.focus();
    rows.set(decision.round, { element, decision });
    if (soft) glow(element);
    return element;
  }

  scroll.addEventListener('pointerenter', (event) => void (over = event.pointerType === 'mouse'));
  scroll.addEventListener('pointerleave', () => {
    over = false;
    show();
  });
  scroll.addEventListener('focusout', () => setTimeout(() => show()));
  if (context.saved) {
    latest.load(context.saved.decisions);
    redraw(latest.rows);
  } else {
    reload.ask();
  }
  return {
    element,
    event(kind, data) {
      const changed = latest.event(kind, data);
      if (older && kind !== 'ask') {
        const at = older.findIndex(({ round }) => round === data.round);
        if (at >= 0) older[at] = closed(older[at]!, kind, data as Closed);
        if (at >= 0) show(data.round);
      }
      if (latest.missed) reload.ask();
      if (changed !== null) show(changed);
    },
    state(state) {
      if (context.saved) return;
      latest.count(state.rounds, state.settled + state.skipped + state.stale + state.dropped + state.expired);
      if (latest.missed) reload.ask();
    },
    stop: () => reload.stop(),
  };
}

function glow(element: HTMLElement): void {
  element.classList.remove('fresh');
  void element.offsetWidth; // begins anew
  element.classList.add('fresh');
}

function heads(): HTMLElement {
  const words = [['left', 'id'], ['left wide', 'when'], ['left', 'played'], ['left', 'σ, paid by'], ['left', 'status'], ['wide', 'outcome'], ['wide', 'after']] as const;
  return h('tr', {}, ...words.map(([name, word]) => h('th', { scope: 'col', class: name }, word)));
}

function cells(name: string, decision: Decision): HTMLElement[] {
  const { id, at, probability, statement, status, outcome } = decision;
  return [
    h('th', { scope: 'row', class: 'left' }, h('a', { class: 'id', href: decisionHash(name, id), title: id }, id)),
    h('td', { class: 'left wide' }, h('time', { datetime: at, title: at }, clockOf(at))),
    h('td', { class: 'left played' }, h('span', { class: 'arm', title: playedWords(decision) }, playedWords(decision)),
      probability !== undefined && h('small', {}, pretty(probability, 3))),
    h('td', { class: 'left' }, statement ? h('span', { class: 'money' }, paidBar(decision), h('small', {}, pretty(statement.scale, 3))) : h('small', {}, 'no bank')),
    h('td', { class: 'left' }, statusMark(status), h('small', { class: 'narrow' }, outcomeWords(decision))),
    h('td', { class: 'wide' }, outcomeWords(decision)),
    h('td', { class: 'wide' }, outcome ? spanOf(between(at, outcome.at)) : ''),
  ];
}

function key(): HTMLElement {
  const entry = (name: string, words: string): HTMLElement => h('li', {}, h('i', { class: name }), words);
  return h('ul', { class: 'key', 'aria-label': 'Who paid' }, entry('savings', 'savings of single rounds'), entry('pool', 'the pool of all savings'), entry('loan', 'borrowed'));
}

/** By id, or by r and the round. */
function finder(context: Context, name: string): HTMLElement {
  const id = h('input', { type: 'search', placeholder: 'find by id', 'aria-label': 'Find a decision by its id', autocomplete: 'off', spellcheck: 'false' });
  const find = (event: Event): void => {
    event.preventDefault();
    const wanted = id.value.trim();
    if (wanted === '') return;
    const known = context.saved?.decisions.some((one) => one.id === wanted || `r${one.round}` === wanted) ?? true;
    if (known) context.go(decisionHash(name, wanted));
    else context.say(`${wanted} is not in this file: it has the latest decisions only.`, 'problem');
  };
  return h('form', { class: 'find', role: 'search', onsubmit: find }, id, h('button', { type: 'submit' }, 'Find'));
}
