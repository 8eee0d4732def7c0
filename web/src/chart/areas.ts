// Shares of a whole over rounds, stacked.
import { node, path, text, type Node } from '../scene.ts';
import { pretty, whole } from '../format.ts';
import type { Chart, Drawing, Stop } from './drawing.ts';
import { clipped, dot, frame, hairline, kFont, kHalo, nothing, placeLabel, textWidth, thin, type Frame } from './axes.ts';
import { nice, widen, type Kind } from './scale.ts';

export interface Layer {
  name: string;
  color: string;
  y: number[];
}

export interface AreasOptions {
  id: string; // another one for every chart of a page
  xLabel: string;
  yLabel: string;
  at: 'stretch' | 'end'; // y[i] is the mean over the stretch that ends at x[i], or the value at its end, from 0 on
  top?: number; // of the axis; the largest sum otherwise
  kind?: Kind; // of x
  from?: number; // where the first stretch begins, 0 otherwise
  steps?: boolean; // a value lasts as long as its stretch
  height?: number;
  place?: (i: number) => string; // what a reading says of stretch i
  value?: (y: number) => string; // and of y
  tick?: (y: number) => string;
}

const kMostStops = 200;
const kLeast = 16; // pixels that a layer is high where it has a label
const kSample = 4; // pixels between the places that are tried for one

/** The first layer is at the bottom. */
export function areas(x: number[], layers: Layer[], options: AreasOptions): Chart {
  return (width) => draw(x, layers, options, width);
}

/** A layer between two heights, which begin at x = 0. */
interface Band {
  layer: Layer;
  low: number[];
  high: number[];
}

function draw(x: number[], layers: Layer[], options: AreasOptions, width: number): Drawing {
  const notes = notesOn(layers);
  const start = options.from ?? 0;
  const end = x.at(-1);
  if (end === undefined || !(end > start) || layers.length === 0) return nothing(width, notes, options.height);
  const bands = stack(x.length, layers, options.at);
  const top = options.top ?? nice('linear', widen('linear', [0, Math.max(...bands.at(-1)!.high)]))[1];
  const xAxis = { kind: options.kind ?? 'linear', domain: [start, end], label: options.xLabel } as const;
  const yAxis = { kind: 'linear', domain: [0, top], label: options.yLabel, text: options.tick } as const;
  const plot = frame(width, xAxis, yAxis, 0, notes, options.height);
  const at = [start, ...x].map((value) => plot.x.to(value));
  const outlines = bands.map((band) => outline(band, at, plot, options.steps ?? false));
  const body = [
    ...plot.body,
    ...clipped(plot, options.id, [
      ...outlines.map(({ low, high }, i) => area([...high, ...low.reverse()], layers[i]!.color)),
      ...outlines.slice(0, -1).map(({ high }) => node('path', { d: path(high), fill: 'none', stroke: 'var(--paper)' })),
    ]),
    ...bands.flatMap((band) => label(band, at, plot)),
  ];
  return { width, height: plot.height, body, stops: stops(x, bands, options, plot) };
}

/** Through it the grid can be seen. */
function area(corners: [number, number][], color: string): Node {
  return node('path', { d: `${path(corners)}Z`, fill: color, 'fill-opacity': 0.8 });
}

const four = (value: number): string => pretty(value, 4);

function size(value: number | undefined): number {
  return value !== undefined && value > 0 && Number.isFinite(value) ? value : 0;
}

function notesOn(layers: Layer[]): string[] {
  const count = layers.reduce((sum, layer) => sum + layer.y.filter((value) => value < 0).length, 0);
  return count === 0 ? [] : [count === 1 ? '1 value below 0 is drawn as 0' : `${whole(count)} values below 0 are drawn as 0`];
}

function stack(count: number, layers: Layer[], at: AreasOptions['at']): Band[] {
  let low: number[] = Array(count + 1).fill(0);
  return layers.map((layer) => {
    const first = at === 'stretch' ? layer.y[0] : 0;
    const high = low.map((value, i) => value + size(i === 0 ? first : layer.y[i - 1]));
    const band = { layer, low, high };
    low = high;
    return band;
  });
}

