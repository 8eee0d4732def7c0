// Below a heat map: what its colours and marks mean.
import { node, type Node } from '../scene.ts';
import { fit, quiet, textWidth } from './axes.ts';
import { heatColor, inkOn } from './heat_color.ts';
import { broken, kLine, type Layout } from './heat_layout.ts';
import { known, type HeatData } from './heat_values.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The best of a column, where values are not written. */
export function dot(box: Box, level: number): Node {
  return node('circle', { cx: box.x + box.width / 2, cy: box.y + box.height / 2, r: 2, fill: inkOn(level) });
}

/** And where they are. */
export function outline(box: Box, level: number): Node {
  const inner = { x: box.x + 1.5, y: box.y + 1.5, width: box.width - 3, height: box.height - 3 };
  return node('rect', { ...inner, rx: 2, fill: 'none', stroke: inkOn(level), 'stroke-width': 1.5 });
}

/** What the colours show, a bar of all of them with three values, and what the marks mean: beside it, or below where there is no room. */
export function legend(data: HeatData, plan: Layout, marked: boolean, written: boolean, width: number): { body: Node[]; end: number } {
  const values = known(data.values.flat());
  const x = width - plan.left >= 560 ? plan.left : 0;
  const lines = broken(data.caption, width - x, 6) ?? [fit(data.caption, width - x)];
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
  const [best, worst] = data.limits;
  const stops = Array.from({ length: 9 }, (_, i) => node('stop', { offset: i / 8, 'stop-color': heatColor(i / 8) }));
  const y = bar.y + bar.height + 14;
  return [
    node('defs', {}, [node('linearGradient', { id: `${data.id}-scale` }, stops)]),
    quiet(bar.x - 8 - textWidth('better'), bar.y + 9, 'better'),
    node('rect', { ...bar, fill: `url(#${data.id}-scale)` }),
    quiet(bar.x + bar.width + 8, bar.y + 9, 'worse'),
    quiet(bar.x, y, limitText(data, values, best)),
    quiet(bar.x + bar.width / 2, y, data.text(halfway(best, worst, data.level)), { 'text-anchor': 'middle' }),
    quiet(bar.x + bar.width, y, limitText(data, values, worst), { 'text-anchor': 'end' }),
  ];
}

/** "≥ 8.00" where values lie beyond the colours, "8.00" otherwise. */
function limitText({ text, limits }: HeatData, values: number[], limit: number): string {
  const low = limit === Math.min(...limits);
  const beyond = values.some((value) => (low ? value < limit : value > limit));
  return beyond ? `${low ? '≤' : '≥'} ${text(limit)}` : text(limit);
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
