// Who is chosen: what the bandit would do, and what it did. On a body: the point.
import { areas, type Layer } from '../chart/areas.ts';
import type { Chart } from '../chart/drawing.ts';
import { lines } from '../chart/lines.ts';
import { figure } from '../figure.ts';
import { pretty } from '../format.ts';
import { seriesStyle } from '../style.ts';
import { h } from '../dom.ts';
import { kOthers, type Model } from './bandit_model.ts';
import { binPlace, choice, creditOf, heightFor, keyOf, momentPlace, section, type Part } from './bandit_parts.ts';
import { rangeWords } from './bandit_range.ts';
import { growth, levels, rest } from './bandit_series.ts';
import { percent } from './span.ts';

type What = 'probabilities' | 'traffic';
const kWhat = [
  { value: 'probabilities', name: 'probabilities', long: 'What the next decision is drawn from' },
  { value: 'traffic', name: 'traffic', long: 'Which share of the decisions went where' },
] as const;
const kNotes: Record<What, string> = {
  probabilities: 'What decisions are drawn from: the thicker a layer, the more likely its arm.',
  traffic: 'The share of the decisions that every arm got. Where there is nothing, there were no decisions.',
};

export function chosen(model: Model): Part {
  return model.state.arms_of > 0 ? arms(model) : point(model);
}

function arms(model: Model): Part {
  let what: What = 'probabilities';
  const pick = choice<What>('What is shown', kWhat, () => what, (value) => {
    what = value;
    pick.update();
    plot.redraw();
    update();
  });
  const plot = figure({
    title: () => (what === 'probabilities' ? 'Probabilities of the arms' : 'Decisions by arm'),
    name: () => `${model.state.name}: ${what} over time`,
    chart: () => (what === 'probabilities' ? probabilities(model) : traffic(model)),
    summary: () => summary(model),
    note: () => kNotes[what],
    credit: () => creditOf(model),
    controls: [pick.element],
    height: 270,
  });
  const key = h('div');
  let keyed = '';
  const update = (): void => {
    plot.refresh();
    const names = [...model.shown, ...(model.state.arms_of > model.shown.length ? [kOthers] : [])];
    const now = JSON.stringify(names);
    if (now === keyed) return;
    keyed = now;
    key.replaceChildren(keyOf(names));
  };
  return { element: section('chosen', 'Who is chosen', plot.element, key), update, stop: plot.stop };
}

function summary(model: Model): string {
  const { leader } = model.state;
  const words = leader ? `The most likely arm is ${String(leader.arm)} with ${percent(leader.probability)}.` : 'Nothing was chosen yet.';
  return `Over ${rangeWords(model.range)}. ${words}`;
}

/** The first arm is at the top. */
function layered(model: Model, values: readonly number[][], others: number[] | null): Layer[] {
  const layers = model.shown.map(({ name, color }, i) => ({ name, color, y: values[i]! }));
  return [...(others ? [{ ...kOthers, y: others }] : []), ...layers.reverse()];
}

const kShares = { xLabel: '', at: 'stretch', top: 1, kind: 'time', value: percent, tick: (y: number) => `${Math.round(100 * y)} %` } as const;

function probabilities(model: Model): Chart {
  return (width) => {
    const edges = known(model, model.edges(width, 4, 1000));
    const values = model.shown.map(({ number }) => levels(model.arm(number, 'probability'), edges));
    const others = model.state.arms_of > model.shown.length ? rest(edges.slice(1).map(() => 1), values) : null;
    const place = (i: number): string => momentPlace(model)(edges[i + 1]!);
    return areas(edges.slice(1), layered(model, values, others), {
      ...kShares, id: 'probabilities', yLabel: 'probability', from: edges[0]!, height: heightFor(width), place,
    })(width);
  };
}

/** Without those before anything is known. */
function known(model: Model, edges: number[]): number[] {
  const first = model.moments().find((moment) => moment.arms.size > 0)?.at ?? Infinity;
  const from = edges.findIndex((edge) => edge >= first);
  return from > 0 && from < edges.length - 1 ? [Math.max(first, edges[from - 1]!), ...edges.slice(from + (edges[from] === first ? 1 : 0))] : edges;
}

function traffic(model: Model): Chart {
  return (width) => {
    const edges = model.steadyEdges(width, 8);
    const all = growth(model.total(({ rounds }) => rounds), edges);
    const counts = model.shown.map(({ number }) => growth(model.arm(number, 'asked'), edges));
    const sums = all.map((count, i) => Math.max(count, counts.reduce((sum, own) => sum + own[i]!, 0)));
    const share = (own: readonly number[]): number[] => own.map((count, i) => (sums[i]! > 0.01 ? count / sums[i]! : 0));
    const others = model.state.arms_of > model.shown.length ? share(rest(sums, counts)) : null;
    return areas(edges.slice(1), layered(model, counts.map(share), others), {
      ...kShares, id: 'traffic-by-arm', yLabel: 'share of decisions', from: edges[0]!, height: heightFor(width), place: binPlace(model, edges), steps: true,
    })(width);
  };
}

const kDrawn = 'What the next decision is drawn around.';
const kDrawn8 = 'What the next decision is drawn around, the first 8 coordinates.';
const kSince = 'It begins when this page was opened: the journal keeps no points.';

function point(model: Model): Part {
  if (model.saved) return { element: section('chosen', 'What is chosen', h('p', { class: 'text' }, pointWords(model))), update: () => {} };
  const plot = figure({
    title: () => 'The point, by coordinate',
    name: () => `${model.state.name}: the point over time`,
    chart: () => (width) => {
      const moments = model.moments().filter((moment) => moment.point !== null);
      const size = Math.min(8, model.state.point?.length ?? 0);
      const series = Array.from({ length: size }, (_, i) => ({
        name: `x${i + 1}`,
        style: seriesStyle(i),
        x: [...moments.map(({ at }) => at), model.now()],
        y: [...moments.map((moment) => moment.point![i]!), model.state.point![i]!],
      }));
      return lines(series, { x: 'time', y: 'linear', xLabel: '', yLabel: 'coordinate', height: heightFor(width), place: momentPlace(model) }, 'point')(width);
    },
    summary: () => pointWords(model),
    note: () => `${(model.state.point?.length ?? 0) > 8 ? kDrawn8 : kDrawn} ${kSince}`,
    credit: () => creditOf(model),
    height: 270,
  });
  return { element: section('chosen', 'What is chosen', plot.element), update: plot.refresh, stop: plot.stop };
}

function pointWords({ state }: Model): string {
  const size = state.point?.length ?? 0;
  const some = (state.point ?? []).slice(0, 8).map((value) => pretty(value, 3)).join(', ');
  return size === 0 ? 'Nothing was chosen yet.' : `The point of the next decision is ${some}${size > 8 ? ', …' : ''}.`;
}
