// The latest decisions, as they come. Rows stand still while a reader is at them.
import { h, unique } from '../dom.ts';
import { whole } from '../format.ts';
import { complain, type Context, type Panel } from './context.ts';
import { closed, Latest } from './decision_row.ts';
import { decisionHash } from './decision_words.ts';
import { decisionsTable } from './decisions_table.ts';
import { every } from './every.ts';
import type { Closed, Decision, Decisions, State } from './wire.ts';

const kPage = 50;
const kAgain = 2000; // milliseconds between two looks at the list
const kSoon = 200; // from an event to its picture
const kLater = 1000;

export function decisionsPanel(context: Context, name: string): Panel {
  const path = `/v1/bandits/${encodeURIComponent(name)}/decisions?limit=${kPage}`;
  const latest = new Latest(kPage);
  const changed = new Set<number>(); // since the rows were drawn
  let older: Decision[] | null = null; // a page that is not the first
  let hold = false;
  let over = false;
  let timer = 0;
  let seen = false; // by the reader
  let terms: State | null = context.saved?.state ?? null;

  const table = decisionsTable(name, () => terms);
  const news = h('span', { class: 'note' });
  const held = h('p', { id: unique(), class: 'note' }, 'Hold lets the list stand still: new decisions are counted, and shown when you let it go.');
  const legend = key();
  const holding = h('button', { type: 'button', 'aria-pressed': 'false', 'aria-describedby': held.id, onclick: toggle }, 'Hold');
  const before = h('button', { type: 'button', onclick: () => void page() }, 'Older');
  const newest = h('button', { type: 'button', hidden: true, onclick: first }, 'Newest');
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Latest decisions' }, table.element);
  const heading = h('h2', { id: unique() }, 'Decisions');
  const element = h('section', { class: 'panel decided', 'aria-labelledby': heading.id },
    h('div', { class: 'bar' }, heading, h('div', { class: 'tools' }, news, finder(context, name), !context.saved && holding)),
    trouble, scroll, legend, !context.saved && held, h('div', { class: 'tools pages' }, newest, !context.saved && before));

  // A finger leaves the focus where it was: only a reader at the keyboard, who sees it, stands there.
  const still = (): boolean => hold || over || scroll.matches(':focus-visible') || scroll.querySelector(':focus-visible') !== null;
  const reload = every(kAgain, async () => latest.load((await context.client.get<Decisions>(path)).decisions), (error) => {
    complain(trouble, error);
    show();
  });

  function toggle(): void {
    hold = !hold;
    holding.setAttribute('aria-pressed', String(hold));
    show();
  }
  function first(): void {
    older = null;
    newest.hidden = true;
    draw(latest.rows);
    show();
  }
  async function page(): Promise<void> {
    const last = table.least();
    if (last === null) return;
    try {
      const { decisions } = await context.client.get<Decisions>(`${path}&before=${last}`);
      if (decisions.length === 0) {
        context.say('There are none before these.');
        before.hidden = true;
        newest.focus();
        return;
      }
      older = decisions;
      newest.hidden = false;
      const had = document.activeElement === before;
      draw(older);
      if (had && before.hidden) newest.focus();
      scroll.scrollTop = 0;
      news.textContent = `${whole(decisions.at(-1)!.round)} to ${whole(decisions[0]!.round)}`;
    } catch (error) {
      complain(trouble, error);
    }
  }

  function draw(decisions: readonly Decision[]): void {
    legend.hidden = !decisions.some(({ statement }) => statement);
    table.draw(decisions, changed);
    before.hidden = (table.least() ?? 1) <= 1; // the first round is there: nothing is older
  }

  /** Puts rows where they belong, unless the reader holds them; those that are there are kept up to date in any case. */
  function show(): void {
    clearTimeout(timer);
    timer = 0;
    if (older) {
      table.update(older, changed);
    } else if (still() && table.size() > 0) {
      table.update(latest.rows, changed);
      const fresh = latest.rows.filter(({ round }) => !table.has(round)).length;
      news.textContent = fresh === 0 ? (hold ? 'held' : '') : `${fresh >= kPage ? `${kPage} or more` : fresh} new, held`;
    } else {
      news.textContent = '';
      draw(latest.rows);
    }
    changed.clear();
  }

  /** Events come by the dozen: one picture has many of them, and more where nobody looks. */
  function soon(): void {
    timer ||= window.setTimeout(show, seen ? kSoon : kLater);
  }

  scroll.addEventListener('pointerenter', (event) => void (over = event.pointerType === 'mouse'));
  scroll.addEventListener('pointerleave', () => {
    over = false;
    soon();
  });
  scroll.addEventListener('focusout', soon);
  const sight = new IntersectionObserver((entries) => {
    seen = entries.at(-1)!.isIntersecting;
    if (seen && timer) show();
  });
  sight.observe(scroll);
  if (context.saved) {
    latest.load(context.saved.decisions);
    draw(latest.rows);
  } else {
    reload.ask();
  }
  return {
    element,
    event(kind, data) {
      const round = latest.event(kind, data);
      if (round !== null) changed.add(round);
      const at = kind === 'ask' ? -1 : (older?.findIndex((one) => one.round === data.round) ?? -1);
      if (at >= 0) {
        older![at] = closed(older![at]!, kind, data as Closed);
        changed.add(data.round);
      }
      if (latest.missed) reload.ask();
      if (changed.size > 0) soon();
    },
    state(state) {
      if (context.saved) return;
      terms = state;
      latest.count(state.rounds, state.settled + state.skipped + state.stale + state.dropped + state.expired);
      if (latest.missed || reload.failed) reload.ask();
    },
    stop() {
      clearTimeout(timer);
      sight.disconnect();
      reload.stop();
    },
  };
}

function key(): HTMLElement {
  const entry = (name: string, words: string): HTMLElement => h('li', {}, h('i', { class: name }), words);
  return h('ul', { class: 'key', 'aria-label': 'Who paid' },
    entry('savings', 'savings of single rounds'), entry('pool', 'the pool of all savings'), entry('loan', 'borrowed'));
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
