// The head of the page.
import { h } from '../dom.ts';
import { whole } from '../format.ts';
import { themeButton } from '../theme.ts';
import type { Report } from '../wire.ts';
import { lead } from './words.ts';

export function header(report: Report): HTMLElement {
  const { stopped } = report.settings;
  return h(
    'header',
    {},
    h('div', { class: 'top' }, h('p', { class: 'brand' }, `banker ${report.version}`), themeButton()),
    h('h1', {}, report.title),
    h('p', { class: 'lead' }, lead(report)),
    stopped && h('p', { class: 'warning', role: 'status' },
      `The study is not finished: ${whole(stopped.finished)} of ${whole(stopped.of)} runs are, and all figures are of these. ` +
      'The same command with --resume goes on.'),
  );
}
