// What was done, and what could not be, in a corner and aloud.
import { h } from '../dom.ts';

const kStay = { done: 5000, problem: 15_000 };

export interface Toasts {
  element: HTMLElement;
  say(text: string, kind?: 'done' | 'problem'): void;
}

export function toasts(): Toasts {
  const rooms = { done: h('div', { role: 'status' }), problem: h('div', { role: 'alert' }) }; // what is put there is said aloud
  const element = h('div', { class: 'toasts' }, rooms.done, rooms.problem);
  function say(text: string, kind: 'done' | 'problem' = 'done'): void {
    const close = h('button', { type: 'button', 'aria-label': 'Close', onclick: () => toast.remove() }, '×');
    const toast = h('div', { class: `toast ${kind}` }, h('p', {}, text), close);
    const leave = (): void => void (toast.matches(':hover, :focus-within') ? setTimeout(leave, 1000) : toast.remove());
    setTimeout(leave, kStay[kind]);
    const room = rooms[kind];
    for (const same of [...room.children].filter((one) => one.firstElementChild?.textContent === text)) same.remove();
    room.append(toast);
    if (room.children.length > 3) room.firstElementChild!.remove();
  }
  return { element, say };
}
