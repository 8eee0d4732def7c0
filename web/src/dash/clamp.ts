// Words that may be very long: the first lines of them, and all of them on demand.
import { h } from '../dom.ts';

const kLong = 60; // letters

export function clamped(words: string): HTMLElement {
  if (words.length <= kLong) return h('span', {}, words);
  const text = h('span', { class: 'clamp' }, words);
  const more = h('button', { type: 'button', class: 'link', 'aria-expanded': 'false', onclick: toggle }, 'Show all of it');
  function toggle(): void {
    const all = !text.classList.toggle('clamp');
    more.setAttribute('aria-expanded', String(all));
    more.textContent = all ? 'Show less' : 'Show all of it';
  }
  return h('span', {}, text, more);
}
