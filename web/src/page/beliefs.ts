// The distributions that arms are drawn from, over time.
import { areas } from '../chart/areas.ts';
import { lines } from '../chart/lines.ts';
import { h } from '../dom.ts';
import { figure, type Figure } from '../figure.ts';
import type { Detail } from '../wire.ts';
import { belief, beliefLayers, coordinates } from './banks.ts';
import type { Context, Section } from './context.ts';
import { shownEntries } from './curves.ts';
import { command, section } from './parts.ts';
import { creditOf, describe } from './words.ts';

export function beliefs(context: Context): Section {
  const { cell } = context;
  const figures = new Map<number, Figure>();
  for (const { agent, trace } of cell.agents) if (trace?.detail) figures.set(agent, one(context, agent, trace.detail));
  if (figures.size === 0) {
    const said = cell.agents.some(({ agent }) => context.report.agents[agent]!.bank); // by the bank, above
    const why = said ? [h('p', {}, 'This, too, is one of the details that the command above makes.')] : missing(context);
    return { element: section('beliefs', 'What it believes', ...why), update: () => {} };
  }
  const pictures = h('div', { class: 'two' });
  const what = cell.linear
    ? 'The point that was played, by coordinate, as a mean over stretches of the run.'
    : 'The probabilities of the arms, as means over stretches of the run. A good agent fills the picture with the strong colour.';
  return {
    element: section('beliefs', 'What it believes', h('p', {}, `${what} The run with seed ${context.report.settings.seed}.`), pictures),
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
        : areas(detail.ends, beliefLayers(detail.arms), { id, ...labels, top: 1 }),
    summary: () => belief(detail),
    credit: creditOf(report, 1),
    height: 270,
  });
}

/** Why there is nothing, and what makes it. */
export function missing({ report, cell }: Context): HTMLElement[] {
  const { detailed } = report.thinning;
  const out = cell.command.includes(' --out ') ? cell.command : `${cell.command} --out one-problem`;
  const why = report.cells.length > detailed
    ? `To stay small, this page has details of the first ${detailed === 1 ? 'problem' : `${detailed} problems`} only. This command makes ` +
      'a page with those of the chosen one:'
    : 'The details of this run are not here: it is not finished, or what it recorded is gone. This command makes them:';
  return [h('p', {}, why), command(out)];
}
