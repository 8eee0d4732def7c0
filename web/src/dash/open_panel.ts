// The decisions that wait longest. Rows stand still while a reader is at them: a button is always that of the decision it was at first.
import { h, say, unique } from '../dom.ts';
import { dropOne, expireOne } from './closing.ts';
import { complain, type Context, type Panel } from './context.ts';
import { every } from './every.ts';
import { OpenRows } from './open_rows.ts';
import { openTable } from './open_table.ts';
import { openWords } from './open_words.ts';
import type { Closed, Decision, Decisions, State } from './wire.ts';

const kMost = 8;
const kAhead = 30; // asked for: some are closed before they are shown
const kAgain = 2000; // milliseconds between two looks
const kMoment = 100; // from the end of a hold to the next rows: a press may be under way
const kLate = 2; // seconds that a list waits for a state of the same moment

export interface OpenPanel extends Panel {
  tick(): void; // every second
}

/** `now` is the clock of the page. */
export function openPanel(context: Context, name: string, now: () => number): OpenPanel {
  const path = `/v1/bandits/${encodeURIComponent(name)}/decisions?open=true&limit=${kAhead}`;
  const list = new OpenRows(kMost);
  const table = openTable(name, {
    drop: (decision) => void close(decision, 'dropped', dropOne),
    expire: (decision) => void close(decision, 'expired', expireOne),
  });
  const note = h('p', { class: 'note' });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const heading = h('h3', { id: unique(), tabindex: '-1' }, 'Waiting longest');
  const element = h('section', { class: 'waiting', 'aria-labelledby': heading.id }, heading, note, trouble, table.element);
  let last: State | null = null;
  let over = false; // a pointer is
  let asking = false; // a question about a row is open
  let late = 0; // seconds since a list came that has not been shown
  let timer = 0;

  // A finger leaves the focus where it was: only a reader at the keyboard, who sees it, stands there.
  const still = (): boolean => over || asking || table.element.querySelector(':focus-visible') !== null;
  const reload = every(kAgain, async () => take((await context.client.get<Decisions>(path)).decisions), (error) => {
    complain(trouble, error);
    words();
  });

  /** Shown with the state of the same moment, so that what the page says of it agrees. */
  function take(open: readonly Decision[]): void {
    list.load(open);
    late = 0;
    show(list.rows.length === 0 || list.oldest() === (last?.oldest_open_at ?? null));
  }

  /** The rows that are there, or the next ones. */
  function show(next: boolean): void {
    if (next && !still() && list.waits()) {
      const had = table.element.contains(document.activeElement);
      list.refill();
      table.draw(list.rows);
      if (had && !table.element.contains(document.activeElement)) heading.focus({ preventScroll: true });
    } else {
      table.mark(list.rows);
    }
    table.tick(now());
    words();
  }

  function words(): void {
    const held = still() && list.waits();
    say(note, openWords({ rows: list.rows, known: list.known, held, open: last?.open ?? null, failed: !trouble.hidden }));
  }

  async function close(decision: Decision, word: string, ask: typeof expireOne): Promise<void> {
    asking = true;
    const done = await ask(context, name, decision, last).finally(() => (asking = false));
    if (done) list.end(decision.round, word);
    show(false);
    soon();
    reload.ask();
  }

  function soon(): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => show(true), kMoment);
  }

  table.element.addEventListener('pointerenter', () => void (over = true));
  table.element.addEventListener('pointerleave', () => {
    over = false;
    soon();
  });
  table.element.addEventListener('focusout', soon);
  reload.ask();
  return {
    element,
    state(state) {
      const [before, oldest] = [last?.open, last?.oldest_open_at];
      last = state;
      list.since(state.open > 0 ? state.oldest_open_at : null);
      show(true);
      const less = list.rows.length < Math.min(kMost, state.open);
      if (before !== state.open || oldest !== state.oldest_open_at || less || reload.failed) reload.ask();
    },
    event(kind, data) {
      if (kind === 'ask') return;
      const word = kind === 'expire' ? 'expired' : (data as Closed).status;
      if (list.end(data.round, word)) show(false);
    },
    tick() {
      late += 1;
      if (late > kLate) show(true);
      else table.tick(now());
    },
    stop() {
      clearTimeout(timer);
      table.stop();
      reload.stop();
    },
  };
}
