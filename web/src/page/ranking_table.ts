// The table of a cell: who lost how much, and who is better beyond chance.
import { h } from '../dom.ts';
import { table, type Column } from '../table.ts';
import type { Context, Section } from './context.ts';
import { agentName, number } from './parts.ts';
import { rankingRows, type RankingRow } from './ranking.ts';
import { describe, fixedOf } from './words.ts';

const kCertificate = 'A bound on the estimated regret of what was told; open and dropped rounds come on top';
const kDifference = 'Mean difference to the best agent, run by run, and half of its 95 % interval';

type Key = 'rank' | 'regret' | 'stderr' | 'worst' | 'behind' | 'share' | 'certificate' | 'nanoseconds' | 'runs';

export function rankingTable(context: Context): Section {
  const { report, cell } = context;
  const all = rankingRows(report, cell);
  const name = (row: RankingRow) => row.name;
  const some = (key: Key) => all.some((row) => row[key].value !== null);
  const several = all.some((row) => row.runs.value! > 1); // of one run the mean is the worst
  const intervals = all.some((row) => row.half !== null);
  const columns: Column<RankingRow>[] = [
    { key: 'agent', title: 'agent', left: true, value: name, text: name, cell: (row) => looked(context, row) },
    ...(some('rank') ? [column('rank', 'rank', '1 + the agents that are better beyond chance: paired t-test over the runs, 5 %')] : []),
    column('regret', 'regret', 'Mean over the runs'),
    ...(some('stderr') ? [column('stderr', '± stderr', 'Standard error of the mean')] : []),
    ...(several ? [column('worst', 'worst', 'The largest regret of a run')] : []),
    {
      ...column('behind', `behind the best${intervals ? ', ± 95 %' : ''}`, kDifference),
      cell: (row) => number(row.behind.value, row.tie && tie(), row.behind.text),
    },
    ...(some('share') ? [column('share', 'share', `Of the mean regret of ${report.settings.share_of}`)] : []),
    ...(some('certificate') ? [column('certificate', 'certificate', kCertificate)] : []),
    column('nanoseconds', 'ns/round', 'Processor time of the whole simulation, losses and delays included'),
    column('runs', 'runs', 'Finished runs'),
  ];
  const view = table({
    caption: () => `${describe(cell)}. Regret: what was lost beyond the best fixed ${fixedOf([cell])}; lower is better`,
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
  const value = (row: RankingRow) => row[key].value;
  const text = (row: RankingRow) => row[key].text;
  return { key, title, help, value, text, cell: (row) => number(value(row), text(row)) };
}

function tie(): HTMLElement {
  return h('span', { class: 'tie', title: 'Not shown to differ from the best' }, 'tie');
}

function looked({ state }: Context, { agent, name }: RankingRow): HTMLElement {
  const element = agentName(agent, name);
  element.classList.toggle('looked', agent === state.agent);
  return element;
}
