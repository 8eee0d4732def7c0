// The bank over time: what decisions need, what was borrowed, and what that promises.
import { lines } from '../chart/lines.ts';
import { h } from '../dom.ts';
import { figure } from '../figure.ts';
import { brief } from '../format.ts';
import type { Model } from './bandit_model.ts';
import type { Moment } from './bandit_moments.ts';
import { creditOf, heightFor, momentPlace, section, type Part } from './bandit_parts.ts';
import { levels } from './bandit_series.ts';
import { certificateWords, certified, lossUnit } from './certificate.ts';
import type { State } from './wire.ts';

interface Quantity {
  id: string;
  title: string;
  unit: string;
  color: string;
  note: (state: State) => string;
  value: (moment: Moment, state: State) => number | null;
  none?: string; // in place of a value
}

const kQuantities: readonly Quantity[] = [
  {
    id: 'scale', title: 'Scale σ', unit: 'σ', color: 'var(--accent)', value: (moment) => moment.scale,
    note: () => 'The capital that a decision takes: the larger, the less one outcome moves it.',
  },
  {
    id: 'invested', title: 'Total invested', unit: 'capital', color: 'var(--loan)', value: (moment) => moment.invested,
    note: () => 'All that was borrowed so far, where savings did not suffice. It never falls.',
  },
  {
    id: 'certificate', title: 'Certificate', unit: 'regret', color: 'var(--s2)', note: certificateWords, none: 'nothing told yet',
    value: ({ certificate, told, outcomes }, state) => certified(certificate, told, outcomes, lossUnit(state)),
  },
];

const kText =
  'Every decision takes capital. Savings of decisions whose outcomes came pay for it, and what they learned comes with the money; only the ' +
  'shortage is borrowed.';

/** Null without a bank. */
export function bank(model: Model): Part | null {
  const { state } = model;
  if (state.scale === null && state.total_invested === null && state.certificate === null) return null;
  const plots = kQuantities.map((quantity) => plotOf(model, quantity));
  const element = section('bank', 'The bank', h('p', { class: 'text' }, kText), h('div', { class: 'three' }, ...plots.map((plot) => plot.element)));
  return { element, update: () => plots.forEach((plot) => plot.refresh()), stop: () => plots.forEach((plot) => plot.stop()) };
}

function plotOf(model: Model, { id, title, unit, color, note, value, none = '–' }: Quantity) {
  const of = (moment: Moment): number | null => value(moment, model.state);
  const last = (): string => {
    const now = model.moments().at(-1);
    const found = now ? of(now) : null;
    return found === null ? none : brief(found);
  };
  return figure({
    title: () => `${title}: ${last()}`,
    name: () => `${model.state.name}: ${title}`,
    chart: () => (width) => {
      const edges = model.edges(width, 4, 1000);
      const series = [{ name: title, style: { color, dash: undefined }, x: edges.slice(1), y: levels(model.total(of), edges), fill: true }];
      const axes = {
        x: 'time', y: 'linear', xLabel: '', yLabel: unit, labels: false, zero: true,
        span: model.window(), height: heightFor(width), place: momentPlace(model), value: brief,
      } as const;
      return lines(series, axes, id)(width);
    },
    summary: () => note(model.state),
    note: () => note(model.state),
    credit: () => creditOf(model),
    height: 220,
  });
}
