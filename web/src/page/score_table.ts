// One number for an agent: the mean of its shares.
import { h } from '../dom.ts';
import { table, type Column } from '../table.ts';
import type { Score } from '../wire.ts';
import type { Context } from './context.ts';
import { agentName, number, openProblem } from './parts.ts';
import { describe, kNone, shareOf } from './words.ts';

export function scoreTable(context: Context): HTMLElement {
  const { report } = context;
  const name = (score: Score) => report.agents[score.agent]!.name;
  const view = table<Score>({
    caption: () => `Scores: the mean share of the regret of ${report.settings.share_of} over the problems; lower is better`,
    columns: [
      { key: 'agent', title: 'agent', left: true, value: name, text: name, cell: (score) => agentName(score.agent, name(score)) },
      column('score', 'score', 'The mean of the shares', (score) => score.score),
      column('stderr', '± stderr', 'Over the runs', (score) => score.stderr),
      column('worst', 'worst share', 'The largest share of a problem', worst),
      {
        key: 'where',
        title: 'worst on',
        left: true,
        value: (score) => score.worst_cell,
        text: (score) => place(context, score),
        cell: (score) => link(context, score),
      },
    ],
    rows: () => report.scores ?? [],
    order: { key: 'score', down: {} },
  });
  return view.element;
}

function column(key: string, title: string, help: string, value: (score: Score) => number | null): Column<Score> {
  const text = (score: Score) => shareOf(value(score));
  return { key, title, help, value, text, cell: (score) => number(value(score), text(score)) };
}

function worst({ worst_cell: cell, shares }: Score): number | null {
  return cell === null ? null : shares[cell] ?? null;
}

function place({ report }: Context, { worst_cell: cell }: Score): string {
  return cell === null ? kNone : describe(report.cells[cell]!);
}

function link(context: Context, score: Score): Node {
  const { worst_cell: cell, agent } = score;
  if (cell === null) return document.createTextNode(kNone);
  return h('button', { type: 'button', class: 'link', onclick: () => openProblem(context, cell, agent) }, place(context, score));
}
