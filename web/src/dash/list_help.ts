// What the words of the list mean, for those who have no pointer to rest on them.
import { h } from '../dom.ts';
import { kHealthWords } from './health.ts';
import { kColumns } from './list_columns.ts';

export function listHelp(): HTMLElement {
  const pair = (name: string, words: string): HTMLElement[] => [h('dt', {}, name), h('dd', {}, words)];
  const columns = kColumns.flatMap(({ title, help }) => (help ? pair(title, `${help}.`) : []));
  const health = kHealthWords.flatMap(([word, meaning]) => pair(word, `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`));
  return h('details', { class: 'help-list' }, h('summary', {}, 'What the columns and the words of health mean'),
    h('div', { class: 'grid2' },
      h('div', {}, h('h2', {}, 'Columns'), h('dl', { class: 'pairs' }, ...columns)),
      h('div', {}, h('h2', {}, 'Health'), h('dl', { class: 'pairs' }, ...health))));
}