type Edge = [number, number][];

function outline({ low, high }: Band, at: number[], plot: Frame, steps: boolean): { low: Edge; high: Edge } {
  const corner = (value: number, i: number): Edge => [[at[i]!, plot.y.to(value)]];
  const stair = (value: number, i: number): Edge => (i === 0 ? [] : [[at[i - 1]!, plot.y.to(value)], [at[i]!, plot.y.to(value)]]);
  const edge = (values: number[]): Edge => values.flatMap(steps ? stair : corner);
  return { low: edge(low), high: edge(high) };
}

/** The name in the highest box inside of its layer that is as wide as the name. */
function label({ layer, low, high }: Band, at: number[], plot: Frame): Node[] {
  const long = textWidth(layer.name) + 8;
  const starts = Array.from({ length: Math.floor((plot.right - plot.left) / kSample) + 1 }, (_, i) => plot.left + i * kSample);
  const places = [...starts, ...starts.map((start) => start + long), ...at].sort((a, b) => a - b);
  const floor = sample(low, at, places).map(plot.y.to);
  const ceiling = sample(high, at, places).map((value) => Math.max(plot.top, plot.y.to(value)));
  let best = { height: 0, x: 0, y: 0 };
  for (const start of starts.filter((one) => one + long <= plot.right)) {
    const [first, end] = [places.indexOf(start), places.lastIndexOf(start + long) + 1];
    const bottom = Math.min(...floor.slice(first, end));
    const top = Math.max(...ceiling.slice(first, end));
    if (bottom - top > best.height) best = { height: bottom - top, x: start + long / 2, y: (top + bottom) / 2 };
  }
  if (best.height < kLeast) return [];
  return [text(best.x, best.y + 4, layer.name, { fill: 'var(--ink)', 'font-size': kFont, 'text-anchor': 'middle', ...kHalo })];
}

/** The values of a polygon at some places, ascending as its own. */
function sample(values: number[], at: number[], places: number[]): number[] {
  let next = 1;
  return places.map((place) => {
    while (next < at.length - 1 && at[next]! < place) next++;
    const [from, to] = [at[next - 1]!, at[next]!];
    const part = to > from ? Math.min(1, (place - from) / (to - from)) : 1;
    return values[next - 1]! + part * (values[next]! - values[next - 1]!);
  });
}

/** "rounds 1 to 520", or "after round 520" */
function placeOf(x: number[], i: number, { xLabel, at, place }: AreasOptions): string {
  if (place) return place(i);
  const first = (x[i - 1] ?? 0) + 1;
  if (at === 'end') return `after ${placeLabel(xLabel, x[i]!)}`;
  return first === x[i] ? placeLabel(xLabel, first) : `${xLabel}s ${whole(first)} to ${whole(x[i]!)}`;
}

function stops(x: number[], bands: Band[], options: AreasOptions, plot: Frame): Stop[] {
  return thin([...x.keys()], kMostStops).map((i) => {
    const before = x[i - 1] ?? options.from ?? 0;
    const place = plot.x.to(options.steps ? (before + x[i]!) / 2 : x[i]!);
    const shown = [...bands].reverse(); // from the top
    const heights = shown.map(({ high }) => plot.y.to(high[i + 1]!));
    const dots = shown.flatMap(({ layer, low, high }, j) =>
      high[i + 1]! > low[i + 1]! && heights[j]! >= plot.top - 1 ? [dot(place, heights[j]!, layer.color)] : [],
    );
    return {
      x: place,
      y: Math.max(plot.top, heights[0]!),
      key: x[i]!,
      row: 0,
      label: placeOf(x, i, options),
      lines: shown.flatMap(({ layer }) => {
        const value = layer.y[i];
        return value !== undefined && Number.isFinite(value) ? [{ name: layer.name, value: (options.value ?? four)(value), color: layer.color }] : [];
      }),
      marks: [hairline(plot, place), ...dots],
    };
  });
}
