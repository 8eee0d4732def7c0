// Agents by problems: a colour per value. Bright is good; the best of each column has a mark.
import { node, round, text, type Node } from '../scene.ts';
import { fit, kFont, nothing, quiet, textWidth } from './axes.ts';
import type { Chart, Stop } from './drawing.ts';
import { heatColor, inkOn } from './heat_color.ts';
import { across, beside, broken, kBeside, kLine, layout, upwards, type Band, type Group, type Layout } from './heat_layout.ts';

export interface HeatData {
  id: string; // of the page: two heat maps differ in it
  rows: string[];
  columns: string[];
  groups?: Group[]; // of consecutive columns
  values: (number | null)[][]; // by row, by column
  text: (value: number) => string;
  level: (value: number) => number; // 0 best .. 1 worst
  columnTitle: (column: number) => string;
  caption: string; // what the colours show
}

/** Stop i is row ⌊i / columns⌋ and column i mod columns, in however many bands they are. */
export function heat(data: HeatData): Chart {
  return (width) => {
    if (data.rows.length === 0 || data.columns.length === 0) return nothing(width);
    const plan = layout(data.rows, data.columns, data.groups ?? [], width);
    const best = data.columns.map((_, column) => bestOf(data, column));
    const written = fitsInside(data, plan);
    const key = legend(data, plan, known(best).length > 0, written, width);
    const body = plan.bands.map((band) =>
      node('g', {}, [...heads(data, plan, band), ...names(data, plan, band), ...cells(data, plan, band, best, written)]),
    );
    return { width, height: key.end, body: [hatch(data.id), ...body, ...key.body], stops: stops(data, plan) };
  };
}

function valueAt(data: HeatData, row: number, column: number): number | null {
  return data.values[row]?.[column] ?? null;
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value): value is number => value !== null);
}

/** The best and the worst: levels end at 0 and 1, values go on, and so only they can tell who is best. */
function ends(values: readonly number[], level: HeatData['level']): [best: number, worst: number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return level(low) <= level(high) ? [low, high] : [high, low];
}

/** Null where there is nothing to choose from. */
function bestOf(data: HeatData, column: number): number | null {
  const values = known(data.rows.map((_, row) => valueAt(data, row, column)));
  const [best, worst] = ends(values, data.level);
  return values.length > 0 && best !== worst ? best : null;
}

