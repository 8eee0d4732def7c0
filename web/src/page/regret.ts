// What every agent lost in the chosen cell: the table, and the curves.
import { lines } from '../chart/lines.ts';
import { figure } from '../figure.ts';
import type { State } from '../state.ts';
import type { Context, Section } from './context.ts';
import { drawnOf, has, regretSeries, shownEntries } from './curves.ts';
import { legend, section, toggle } from './parts.ts';
import { rankingRows } from './ranking.ts';
import { rankingTable } from './ranking_table.ts';
import { describe, meanOf, plural } from './words.ts';

const kCertificate = 'A bound on the estimated regret of the told rounds of the first run; open and dropped rounds come on top';
const kRead = 'Point at a chart, or go through it with the arrow keys, to read its values.';

type Flag = 'logX' | 'logY' | 'bands' | 'certificate' | 'bound';

export function regret(context: Context): Section {
  const { report, cell } = context;
  const agents = legend(context);
  const flag = (name: string, key: Flag, title: string) =>
    toggle(name, title, () => context.state[key], () => context.change({ [key]: !context.state[key] } as Partial<State>));
  const overlays = [
    flag('certificates', 'certificate', kCertificate),
    flag('bounds', 'bound', "The theorem's bound, at the delays of the first run"),
  ];
  const toggles = [
    flag('log rounds', 'logX', 'Logarithmic axis of rounds'),
    flag('log regret', 'logY', 'Logarithmic axis of regret'),
    ...(cell.agents.some((entry) => entry.curve.half) ? [flag('95 % bands', 'bands', 'Intervals of the mean over the runs')] : []),
    ...overlays,
  ];
  const chart = figure({
    title: () => 'Regret over time',
    name: () => `Regret: ${describe(cell)}`,
    chart: () => {
      const { logX, logY } = context.state;
      const axes = { x: logX ? 'log' : 'linear', y: logY ? 'log' : 'linear', xLabel: 'round', yLabel: 'regret' } as const;
      return lines(regretSeries(report, cell, context.state), axes, 'regret');
    },
    summary: () => `${ends(context)}.`,
    note: () => note(context),
    hint: () => (drawnOf(cell, context.state.shown) ? `Click a name to add an agent. ${kRead}` : kRead),
    credit: () => context.credit,
    controls: toggles.map((one) => one.element),
    height: 400,
  });
  const table = rankingTable(context);
  return {
    element: section('regret', 'Regret', table.element, agents.element, chart.element),
    update() {
      table.update();
      agents.update();
      toggles.forEach((one) => one.update());
      overlays[0]!.element.hidden = !has(cell, context.state, 'certificate');
      overlays[1]!.element.hidden = !has(cell, context.state, 'bound');
      chart.redraw();
    },
  };
}

function ends({ report, cell }: Context): string {
  const rows = rankingRows(report, cell);
  const [best, worst] = [rows[0], rows.at(-1)];
  if (!best || !worst || best === worst) return best ? `${best.name} ends at ${best.regret.text}` : 'No agent has a finished run';
  const [low, high] = [best, worst].map(({ name, regret }) => `${name} with ${regret.text}`);
  return `${plural(rows.length, 'agent')}, from ${low} to ${high} at the end`;
}

function note({ report, cell, state }: Context): string {
  const { seed } = report.settings;
  const over = (state.certificate && has(cell, state, 'certificate')) || (state.bound && has(cell, state, 'bound'));
  const overlays = over ? `Certificates (long dashes) and bounds (dots) are those of the run with seed ${seed}.` : '';
  const mean = meanOf(shownEntries(cell, state.shown), state.bands);
  return [drawnOf(cell, state.shown), mean, overlays].filter(Boolean).join(' ');
}
