// How good it was: the mean loss, or reward, over time and by arm.
import { lines, type Series } from '../chart/lines.ts';
import { h } from '../dom.ts';
import { figure } from '../figure.ts';
import { brief, briefBeside, whole } from '../format.ts';
import { table, type Column } from '../table.ts';
import type { Model, Unit } from './bandit_model.ts';
import { choice, creditOf, heightFor, placeIn, section, square, type Part } from './bandit_parts.ts';
import { rangeWords } from './bandit_range.ts';
import { enoughFor, means } from './bandit_series.ts';
import { armWords, percent } from './span.ts';

const kUnits = [{ value: 'loss', name: 'loss', long: 'Small is good' }, { value: 'reward', name: 'reward', long: 'Large is good' }] as const;

const kOnly = 'Of the outcomes that came at a time; few of them are taken together.';
const kByArm =
  'Of the outcomes that came at a time, by arm; the thick line is all of them. Few outcomes are taken together, so an arm that is hardly played ' +
  'has few points.';

const kCounted = 'outcomes that were told and count, and silence where it counts as one';

/** The switch between losses and rewards, for the whole page. */
export function unitChoice(model: Model, changed: () => void): Part {
  return choice<Unit>('Losses or rewards', kUnits, () => model.unit, (unit) => {
    model.unit = unit;
    changed();
  });
}

export function outcomes(model: Model, changed: () => void): Part {
  const unit = unitChoice(model, changed);
  const plot = figure({
    title: () => `Mean ${model.unit}`,
    name: () => `${model.state.name}: mean ${model.unit} over time`,
    chart: () => (width) => {
      const edges = model.edges(width);
      const axes = {
        x: 'time', y: 'linear', xLabel: '', yLabel: `mean ${model.unit} of the outcomes`,
        span: model.window(), height: heightFor(width), place: placeIn(model, edges), value: brief,
      } as const;
      return lines(curves(model, edges), axes, 'outcomes')(width);
    },
    summary: () => summary(model),
    note: () => (model.shown.length > 1 ? kByArm : kOnly),
    credit: () => creditOf(model),
    controls: [unit.element],
    height: 270,
  });
  const counts = model.state.arms_of > 0 ? armsTable(model) : null;
  let drawn = '';
  const update = (): void => {
    unit.update();
    plot.refresh();
    const now = JSON.stringify([rows(model), model.unit]);
    if (now === drawn) return; // a reader may stand in it
    drawn = now;
    counts?.redraw();
  };
  return { element: section('outcomes', 'Outcomes', plot.element, counts && h('div', { class: 'arms' }, counts.element, h('p', { class: 'note' }, `Counted: ${kCounted}.`))), update, stop: plot.stop };
}

function summary(model: Model): string {
  const { told, loss } = model.state;
  if (told === 0) return 'No outcome was told yet.';
  return `The mean ${model.unit} of all ${whole(told)} outcomes is ${brief(model.inUnit(loss / told))}. Over ${rangeWords(model.range)}.`;
}

function curves(model: Model, edges: readonly number[]): Series[] {
  const told = model.total((moment) => moment.told);
  const loss = model.total((moment) => moment.loss);
  const own = (name: string, color: string, width: number, { x, y }: { x: number[]; y: number[] }): Series => ({
    name, style: { color, dash: undefined }, width, x, y: y.map((value) => model.inUnit(value)),
  });
  const arms = model.shown.length < 2 ? [] : model.shown.map(({ number, name, color }) => {
    const [sum, count] = [model.arm(number, 'loss'), model.arm(number, 'told')];
    return own(name, color, 1.5, means(sum, count, edges, enoughFor(count, edges)));
  });
  return [...arms.filter(({ x }) => x.length > 1), own('all', 'var(--ink)', 2.5, means(loss, told, edges, enoughFor(told, edges)))];
}

interface Row {
  name: string;
  color: string | null;
  probability: number;
  asked: number;
  told: number;
  loss: number;
}

function armsTable(model: Model) {
  const mean = ({ told, loss }: Row): number | null => (told > 0 ? model.inUnit(loss / told) : null);
  const columns: Column<Row>[] = [
    {
      key: 'arm', title: 'arm', left: true, value: (row) => row.name, text: (row) => row.name,
      cell: (row) => h('span', { class: 'name' }, square(row.color), h('span', {}, row.name)),
    },
    {
      key: 'probability', title: 'probability', help: 'of the next decision', value: (row) => row.probability,
      text: (row) => percent(row.probability), cell: meter,
    },
    { key: 'asked', title: 'decisions', value: (row) => row.asked, text: (row) => whole(row.asked) },
    { key: 'told', title: 'counted', help: kCounted, value: (row) => row.told, text: (row) => whole(row.told) },
    { key: 'mean', title: 'mean', help: 'loss or reward of its outcomes', value: mean, text: (row) => meanWords(mean(row)) },
  ];
  const largest = (): number => Math.max(...rows(model).map((row) => Math.abs(mean(row) ?? 0)));
  const meanWords = (value: number | null): string => (value === null ? '–' : briefBeside(value, largest(), 4)); // decimals below each other
  return table({
    caption: () => `The arms, from the beginning on; means are ${model.unit === 'loss' ? 'losses' : 'rewards'}`,
    columns,
    rows: () => rows(model),
    order: { key: 'probability', down: { probability: true, asked: true, told: true } },
  });
}

function meter({ probability, color }: Row): HTMLElement {
  const length = `width:${Math.max(1, 100 * probability).toFixed(1)}%;background:${color ?? 'var(--edge)'}`;
  return h('span', { class: 'meter' }, h('span', { class: 'bar', 'aria-hidden': 'true' }, h('i', { style: length })), h('span', {}, percent(probability)));
}

function rows(model: Model): Row[] {
  const { arms, arms_of, rounds, told, loss } = model.state;
  const found = arms.map(({ arm, index, ...counts }) => ({ ...counts, name: armWords(arm), color: model.colorOf(index) }));
  const missing = arms_of - arms.length;
  if (missing <= 0) return found;
  const left = (all: number, of: (row: Row) => number): number => Math.max(0, all - found.reduce((sum, row) => sum + of(row), 0));
  const others = {
    name: missing === 1 ? '1 other' : `${whole(missing)} others`,
    color: null,
    probability: left(1, (row) => row.probability),
    asked: left(rounds, (row) => row.asked),
    told: left(told, (row) => row.told),
    loss: loss - found.reduce((sum, row) => sum + row.loss, 0),
  };
  return [...found, others];
}