/** Values are written into the cells if all of them fit. */
function fitsInside(data: HeatData, plan: Layout): boolean {
  const room = Math.min(...plan.bands.flatMap((band) => band.columns.map(({ width }) => width)));
  const longest = Math.max(0, ...known(data.values.flat()).map((value) => textWidth(data.text(value))));
  return room >= 34 && plan.row >= 16 && longest <= room - 8;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function cells(data: HeatData, plan: Layout, band: Band, best: (number | null)[], written: boolean): Node[] {
  const gap = written ? 1 : 0; // thin columns touch, or the gaps would be most of what one sees
  return data.rows.flatMap((_, row) =>
    band.columns.flatMap(({ index, x, width }) => {
      const box = { x, y: band.top + row * plan.row, width: width - gap, height: plan.row - 1 };
      const value = valueAt(data, row, index);
      if (value === null) return [node('rect', { ...box, fill: `url(#${data.id}-none)` })];
      const level = data.level(value);
      const marked = best[index] === value;
      return [
        node('rect', { ...box, fill: heatColor(level) }),
        ...(marked ? [written ? outline(box, level) : dot(box, level)] : []),
        ...(written ? [inside(box, data.text(value), level)] : []),
      ];
    }),
  );
}

function inside(box: Box, content: string, level: number): Node {
  const place = { 'text-anchor': 'middle', 'font-size': kFont, style: 'font-variant-numeric: tabular-nums' };
  return text(box.x + box.width / 2, box.y + box.height / 2 + 4, content, { ...place, fill: inkOn(level) });
}

function dot(box: Box, level: number): Node {
  return node('circle', { cx: box.x + box.width / 2, cy: box.y + box.height / 2, r: 2, fill: inkOn(level) });
}

function outline(box: Box, level: number): Node {
  const inner = { x: box.x + 1.5, y: box.y + 1.5, width: box.width - 3, height: box.height - 3 };
  return node('rect', { ...inner, rx: 2, fill: 'none', stroke: inkOn(level), 'stroke-width': 1.5 });
}

function hatch(id: string): Node {
  const strokes = node('path', { d: 'M-1 1L1 -1M-1 6L6 -1M4 6L6 4', stroke: 'var(--quiet)', 'stroke-width': 1, 'stroke-opacity': 0.6 });
  return node('defs', {}, [node('pattern', { id: `${id}-none`, width: 5, height: 5, patternUnits: 'userSpaceOnUse' }, [strokes])]);
}

function names(data: HeatData, plan: Layout, band: Band): Node[] {
  return data.rows.map((name, row) => {
    const y = band.top + row * plan.row + plan.row / 2 + 3.5;
    const label = text(plan.left - kBeside, y, beside(name, plan.left), { 'text-anchor': 'end', 'font-size': kFont, fill: 'var(--ink)' });
    return { ...label, children: [...label.children, node('title', {}, [name])] };
  });
}

/** The titles of groups with a rule below, then the names of columns. */
function heads(data: HeatData, plan: Layout, band: Band): Node[] {
  const top = band.top - plan.head;
  const lines = Math.max(0, ...plan.bands.flatMap(({ titles }) => titles.map((title) => title.lines.length)));
  const titles = band.titles.flatMap(({ lines: own, x, width }) => [
    ...own.map((line, i) => quiet(x, top + 11 + (lines - own.length + i) * kLine, line)),
    node('rect', { x, y: top + lines * kLine + 1, width, height: 1, fill: 'var(--line)' }),
  ]);
  return [...titles, ...band.columns.flatMap(({ index, x, width }) => columnName(plan, data.columns[index]!, x + width / 2, band.top))];
}

function columnName(plan: Layout, name: string, middle: number, bottom: number): Node[] {
  if (plan.labels === 'across') {
    const lines = across(name, plan.cell);
    return lines.map((line, i) => quiet(middle, bottom - 5 - (lines.length - 1 - i) * kLine, line, { 'text-anchor': 'middle' }));
  }
  if (plan.labels === 'none') return [];
  const lines = upwards(name, plan.cell);
  return lines.map((line, i) => {
    const x = middle + 4 + (i - (lines.length - 1) / 2) * 13;
    return quiet(x, bottom - 4, line, { transform: `rotate(-90 ${round(x)} ${bottom - 4})` });
  });
}

/** What the colours show, a bar of them with three values, and what the marks mean: beside it, or below where there is no room. */
function legend(data: HeatData, plan: Layout, marked: boolean, written: boolean, width: number): { body: Node[]; end: number } {
  const values = known(data.values.flat());
  const x = width - plan.left >= 560 ? plan.left : 0;
  const lines = broken(data.caption, width - x, 4) ?? [fit(data.caption, width - x)];
  const top = plan.bottom + 24;
  const words = textWidth('better') + 8;
  const bar = { x: x + words, y: top + (lines.length - 1) * kLine + 9, width: Math.min(240, width - x - 2 * words), height: 10 };
  const holes = values.length < data.rows.length * data.columns.length;
  const right = bar.x + bar.width + words + 20;
  const beside = width - right >= 260;
  const key = signs(data.id, marked, holes, written, beside ? right : x, beside ? bar.y - 2 : bar.y + 38);
  const caption = lines.map((line, i) => quiet(x, top + i * kLine, line));
  const colours = values.length > 0 ? colourBar(data, values, bar) : [];
  return { body: [...caption, ...colours, ...key], end: bar.y + (beside || key.length === 0 ? 32 : 58) };
}

function signs(id: string, marked: boolean, holes: boolean, written: boolean, x: number, y: number): Node[] {
  const box = { x, y, width: 18, height: 14 };
  const best = 'best of its column';
  const next = { ...box, x: marked ? x + 44 + textWidth(best) : x };
  return [
    ...(marked ? [swatch(box), written ? outline(box, 0) : dot(box, 0), quiet(x + 24, y + 11, best)] : []),
    ...(holes ? [node('rect', { ...next, fill: `url(#${id}-none)` }), quiet(next.x + 24, y + 11, 'no value')] : []),
  ];
}

function swatch(box: Box): Node {
  return node('rect', { ...box, fill: heatColor(0) });
}

function colourBar(data: HeatData, values: number[], bar: Box): Node[] {
  const [best, worst] = ends(values, data.level);
  const [from, to] = [data.level(best), data.level(worst)];
  const colors = Array.from({ length: 9 }, (_, i) => heatColor(from + ((to - from) * i) / 8));
  const stops = colors.map((color, i) => node('stop', { offset: i / 8, 'stop-color': color }));
  const y = bar.y + bar.height + 14;
  return [
    node('defs', {}, [node('linearGradient', { id: `${data.id}-scale` }, stops)]),
    quiet(bar.x - 8 - textWidth('better'), bar.y + 9, 'better'),
    node('rect', { ...bar, fill: `url(#${data.id}-scale)` }),
    quiet(bar.x + bar.width + 8, bar.y + 9, 'worse'),
    quiet(bar.x, y, data.text(best)),
    quiet(bar.x + bar.width / 2, y, data.text(halfway(best, worst, data.level)), { 'text-anchor': 'middle' }),
    quiet(bar.x + bar.width, y, data.text(worst), { 'text-anchor': 'end' }),
  ];
}

/** The value whose level is halfway: by halving, as levels are monotone. */
function halfway(best: number, worst: number, level: (value: number) => number): number {
  const wanted = (level(best) + level(worst)) / 2;
  let [a, b] = [best, worst];
  for (let i = 0; i < 40; ++i) {
    const middle = (a + b) / 2;
    if (level(middle) < wanted) a = middle;
    else b = middle;
  }
  return b;
}

function stops(data: HeatData, plan: Layout): Stop[] {
  return data.rows.flatMap((label, row) =>
    plan.bands.flatMap((band, i) =>
      band.columns.map(({ index, x, width }): Stop => {
        const y = band.top + row * plan.row;
        const value = valueAt(data, row, index);
        const reading = value === null ? { value: 'no value' } : { value: data.text(value), color: heatColor(data.level(value)) };
        return {
          x: x + width / 2,
          y: y + (plan.row - 1) / 2,
          row: i * data.rows.length + row,
          label,
          lines: [{ name: data.columnTitle(index), ...reading }],
          marks: marks({ x, y, width, height: plan.row - 1 }),
        };
      }),
    ),
  );
}

/** Two frames, so that one of them shows on every colour. */
function marks(box: Box): Node[] {
  const around = (by: number) => ({ x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by, fill: 'none' });
  return [
    node('rect', { ...around(2), stroke: 'var(--paper)', 'stroke-width': 2 }),
    node('rect', { ...around(1), stroke: 'var(--ink)', 'stroke-width': 2 }),
  ];
}
