// Agents by problems: a colour per value. Bright is good; the best of each column has a mark.
import { node, round, text, type Node } from '../scene.ts';
import { kFont, nothing, quiet, textWidth } from './axes.ts';
import type { Chart, Stop } from './drawing.ts';
import { heatColor, inkOn } from './heat_color.ts';
import { across, beside, kBeside, kLine, layout, upwards, type Band, type Layout } from './heat_layout.ts';
import { dot, legend, outline, type Box } from './heat_legend.ts';
import { bestOf, known, valueAt, type HeatData } from './heat_values.ts';

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

/** Values are written into the cells if all of them fit. */
function fitsInside(data: HeatData, plan: Layout): boolean {
  const room = Math.min(...plan.bands.flatMap((band) => band.columns.map(({ width }) => width)));
  const longest = Math.max(0, ...known(data.values.flat()).map((value) => textWidth(data.text(value))));
  return room >= 34 && plan.row >= 16 && longest <= room - 8;
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
