// A histogram of durations: bins of human sizes, all equally wide, from milliseconds to a year.
import { node, path, round, type Node } from '../scene.ts';
import { short, whole } from '../format.ts';
import { fit, frame, kHalo, nothing, quiet, textWidth, type Frame } from './axes.ts';
import type { Chart, Drawing, Stop } from './drawing.ts';
import { nice, scale } from './scale.ts';
import { durationShort } from './time.ts';

export interface Mark {
  name: string; // "median"
  at: number; // seconds
}

export interface BinsOptions {
  color: string;
  yLabel: string;
  unit: (count: number) => string; // "3 outcomes"
  marks?: Mark[];
  height?: number;
}

const kFewest = 6; // bins that are shown: fewer would be huge
const kRow = 18; // of the names of marks

/** Bin i is below edges[i], in seconds, and the last one is the rest. */
export function bins(edges: readonly number[], counts: readonly number[], options: BinsOptions): Chart {
  return (width) => draw(edges, counts, options, width);
}

/** The duration below which this part of the counts lies: about, as if those of a bin were spread evenly over it. Null of nothing. */
export function quantile(edges: readonly number[], counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!(total > 0)) return null;
  let left = part * total;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && left <= count) return between(edges, i, left / count);
    left -= count;
  }
  return edges.at(-1) ?? null;
}

function between(edges: readonly number[], bin: number, share: number): number {
  const low = edges[bin - 1] ?? 0;
  const high = edges[bin] ?? low; // beyond the last edge nothing is known but that
  return low + share * (high - low);
}

/** The first and the last bin that are shown: all that have counts, and empty ones around them. */
export function shownBins(counts: readonly number[]): [number, number] | null {
  let first = counts.findIndex((count) => count > 0);
  if (first < 0) return null;
  let last = counts.length - 1 - [...counts].reverse().findIndex((count) => count > 0);
  for (let down = true; last - first + 1 < Math.min(kFewest, counts.length); down = !down) {
    if (down && first > 0) first--;
    else if (last < counts.length - 1) last++;
  }
  return [first, last];
}

function draw(edges: readonly number[], counts: readonly number[], options: BinsOptions, width: number): Drawing {
  const shown = shownBins(counts);
  if (!shown) return nothing(width, [], options.height);
  const [first, last] = shown;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const marks = (options.marks ?? []).filter(({ at }) => Number.isFinite(at));
  const room = 1 + 0.12 * marks.length; // for their names, above the bars
  const top = nice('linear', [0, room * Math.max(...counts)])[1];
  const y = { kind: 'linear', domain: [0, top], label: options.yLabel, text: countTick } as const;
  // The edges stand at whole numbers; the axis has none of its own.
  const plot = frame(width, { kind: 'linear', domain: [first, last + 1], label: '', text: () => '' }, y, 8, [], options.height);
  const found = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const bars = found.filter((i) => counts[i]! > 0).map((i) => bar(plot, i, counts[i]!, options.color));
  const body = [...plot.body, ...bars, ...edgeLabels(edges, first, last, plot), ...marked(marks, edges, [first, last], plot)];
  const stops = found.map((i) => stopOf(edges, counts, i, total, options, plot));
  return { width, height: plot.height, body, stops };
}

function bar({ x, y, bottom }: Frame, i: number, count: number, color: string): Node {
  const [left, right] = [x.to(i) + 1, x.to(i + 1) - 1];
  const top = Math.min(bottom - 2, y.to(count)); // a count can always be seen
  const [width, height] = [round(Math.max(1, right - left)), round(bottom - top)];
  return node('rect', { x: round(left), y: round(top), width, height, rx: 2, fill: color, 'fill-opacity': 0.8 });
}

