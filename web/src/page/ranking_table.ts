// The table of a cell: who lost how much, and who is better beyond chance.
import { h } from '../dom.ts';
import { table, type Column } from '../table.ts';
import type { Context, Section } from './context.ts';
import { agentName } from './parts.ts';
import { rankingRows, type Figure, type RankingRow } from './ranking.ts';
import { describe, plural } from './words.ts';

type Key = 'rank' | 'regret' | 'stderr' | 'worst' | 'share' | 'certificate' | 'nanoseconds' | 'runs';

export function rankingTable(context: Context): Section {
  const { report, cell } = context;
  const all = rankingRows(report, cell);
  const some = (key: Key) => all.some((row) => row[key].value !== null);
  const columns: Column<RankingRow>[] = [
    { key: 'agent', title: 'agent', left: true, value: (row) => row.name, text: (row) => row.name, cell: (row) => looked(context, row) },
    column('rank', 'rank', '1 + the agents that are better beyond chance: paired t-test over the runs, 5 %'),
    column('regret', 'regret', 'Mean over the runs'),
    column('stderr', '± stderr', 'Standard error of the mean'),
    column('worst', 'worst', 'The largest regret of a run'),
    { key: 'behind', title: 'behind the best', help: 'Mean difference to the best agent, run by run, and half of its 95 % interval', value: (row) => row.behind.value, text: (row) => row.behind.text, cell: behind },
    ...(some('share') ? [column('share', 'share', `Of the mean regret of ${report.settings.share_of}`)] : []),
    ...(some('certificate') ? [column('certificate', 'certificate', 'A bound on the estimated regret of what was told; open rounds come on top')] : []),
    column('nanoseconds', 'ns/round', 'Processor time of the whole simulation, losses and delays included'),
    column('runs', 'runs', 'Finished runs'),
  ];
  const view = table({
    caption: () => `Regret of ${plural(all.length, 'agent')}: ${describe(cell)}`,
    columns,
    rows: () => all,
    order: { key: 'regret', down: {} },
  });
  const update = () => {
    for (const name of view.element.querySelectorAll<HTMLElement>('[data-agent]'))
      name.classList.toggle('looked', name.dataset['agent'] === String(context.state.agent));
  };
  return { element: view.element, update };
}

function column(key: Key, title: string, help: string): Column<RankingRow> {
  return { key, title, help, value: (row) => row[key].value, text: (row) => row[key].text, cell: (row) => number(row[key]) };
}

// With the number in full, for scripts.
function number({ value, text }: Figure): HTMLElement {
  return h('span', { 'data-value': JSON.stringify(value) }, text);
}

function behind(row: RankingRow): HTMLElement {
  return h('span', { 'data-value': JSON.stringify(row.behind.value) }, row.tie && h('span', { class: 'tie', title: 'Not shown to differ from the best' }, 'tie'), row.behind.text);
}

function looked({ state }: Context, { agent, name }: RankingRow): HTMLElement {
  const element = agentName(agent, name);
  element.classList.toggle('looked', agent === state.agent);
  return element;
}
