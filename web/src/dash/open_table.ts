// The table of the decisions that wait longest. A row that is closed stays, greyed; the table keeps the room that it had.
import { h, say } from '../dom.ts';
import { decisionHash, playedCell } from './decision_words.ts';
import type { OpenRow } from './open_rows.ts';
import { between, waitWords } from './span.ts';
import type { Decision } from './wire.ts';

export interface OpenTable {
  element: HTMLElement;
  draw(rows: readonly OpenRow[]): void; // these and no others, in this order
  mark(rows: readonly OpenRow[]): void; // what became of those that are there
  tick(now: number): void;
  stop(): void;
}

interface Line {
  decision: Decision;
  element: HTMLElement;
  mark(ended: string | null): void;
  tick(now: number): void;
}

type Act = (decision: Decision) => void;

export function openTable(name: string, acts: { drop: Act; expire: Act }): OpenTable {
  const body = h('tbody');
  const heads = ['id', 'waits for', 'played', h('span', { class: 'hidden' }, 'Close it')];
  const head = h('tr', {}, ...heads.map((word) => h('th', { scope: 'col', class: word === 'waits for' ? '' : 'left' }, word)));
  const table = h('table', { class: 'table open', hidden: true }, h('thead', {}, head), body);
  const element = h('div', { class: 'scroll' }, table);
  const lines = new Map<number, Line>();
  let room = 0; // pixels, at this width
  let width = 0;

  /** As high as it was at most: what is below stays where it is. Given back where that is out of sight. */
  function keepRoom(): void {
    const { bottom, height } = table.getBoundingClientRect();
    room = bottom > innerHeight ? height : Math.max(room, height);
    element.style.minHeight = `${room}px`;
  }

  const resized = new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    room = 0;
    keepRoom();
  });
  resized.observe(element);

  return {
    element,
    draw(rows) {
      const keep = new Set(rows.map(({ decision }) => decision.round));
      for (const [round, line] of lines) {
        if (keep.has(round)) continue;
        line.element.remove();
        lines.delete(round);
      }
      rows.forEach(({ decision, ended }, i) => {
        const made = lines.get(decision.round) ?? line(name, decision, acts);
        lines.set(decision.round, made);
        made.mark(ended);
        if (body.children[i] !== made.element) body.insertBefore(made.element, body.children[i] ?? null);
      });
      table.hidden = rows.length === 0;
      keepRoom();
    },
    mark: (rows) => rows.forEach(({ decision, ended }) => lines.get(decision.round)?.mark(ended)),
    tick: (now) => lines.forEach((one) => one.tick(now)),
    stop: () => resized.disconnect(),
  };
}

function line(name: string, decision: Decision, acts: { drop: Act; expire: Act }): Line {
  const { id } = decision;
  const age = h('td', { class: 'age' });
  const buttons = ([['Drop', acts.drop], ['Expire', acts.expire]] as const).map(([word, act]) => ({
    word,
    button: h('button', { type: 'button', onclick: () => ended === null && act(decision) }, `${word} …`),
  }));
  const element = h('tr', {},
    h('th', { scope: 'row', class: 'left' }, h('a', { class: 'id', href: decisionHash(name, id), title: id }, id)),
    age,
    playedCell(decision),
    h('td', { class: 'left close' }, ...buttons.map(({ button }) => button)));
  let ended: string | null = null;

  /** The buttons keep the focus: who stands there shall not be thrown out, and hears why they do nothing. */
  function mark(now: string | null): void {
    ended = now;
    element.classList.toggle('ended', now !== null);
    for (const { word, button } of buttons) {
      button.setAttribute('aria-label', now === null ? `${word} ${id}` : `${word} ${id}: it is ${now} already`);
      if (now === null) button.removeAttribute('aria-disabled');
      else button.setAttribute('aria-disabled', 'true');
      button.title = now === null ? '' : `It is ${now} already.`;
    }
    if (now !== null) say(age, now);
  }

  mark(null);
  return { decision, element, mark, tick: (now) => void (ended === null && say(age, unbroken(waitWords(between(decision.at, now))))) };
}

/** A number stays with its unit where "9 min 14 s" is broken. */
function unbroken(words: string): string {
  return words.replace(/(\d) /g, '$1\u00a0');
}