/** As many as there is room for; whole seconds, minutes, hours and days come before the others. */
function edgeLabels(edges: readonly number[], first: number, last: number, plot: Frame): Node[] {
  const weight = (i: number): number => ([1e-3, 0.01, 0.1, 1, 10, 60, 600, 3600, 86400, 604800, 2592000, 31536000].includes(edges[i]!) ? 0 : 1);
  const taken: [number, number][] = [];
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => first + k).filter((i) => i < edges.length);
  return places
    .sort((a, b) => weight(a) - weight(b) || a - b)
    .flatMap((i) => {
      const label = durationShort(edges[i]!);
      const x = plot.x.to(i + 1);
      const half = textWidth(label) / 2 + 4;
      if (x - half < 0 || x + half > plot.width + 4) return [];
      if (taken.some(([from, to]) => x - half < to && from < x + half)) return [];
      taken.push([x - half, x + half]);
      const tick = node('line', { x1: round(x), x2: round(x), y1: plot.bottom + 1, y2: plot.bottom + 5, stroke: 'var(--quiet)', 'stroke-opacity': 0.6 });
      return [tick, quiet(x, plot.bottom + 17, label, { 'text-anchor': 'middle' })];
    });
}

/** Where a duration is on the axis, which is even inside of a bin. */
function placeOf(seconds: number, edges: readonly number[], [first, last]: [number, number]): number {
  const bin = edges.findIndex((edge) => seconds < edge);
  if (bin < 0) return last + 1;
  const [low, high] = [edges[bin - 1] ?? 0, edges[bin]!];
  return Math.max(first, Math.min(last + 1, bin + (seconds - low) / (high - low)));
}

function marked(marks: Mark[], edges: readonly number[], shown: [number, number], plot: Frame): Node[] {
  return marks.flatMap(({ name, at }, i) => {
    const x = plot.x.to(placeOf(at, edges, shown));
    const label = fit(`${name} ${durationShort(at)}`, plot.right - plot.left);
    const left = Math.min(x + 5, plot.width - textWidth(label)); // at the right of its line, or above it where there is no room
    const y = plot.top - 4 + kRow * i;
    const line: [number, number][] = [[x, left < x + 5 ? y + 10 : y], [x, plot.bottom]];
    return [
      node('path', { d: path(line), stroke: 'var(--ink)', 'stroke-dasharray': i === 0 ? undefined : '4 3', fill: 'none' }),
      quiet(left, y + 6, label, { fill: 'var(--ink)', ...kHalo }),
    ];
  });
}

/** "below 1 ms", "5 s to 10 s", "more than a year" */
export function binWords(edges: readonly number[], i: number): string {
  if (i === 0) return `below ${durationShort(edges[0]!)}`;
  if (i >= edges.length) return `${durationShort(edges.at(-1)!)} and more`;
  return `${durationShort(edges[i - 1]!)} to ${durationShort(edges[i]!)}`;
}

function stopOf(edges: readonly number[], counts: readonly number[], i: number, total: number, options: BinsOptions, plot: Frame): Stop {
  const { to } = scale('linear', plot.x.domain, plot.x.range);
  const [left, right] = [to(i), to(i + 1)];
  const top = plot.y.to(counts[i]!);
  const outline = { x: round(left), y: round(top), width: round(right - left), height: round(plot.bottom - top), rx: 2 };
  return {
    x: (left + right) / 2,
    y: top,
    key: i,
    row: 0,
    label: binWords(edges, i),
    lines: [
      { name: options.unit(counts[i]!), value: `${Math.round((100 * counts[i]!) / total)} %`, color: options.color },
      { name: 'up to here', value: `${Math.round((100 * counts.slice(0, i + 1).reduce((sum, count) => sum + count, 0)) / total)} %` },
    ],
    marks: [node('rect', { ...outline, fill: 'none', stroke: 'var(--ink)', 'stroke-width': 1.5 })],
  };
}

/** Of an axis of counts: there is no half of one. */
export function countTick(value: number): string {
  return Number.isInteger(value) ? short(value) : '';
}

/** "3 outcomes" */
export function counted(one: string, many: string): (count: number) => string {
  return (count) => `${whole(count)} ${count === 1 ? one : many}`;
}
