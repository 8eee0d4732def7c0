// What was done, and what could not be, in a corner and aloud.
import { h } from '../dom.ts';

const kStay = { done: 5000, problem: 15_000 };

export interface Toasts {
  element: HTMLElement;
  say(text: string, kind?: 'done' | 'problem'): void;
}

export function toasts(): Toasts {
  const element = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
  function say(text: string, kind: 'done' | 'problem' = 'done'): void {
    const close = h('button', { type: 'button', 'aria-label': 'Close', onclick: () => toast.remove() }, '×');
    const toast = h('div', { class: `toast ${kind}`, role: kind === 'problem' && 'alert' }, h('p', {}, text), close);
    const leave = (): void => void (toast.matches(':hover, :focus-within') ? setTimeout(leave, 1000) : toast.remove());
    setTimeout(leave, kStay[kind]);
    for (const same of [...element.children].filter((one) => one.firstElementChild?.textContent === text)) same.remove();
    element.append(toast);
    if (element.children.length > 4) element.firstElementChild!.remove();
  }
  return { element, say };
}
