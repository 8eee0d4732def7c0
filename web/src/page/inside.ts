// One run from inside: how many rounds wait, and what an agent with a bank does about it.
import { lines } from '../chart/lines.ts';
import { h } from '../dom.ts';
import { figure } from '../figure.ts';
import type { Context, Section } from './context.ts';
import { insideSeries, type Inside } from './curves.ts';
import { missing } from './missing.ts';
import { legend, section } from './parts.ts';
import { creditOf, describe } from './words.ts';

const kCharts: readonly { what: Inside; title: string; unit: string; note: string }[] = [
  { what: 'outstanding', title: 'Open rounds', unit: 'rounds', note: 'Rounds that wait for their outcome. Rounds given up do not count.' },
  { what: 'scale', title: 'Scale', unit: 'σ', note: 'Capital that a decision takes: the larger, the more careful.' },
  { what: 'invested', title: 'Total invested', unit: 'capital', note: 'All that was borrowed so far; it never falls.' },
];

const kAxes = { x: 'linear', y: 'linear', xLabel: 'round' } as const;

export function inside(context: Context): Section {
  const { report, cell } = context;
  const agents = legend(context);
  const charts = kCharts.map(({ what, title, unit, note }) => ({
    what,
    figure: figure({
      title: () => title,
      name: () => `${title}: ${describe(cell)}`,
      chart: () => lines(insideSeries(report, cell, context.state, what), { ...kAxes, yLabel: unit }, what),
      summary: () => note,
      note: () => note,
      credit: () => creditOf(report, 1),
      height: 250,
    }),
  }));
  const text = `The run with seed ${report.settings.seed}. Only agents with a bank have a scale and invest.`;
  const none = h('div', {}, ...missing(context, 'traced'));
  const update = () => {
    agents.update();
    for (const { what, figure } of charts) {
      figure.element.hidden = insideSeries(report, cell, context.state, what).length === 0;
      figure.redraw();
    }
    none.hidden = charts.some(({ figure }) => !figure.element.hidden);
  };
  const element = section('inside', 'Inside one run', h('p', {}, text), agents.element, none,
    h('div', { class: 'three' }, ...charts.map(({ figure }) => figure.element)));
  return { element, update };
}
