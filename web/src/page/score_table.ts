// One number for an agent: the mean of its shares.
import { h } from '../dom.ts';
import { table } from '../table.ts';
import type { Score } from '../wire.ts';
import type { Context } from './context.ts';
import { agentName, openProblem } from './parts.ts';
import { describe, kNone, shareOf } from './words.ts';

export function scoreTable(context: Context): HTMLElement {
  const { report } = context;
  const name = (score: Score) => report.agents[score.agent]!.name;
  const worst = (score: Score) => (score.worst_cell === null ? null : score.shares[score.worst_cell] ?? null);
  const number = (value: number | null) => h('span', { 'data-value': JSON.stringify(value) }, shareOf(value));
  const view = table<Score>({
    caption: () => `Scores: the mean share of the regret of ${report.settings.share_of} over the problems; lower is better`,
    columns: [
      { key: 'agent', title: 'agent', left: true, value: name, text: name, cell: (score) => agentName(score.agent, name(score)) },
      { key: 'score', title: 'score', value: (score) => score.score, text: (score) => shareOf(score.score), cell: (score) => number(score.score) },
      { key: 'stderr', title: '± stderr', help: 'Over the runs', value: (score) => score.stderr, text: (score) => shareOf(score.stderr), cell: (score) => number(score.stderr) },
      { key: 'worst', title: 'worst share', help: 'The largest share of a problem', value: worst, text: (score) => shareOf(worst(score)), cell: (score) => number(worst(score)) },
      { key: 'where', title: 'its problem', left: true, value: (score) => score.worst_cell, text: (score) => place(context, score), cell: (score) => link(context, score) },
    ],
    rows: () => report.scores ?? [],
    order: { key: 'score', down: {} },
  });
  return view.element;
}

function place({ report }: Context, { worst_cell: cell }: Score): string {
  return cell === null ? kNone : describe(report.cells[cell]!);
}

function link(context: Context, score: Score): Node {
  if (score.worst_cell === null) return document.createTextNode(kNone);
  const cell = score.worst_cell;
  return h('button', { type: 'button', class: 'link', onclick: () => openProblem(context, cell, score.agent) }, place(context, score));
}
