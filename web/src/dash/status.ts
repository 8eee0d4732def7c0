// Whether what is shown is live: a word in the header, and a calm line below it when the server is away.
import { h } from '../dom.ts';
import type { Line, Refused } from './context.ts';
import { clockOf } from './span.ts';

/** Of one stream. */
export interface Mark {
  line(state: Line): void;
  heard(): void;
  refused(problem: Refused): void;
  wants(): void; // the server answers, and wants a token
  end(): void;
}

export interface Status {
  word: HTMLElement;
  banner: HTMLElement;
  add(): Mark;
}

const kPatience = 1500; // a server that was started again is back by then
const kNoToken = 'The server shows nothing without a token.';
const kWants = 'The server wants a token now.';
const kWords = { open: 'live', waiting: 'connecting', lost: 'reconnecting', closed: 'not live' };

/** Of all streams together: the worst of them; null if there is none. */
export function together(lines: readonly Line[]): Line | null {
  return (['lost', 'waiting', 'closed', 'open'] as const).find((state) => lines.includes(state)) ?? null;
}

export function status(retry: () => void): Status {
  const word = h('span', { class: 'line', role: 'status', hidden: true });
  const text = h('span', {});
  const again = h('button', { type: 'button', onclick: retry });
  const banner = h('div', { class: 'banner', role: 'status', hidden: true }, h('p', { class: 'bar' }, text, again));
  const lines = new Map<Mark, Line>();
  let heard = 0;
  let before: Line | null = null;
  let timer = 0;

  function show(): void {
    const state = together([...lines.values()]);
    if (state === before) return;
    before = state;
    word.hidden = state === null;
    word.className = `line ${state ?? ''}`;
    word.textContent = state === null ? '' : kWords[state];
    clearTimeout(timer);
    if (state === 'lost') timer = window.setTimeout(away, heard === 0 ? 0 : kPatience);
    else if (state !== 'waiting') banner.hidden = true;
  }

  function away(): void {
    const since = heard === 0 ? '' : ` What is shown is as of ${clockOf(new Date(heard).toISOString())}.`;
    say(`The server does not answer. Trying again…${since}`, null);
  }

  function say(words: string, button: string | null): void {
    text.textContent = words;
    again.textContent = button;
    again.hidden = button === null;
    banner.hidden = false;
  }

  return {
    word,
    banner,
    add() {
      const mark: Mark = {
        line: (state) => {
          lines.set(mark, state);
          show();
        },
        heard: () => (heard = Date.now()),
        refused: ({ status: code, message }) => lines.has(mark) && code !== 404 && (code === 401 ? say(kNoToken, 'Give a token') : say(message, 'Try again')),
        wants: () => {
          if (before !== 'lost') return; // nobody was told that it is away
          clearTimeout(timer);
          say(kWants, null);
        },
        end: () => {
          lines.delete(mark);
          if (lines.size === 0) {
            banner.hidden = true;
            heard = 0; // of the next page nothing is shown yet
          }
          show();
        },
      };
      lines.set(mark, 'waiting');
      show();
      return mark;
    },
  };
}
