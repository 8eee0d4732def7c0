// A histogram of durations: bins of human sizes, all equally wide, from milliseconds to a year.
import { node, path, round, type Node } from '../scene.ts';
import { short, whole } from '../format.ts';
import { fit, frame, kHalo, nothing, quiet, textWidth, type Frame } from './axes.ts';
import type { Chart, Drawing, Stop } from './drawing.ts';
import { nice, scale } from './scale.ts';
import { durationShort } from './time.ts';

/** Something that lies in a bin, nobody knows where. */
export interface Mark {
  name: string; // "median 1 to 2 s"
  bin: number;
}

export interface BinsOptions {
  color: string;
  yLabel: string;
  unit: (count: number) => string; // "3 outcomes"
  marks?: Mark[];
  height?: number;
}

const kFewest = 6; // bins that are shown: fewer would be huge
const kRow = 24; // of marks and their names

/** Bin i is below edges[i], in seconds, and the last one is the rest. */
export function bins(edges: readonly number[], counts: readonly number[], options: BinsOptions): Chart {
  return (width) => draw(edges, counts, options, width);
}

/** The bin in which this part of the counts is reached: where inside of it nobody knows. Null of nothing. */
export function quantileBin(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!(total > 0)) return null;
  let left = part * total;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && left <= count) return i;
    left -= count;
  }
  return lastBin(counts); // the rest was rounding
}

/** The last one that has any; -1 of nothing. */
export function lastBin(counts: readonly number[]): number {
  return counts.reduce((last, count, i) => (count > 0 ? i : last), -1);
}

/** The first and the last bin that are shown: all that have counts, and empty ones around them. */
export function shownBins(counts: readonly number[]): [number, number] | null {
  let first = counts.findIndex((count) => count > 0);
  if (first < 0) return null;
  let last = lastBin(counts);
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
  const marks = options.marks ?? [];
  const above = 1 + 0.14 * marks.length; // for them and their names, above the bars
  const top = nice('linear', [0, above * Math.max(...counts)])[1];
  const y = { kind: 'linear', domain: [0, top], label: options.yLabel, text: countTick } as const;
  // The edges stand at whole numbers; the axis has none of its own.
  const room = halfOf(edgeWords(edges, last)); // of the last label, which stands at the end
  const plot = frame(width, { kind: 'linear', domain: [first, last + 1], label: '', text: () => '' }, y, Math.max(8, room), [], options.height);
  const found = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const bars = found.filter((i) => counts[i]! > 0).map((i) => bar(plot, i, counts[i]!, options.color));
  const body = [...plot.body, ...bars, ...edgeLabels(edges, first, last, plot), ...marked(marks, plot)];
  const stops = found.map((i) => stopOf(edges, counts, i, total, options, plot));
  return { width, height: plot.height, body, stops };
}

function bar({ x, y, bottom }: Frame, i: number, count: number, color: string): Node {
  const [left, right] = [x.to(i) + 1, x.to(i + 1) - 1];
  const top = Math.min(bottom - 2, y.to(count)); // a count can always be seen
  const [width, height] = [round(Math.max(1, right - left)), round(bottom - top)];
  return node('rect', { x: round(left), y: round(top), width, height, rx: 2, fill: color, 'fill-opacity': 0.8 });
}

const kRound = [1e-3, 0.01, 0.1, 1, 10, 60, 600, 3600, 86400, 604800, 2592000, 31536000];

/** The edge above a bin: the one before the first is 0, and the last bin has none. */
function edgeWords(edges: readonly number[], bin: number): string {
  return bin < 0 ? '0' : bin < edges.length ? durationShort(edges[bin]!) : '';
}

/** Half of the room of a label, with a little on every side. */
function halfOf(label: string): number {
  return textWidth(label) / 2 + 4;
}

/** As many as there is room for; the outer ones come first, then whole seconds, minutes, hours and days. */
function edgeLabels(edges: readonly number[], first: number, last: number, plot: Frame): Node[] {
  const weight = (i: number): number => (i < first || i === last ? 0 : kRound.includes(edges[i]!) ? 1 : 2);
  const taken: [number, number][] = [];
  const places = Array.from({ length: last - first + 2 }, (_, k) => first - 1 + k).filter((i) => i < edges.length);
  return places
    .sort((a, b) => weight(a) - weight(b) || a - b)
    .flatMap((i) => {
      const label = edgeWords(edges, i);
      const x = plot.x.to(i + 1);
      const half = halfOf(label);
      const at = Math.max(half, Math.min(plot.width - half, x));
      if (taken.some(([from, to]) => at - half < to && from < at + half)) return [];
      taken.push([at - half, at + half]);
      const tick = node('line', { x1: round(x), x2: round(x), y1: plot.bottom + 1, y2: plot.bottom + 5, stroke: 'var(--quiet)', 'stroke-opacity': 0.6 });
      return [tick, quiet(at, plot.bottom + 17, label, { 'text-anchor': 'middle' })];
    });
}

/** A bracket over the bin, with the name above it. */
function marked(marks: readonly Mark[], plot: Frame): Node[] {
  return marks.flatMap(({ name, bin }, i) => {
    const [from, to] = [plot.x.to(bin) + 1, plot.x.to(bin + 1) - 1];
    const label = fit(name, plot.width);
    const left = Math.max(0, Math.min((from + to - textWidth(label)) / 2, plot.width - textWidth(label)));
    const y = plot.top + kRow * i;
    const bracket: [number, number][] = [[from, y + 8], [from, y + 4], [to, y + 4], [to, y + 8]];
    return [
      node('path', { d: path(bracket), stroke: 'var(--ink)', fill: 'none' }),
      quiet(left, y, label, { fill: 'var(--ink)', ...kHalo }),
    ];
  });
}

/** "below 1 ms", "5 to 10 s", "1 y and more" */
export function binWords(edges: readonly number[], i: number): string {
  if (i === 0) return `below ${durationShort(edges[0]!)}`;
  if (i >= edges.length) return `${durationShort(edges.at(-1)!)} and more`;
  return stretch(edges[i - 1]!, edges[i]!, 'to');
}

/** "below 1 ms", "between 5 and 10 s", "1 y or more": where something is that lies in a bin. */
export function withinWords(edges: readonly number[], i: number): string {
  if (i === 0) return `below ${durationShort(edges[0]!)}`;
  if (i >= edges.length) return `${durationShort(edges.at(-1)!)} or more`;
  return `between ${stretch(edges[i - 1]!, edges[i]!, 'and')}`;
}

/** "30 s to 1 min"; a unit that both have is said once. */
function stretch(low: number, high: number, word: string): string {
  const [from, to] = [durationShort(low), durationShort(high)];
  const [count, unit] = from.split(' ');
  return `${unit === to.split(' ')[1] ? count : from} ${word} ${to}`;
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
