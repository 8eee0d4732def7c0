// The distributions that arms are drawn from, over time.
import { areas } from '../chart/areas.ts';
import { lines } from '../chart/lines.ts';
import { h } from '../dom.ts';
import { figure, type Figure } from '../figure.ts';
import type { Detail } from '../wire.ts';
import { belief, beliefLayers, coordinates } from './banks.ts';
import type { Context, Section } from './context.ts';
import { shownEntries } from './curves.ts';
import { missing } from './missing.ts';
import { section } from './parts.ts';
import { creditOf, describe } from './words.ts';

export function beliefs(context: Context): Section {
  const { cell } = context;
  const figures = new Map<number, Figure>();
  for (const { agent, trace } of cell.agents) if (trace?.detail) figures.set(agent, one(context, agent, trace.detail));
  const title = cell.linear ? 'What agents play' : 'What agents believe';
  if (figures.size === 0) {
    return { element: section('beliefs', title, ...missing(context, 'detailed')), update: () => {} };
  }
  const pictures = h('div', { class: 'two' });
  const what = cell.linear
    ? 'The point that was played, by coordinate, as a mean over stretches of the run.'
    : 'The probabilities of the arms, as means over stretches of the run. A good agent fills the picture with the strong colour.';
  return {
    element: section('beliefs', title, h('p', {}, `${what} The run with seed ${context.report.settings.seed}.`), pictures),
    update() {
      const shown = shownEntries(cell, context.state.shown).flatMap(({ agent }) => figures.get(agent)?.element ?? []);
      pictures.replaceChildren(...(shown.length > 0 ? shown : [h('p', {}, 'None of the agents that are shown has data of this run.')]));
    },
  };
}

function one({ report, cell }: Context, agent: number, detail: Detail): Figure {
  const { name } = report.agents[agent]!;
  const id = `belief-${agent}`;
  const labels = { xLabel: 'round', yLabel: cell.linear ? 'coordinate' : 'probability' };
  return figure({
    title: () => name,
    name: () => `${name}: ${labels.yLabel}, ${describe(cell)}`,
    chart: () =>
      cell.linear
        ? lines(coordinates(detail), { x: 'linear', y: 'linear', ...labels }, id)
        : areas(detail.ends, beliefLayers(detail.arms), { id, ...labels, at: 'stretch', top: 1 }),
    summary: () => belief(detail),
    credit: () => creditOf(report, 1),
    height: 270,
  });
}
