// All problems at once, and the choice of one of them.
import { heat } from '../chart/heat.ts';
import { h } from '../dom.ts';
import { figure } from '../figure.ts';
import { pretty } from '../format.ts';
import type { Context, Section } from './context.ts';
import { openProblem, section, select } from './parts.ts';
import { columnNames, grid, groups, level, limitsOf, meaning } from './problems.ts';
import { scoreTable } from './score_table.ts';
import { describe, shareOf } from './words.ts';

/** Agents by cells: a cell of the map opens that problem. */
export function overview(context: Context): HTMLElement {
  const { report } = context;
  const { shares, agents, values } = grid(report);
  const write = (value: number) => (shares ? shareOf(value) : pretty(value, 3));
  const map = figure({
    title: () => (shares ? 'Share of the regret of ' + report.settings.share_of : 'Regret, as a multiple of the best'),
    chart: () =>
      heat({
        id: 'problems',
        rows: agents.map((agent) => report.agents[agent]!.name),
        columns: columnNames(report.cells),
        groups: groups(report.cells),
        values,
        text: write,
        level: (value) => level(value, shares),
        limits: limitsOf(shares),
        columnTitle: (column) => describe(report.cells[column]!),
        caption: `Columns are problems, grouped by delays. ${meaning(report)}`,
      }),
    summary: () => `${agents.length} agents by ${report.cells.length} problems. ${meaning(report)}`,
    hint: () => 'Click a cell, or press Enter on it, to see that problem below.',
    credit: () => context.credit,
    height: 120 + 24 * agents.length,
    onPick: (stop) => {
      const agent = agents[Math.floor(stop / report.cells.length)];
      if (agent !== undefined) openProblem(context, stop % report.cells.length, agent);
    },
  });
  return section('problems', 'All problems', map.element, report.scores && scoreTable(context));
}

/** Which problem the sections below are about; it stays in sight. */
export function picker(context: Context): Section {
  const { report } = context;
  const last = report.cells.length - 1;
  const go = (cell: number) => context.change({ cell: Math.max(0, Math.min(last, cell)) }, true);
  const options = report.cells.map((cell, value) => ({ value, name: `${value + 1}. ${describe(cell)}` }));
  const list = select('Problem', options, () => context.state.cell, go);
  const button = (label: string, sign: string, by: number) =>
    h('button', { type: 'button', class: 'tool', 'aria-label': label, onclick: () => press(by) }, sign);
  // At an end the button goes off: the other one takes the focus, or it would be lost.
  const press = (by: number) => {
    go(context.state.cell + by);
    if (before.disabled || after.disabled) (before.disabled ? after : before).focus();
  };
  const before = button('The problem before', '←', -1);
  const after = button('The next problem', '→', 1);
  const count = h('span', { class: 'count' });
  const update = () => {
    list.update();
    before.disabled = context.state.cell === 0;
    after.disabled = context.state.cell === last;
    count.textContent = `${context.state.cell + 1} of ${last + 1}`;
  };
  const label = { class: 'picker', id: 'problem', 'aria-label': 'Choice of the problem' };
  return { element: h('nav', label, list.element, before, after, count), update };
}
