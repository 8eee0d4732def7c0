// In place of a page whose subject is not there.
import { h } from '../dom.ts';

export function gone(title: string, why: string): HTMLElement {
  return h('div', { class: 'empty', role: 'status' }, h('h1', { tabindex: '-1' }, title), h('p', {}, why),
    h('p', {}, h('a', { class: 'button', href: '#/' }, 'All bandits')));
}
