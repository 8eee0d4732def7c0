// How much goes in and out: decisions and outcomes per minute, and how many wait.
import { bins, binWords, counted, countTick, quantileBin, type Mark } from '../chart/bins.ts';
import { lines } from '../chart/lines.ts';
import { h } from '../dom.ts';
import { figure } from '../figure.ts';
import { whole } from '../format.ts';
import type { Model } from './bandit_model.ts';
import { creditOf, heightFor, keyOf, momentPlace, placeIn, section, type Part } from './bandit_parts.ts';
import { rangeWords } from './bandit_range.ts';
import { levels, middles, perMinute } from './bandit_series.ts';
import { ageWords, delayWords, soonWords } from './bandit_waits.ts';
import { rate } from './span.ts';
import type { State } from './wire.ts';

const kAsks = { color: 'var(--accent)', dash: undefined };
const kOutcomes = { color: 'var(--loan)', dash: undefined };
const kTime = { x: 'time', y: 'linear', xLabel: '', zero: true } as const;

export function traffic(model: Model): Part {
  const plot = figure({
    title: () => 'Per minute',
    name: () => `${model.state.name}: decisions and outcomes per minute`,
    chart: () => (width) => {
      const edges = model.steadyEdges(width);
      const x = middles(edges);
      const series = [
        { name: 'decisions', style: kAsks, x, y: perMinute(model.total(({ rounds }) => rounds), edges), fill: true },
        { name: 'outcomes', style: kOutcomes, x, y: perMinute(model.total(({ outcomes }) => outcomes), edges) },
      ];
      const axes = { ...kTime, span: model.window(), yLabel: 'per minute', height: heightFor(width), place: placeIn(model, edges), value: rate };
      return lines(series, axes, 'traffic')(width);
    },
    summary: () => {
      const { asks_per_minute: asks, tells_per_minute: tells } = model.state;
      return `Now ${rate(asks)} decisions and ${rate(tells)} outcomes per minute; over ${rangeWords(model.range)}.`;
    },
    note: () => 'Where outcomes stay below decisions for long, many are never told: they wait, or expire.',
    credit: () => creditOf(model),
    height: 270,
  });
  const key = keyOf([{ name: 'decisions', color: kAsks.color }, { name: 'outcomes', color: kOutcomes.color }]);
  return { element: section('traffic', 'Traffic', plot.element, key), update: plot.refresh, stop: plot.stop };
}

/** How many are open, how old they are, and the oldest ones if there is a server to ask. */
export function waiting(model: Model, oldest: HTMLElement | null): Part {
  const count = figure({
    title: () => 'Open decisions over time',
    name: () => `${model.state.name}: open decisions`,
    chart: () => (width) => {
      const edges = model.edges(width, 4, 1000);
      const series = [{ name: 'open', style: kAsks, x: edges.slice(1), y: levels(model.total(({ open }) => open), edges), fill: true }];
      const axes = {
        ...kTime, span: model.window(), yLabel: 'open decisions', tick: countTick, labels: false,
        height: heightFor(width), place: momentPlace(model), value: whole,
      };
      return lines(series, axes, 'open')(width);
    },
    summary: () => `${counted('decision is', 'decisions are')(model.state.open)} open now; over ${rangeWords(model.range)}.`,
    note: () => `${whole(model.state.open - model.state.lapsed)} of ${whole(model.state.max_open)} that may be open at once.`,
    credit: () => creditOf(model),
    height: 240,
  });
  const ages = figure({
    title: () => 'How old they are',
    name: () => `${model.state.name}: ages of open decisions`,
    chart: () => (width) =>
      bins(model.state.edges, model.state.ages, {
        color: 'var(--accent)', yLabel: 'open decisions', unit: counted('decision', 'decisions'), height: heightFor(width),
      })(width),
    summary: () => ageWords(model.state, model.moment),
    note: () => ageWords(model.state, model.moment),
    credit: () => creditOf(model),
    height: 240,
  });
  const element = section('open', 'Open decisions', h('div', { class: 'two' }, count.element, ages.element), oldest);
  return { element, update: () => [count, ages].forEach((one) => one.refresh()), stop: () => [count, ages].forEach((one) => one.stop()) };
}

export function delays(model: Model): Part {
  const plot = figure({
    title: () => 'From the decision to its outcome',
    name: () => `${model.state.name}: delays of outcomes`,
    chart: () => (width) => {
      const { edges, delays } = model.state;
      const look = { color: 'var(--loan)', yLabel: 'outcomes', unit: counted('outcome', 'outcomes'), marks: marksOf(model.state), height: heightFor(width) };
      return bins(edges, delays, look)(width);
    },
    summary: () => delayWords(model.state),
    note: () => delayWords(model.state),
    credit: () => creditOf(model),
    height: 270,
  });
  return { element: section('delays', 'Delays', plot.element), update: plot.refresh, stop: plot.stop };
}

function marksOf({ edges, delays }: State): Mark[] {
  const [half, most] = [quantileBin(delays, 0.5), quantileBin(delays, 0.9)];
  if (half === null || most === null) return [];
  return [{ name: `median ${binWords(edges, half)}`, bin: half }, { name: `90 % ${soonWords(edges, most)}`, bin: most }];
}
