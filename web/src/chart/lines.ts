// Curves over rounds, with bands, and the bounds that go with them.
import { node, path, round, text, type Node } from '../scene.ts';
import type { SeriesStyle } from '../style.ts';
import { pretty, whole } from '../format.ts';
import type { Chart, Drawing, Reading, Stop } from './drawing.ts';
import { clipped, dot, fit, frame, hairline, kFont, kHalo, nothing, placeLabel, quiet, spread, textWidth, thin } from './axes.ts';
import type { Frame } from './axes.ts';
import { extent, has, nice, widen, type Kind, type Span } from './scale.ts';

export interface Series {
  name: string; // of the agent, also for what belongs to it
  style: SeriesStyle;
  x: number[]; // ascending
  y: number[];
  half?: number[] | null; // of an interval around y
  kind?: 'line' | 'bound' | 'certificate';
}

export interface Axes {
  x: Kind;
  y: Kind;
  xLabel: string;
  yLabel: string;
}

const kMore = 0.6; // overlays may lift the top of the picture by so many times that of the curves
const kMostStops = 200;
const kMostLabels = 8;
const kWide = 640; // labels beside the curves need that much
const kGap = 14; // of labels
const kMostRows = 3; // of labels of what leaves the picture

/** Charts of one page need different ids. */
export function lines(series: Series[], axes: Axes, id = 'lines'): Chart {
  return (width) => draw(series, axes, id, width);
}

interface Point {
  x: number;
  y: number;
  half: number;
}

/** A series as it is drawn: stretches without a gap. */
interface Curve {
  series: Series;
  overlay: boolean;
  stretches: Point[][];
}

function draw(series: Series[], axes: Axes, id: string, width: number): Drawing {
  const curves = series.map((one) => curveOf(one, axes));
  const notes = notesOn(series, axes);
  const xSpan = extent(axes.x, curves.flatMap((curve) => curve.stretches.flat().map((point) => point.x)));
  const ySpan = heights(curves, axes.y);
  if (!xSpan || !ySpan) return nothing(width, notes);
  const labels = ends(curves, width);
  const room = Math.max(0, ...labels.map((label) => textWidth(label.name) + kBeside + 4));
  const x = { kind: axes.x, domain: widen(axes.x, xSpan), label: axes.xLabel };
  const plot = frame(width, x, { kind: axes.y, domain: ySpan, label: axes.yLabel }, room, notes);
  const pick = (overlay: boolean): Curve[] => curves.filter((curve) => curve.overlay === overlay);
  const body = [
    ...plot.body,
    ...clipped(plot, id, [...pick(false).flatMap((curve) => bands(curve, plot)), ...pick(true).flatMap((curve) => strokes(curve, plot))]),
    ...pick(false).flatMap((curve) => strokes(curve, plot)),
    ...leaving(pick(true), plot),
    ...endLabels(labels, plot),
  ];
  return { width, height: plot.height, body, stops: stops(curves, axes, plot) };
}

function curveOf(series: Series, axes: Axes): Curve {
  const stretches: Point[][] = [[]];
  series.x.forEach((x, i) => {
    const y = series.y[i] ?? NaN;
    const half = series.half?.[i] ?? 0;
    if (has(axes.x, x) && has(axes.y, y)) stretches.at(-1)!.push({ x, y, half: Number.isFinite(half) ? half : 0 });
    else stretches.push([]);
  });
  return { series, overlay: (series.kind ?? 'line') !== 'line', stretches: stretches.filter((stretch) => stretch.length > 0) };
}

/** A logarithmic axis has no place for some points; nobody shall miss them unknowingly. */
function notesOn(series: Series[], axes: Axes): string[] {
  let count = 0;
  for (const { x, y } of series) {
    x.forEach((at, i) => {
      const known = Number.isFinite(at) && Number.isFinite(y[i]);
      if (known && !(has(axes.x, at) && has(axes.y, y[i]!))) count++;
    });
  }
  if (count === 0) return [];
  const subject = count === 1 ? '1 point at or below 0 is' : `${whole(count)} points at or below 0 are`;
  return [`${subject} not on a logarithmic axis`];
}

/** The domain of y: of the curves and their bands; overlays stretch it on a linear axis by a limited amount. */
function heights(curves: Curve[], kind: Kind): Span | null {
  const lineSpan = spanOf(curves.filter((curve) => !curve.overlay), kind);
  const overlaySpan = spanOf(curves.filter((curve) => curve.overlay), kind);
  if (!lineSpan || !overlaySpan) {
    const only = lineSpan ?? overlaySpan;
    return only && nice(kind, widen(kind, only));
  }
  const both: Span = [Math.min(lineSpan[0], overlaySpan[0]), Math.max(lineSpan[1], overlaySpan[1])];
  if (kind === 'log') return nice(kind, widen(kind, both));
  const [low, high] = nice(kind, widen(kind, lineSpan));
  const [least, most] = nice(kind, widen(kind, both));
  const more = kMore * (lineSpan[1] > 0 ? lineSpan[1] : high - low);
  return [
    both[0] < low ? Math.min(low, Math.max(least, lineSpan[0] - more)) : low,
    both[1] > high ? Math.max(high, Math.min(most, lineSpan[1] + more)) : high,
  ];
}

/** On a logarithmic axis a band may reach down to nothing: there the curve alone counts. */
function spanOf(curves: Curve[], kind: Kind): Span | null {
  const values = curves.flatMap((curve) =>
    curve.stretches.flat().flatMap(({ y, half }) => (curve.overlay ? [y] : [y, y + half, kind === 'log' ? y : y - half])),
  );
  return extent(kind, values);
}

function bands(curve: Curve, plot: Frame): Node[] {
  if (!curve.series.half) return [];
  const color = curve.series.style.color;
  const lower = ({ y, half }: Point): number => (has(plot.y.kind, y - half) ? plot.y.to(y - half) : plot.bottom);
  return curve.stretches.map((stretch) => {
    const above = stretch.map((point) => [plot.x.to(point.x), plot.y.to(point.y + point.half)] as const);
    const below = stretch.map((point) => [plot.x.to(point.x), lower(point)] as const).reverse();
    const outline = path([...above, ...below]);
    // An interval of a single point has no area.
    if (stretch.length === 1) return node('path', { d: outline, stroke: color, 'stroke-width': 5, 'stroke-opacity': 0.25, fill: 'none' });
    return node('path', { d: `${outline}Z`, fill: color, 'fill-opacity': 0.14 });
  });
}

function strokes(curve: Curve, plot: Frame): Node[] {
  const { color, dash } = curve.series.style;
  const look = {
    line: { 'stroke-width': 2, 'stroke-dasharray': dash },
    bound: { 'stroke-width': 1.25, 'stroke-dasharray': '1.5 3' },
    certificate: { 'stroke-width': 1.25, 'stroke-dasharray': '10 4' },
  }[curve.series.kind ?? 'line'];
  return curve.stretches.map((stretch) => {
    const points = pixels(stretch, plot);
    const [x, y] = points[0]!;
    if (points.length === 1) return node('circle', { cx: round(x), cy: round(y), r: curve.overlay ? 2 : 3, fill: color });
    return node('path', { d: path(points), fill: 'none', stroke: color, 'stroke-linejoin': 'round', ...look });
  });
}

function pixels(stretch: Point[], plot: Frame): [number, number][] {
  return stretch.map((point) => [plot.x.to(point.x), plot.y.to(point.y)]);
}

// Labels at the ends of the curves.

const kLeader = 16;
const kBeside = kLeader + 4;

interface EndLabel {
  name: string;
  color: string;
  point: Point;
}

function ends(curves: Curve[], width: number): EndLabel[] {
  const drawn = curves.filter((curve) => !curve.overlay && curve.stretches.length > 0);
  if (drawn.length > kMostLabels || width < kWide) return [];
  return drawn.map(({ series, stretches }) => ({
    name: fit(series.name, 0.28 * width),
    color: series.style.color,
    point: stretches.at(-1)!.at(-1)!,
  }));
}

function endLabels(labels: EndLabel[], plot: Frame): Node[] {
  const wanted = labels.map((label) => plot.y.to(label.point.y));
  const places = spread(wanted, kGap, plot.top, plot.bottom);
  return labels.flatMap(({ name, color, point }, i) => {
    const [from, to] = [wanted[i]!, places[i]!];
    const { right } = plot;
    // Inside of the plot the leader is quiet: it must not look like a curve that goes on.
    const inside = node('path', { d: path([[plot.x.to(point.x), from], [right, from]]), stroke: 'var(--quiet)', 'stroke-opacity': 0.5 });
    const outside = path([[right, from], [right + 3, from], [right + kLeader - 4, to], [right + kLeader, to]]);
    return [
      ...(plot.x.to(point.x) < right - 1 ? [inside] : []),
      node('path', { d: outside, fill: 'none', stroke: color, 'stroke-width': 1 }),
      text(right + kBeside, to + 4, name, { fill: 'var(--ink)', 'font-size': kFont }),
    ];
  });
}

// Overlays that leave the picture.

function title({ name, kind }: Series): string {
  return kind && kind !== 'line' ? `${kind} of ${name}` : name;
}

/** The first place where an overlay is outside, and on which side; null if it never is. */
function exit(curve: Curve, plot: Frame): { x: number; up: boolean } | null {
  const { top, bottom } = plot;
  for (const stretch of curve.stretches) {
    const points = pixels(stretch, plot);
    const first = points.findIndex(([, y]) => y < top - 1 || y > bottom + 1);
    if (first < 0) continue;
    const [x, y] = points[first]!;
    const up = y < top;
    const before = points[first - 1];
    return { x: before ? before[0] + ((x - before[0]) * ((up ? top : bottom) - before[1])) / (y - before[1]) : x, up };
  }
  return null;
}

/** "bound of banker ↑" where it leaves, in the first row that is free there; an arrow alone if there is none. */
function leaving(overlays: Curve[], plot: Frame): Node[] {
  const found = overlays.flatMap((curve) => {
    const place = exit(curve, plot);
    return place ? [{ series: curve.series, ...place }] : [];
  });
  // From the right to the left, so that the labels become stairs along the curves.
  found.sort((a, b) => b.x - a.x);
  const taken = found.map(({ x, up }) => ({ row: 0, up, from: x - 5, to: x + 5 }));
  return found.flatMap(({ series, x, up }) => {
    const color = series.style.color;
    const name = fit(title(series), plot.right - plot.left - 24);
    const long = textWidth(name) + 14;
    const from = Math.max(plot.left, Math.min(x + 6, plot.right - long));
    const covers = (row: number) => (one: (typeof taken)[number]): boolean =>
      one.row === row && one.up === up && one.from < from + long && from < one.to;
    const row = [...Array(kMostRows).keys()].find((candidate) => !taken.some(covers(candidate)));
    const arrow = arrowhead(x, up ? plot.top : plot.bottom, up, color);
    if (row === undefined) return [arrow];
    taken.push({ row, up, from, to: from + long });
    const label = quiet(from, up ? plot.top + 12 + kGap * row : plot.bottom - 5 - kGap * row, `${name} `, kHalo);
    label.children.push(node('tspan', { fill: color, 'font-weight': 600 }, [up ? '↑' : '↓']));
    return [arrow, label];
  });
}

function arrowhead(x: number, edge: number, up: boolean, color: string): Node {
  const tail = edge + (up ? 6 : -6);
  return node('path', { d: `${path([[x, edge], [x + 3.5, tail], [x - 3.5, tail]])}Z`, fill: color });
}

// Where a reader can stand.

function stops(curves: Curve[], axes: Axes, plot: Frame): Stop[] {
  const base = curves.some((curve) => !curve.overlay && curve.stretches.length > 0) ? curves.filter((curve) => !curve.overlay) : curves;
  const union = [...new Set(base.flatMap((curve) => curve.series.x))].filter((x) => has(axes.x, x)).sort((a, b) => a - b);
  return thin(union, kMostStops).map((x) => stopAt(x, curves, axes, plot));
}

function stopAt(x: number, curves: Curve[], axes: Axes, plot: Frame): Stop {
  const place = plot.x.to(x);
  const found = curves
    .flatMap((curve) => {
      const point = valueAt(curve.series, x, plot);
      return point ? [{ curve, ...point }] : [];
    })
    .sort((a, b) => Number(a.curve.overlay) - Number(b.curve.overlay) || b.y - a.y);
  const dots = found
    .filter(({ y }) => has(axes.y, y))
    .map(({ curve, y }) => ({ y: plot.y.to(y), color: curve.series.style.color }))
    .filter(({ y }) => y >= plot.top - 1 && y <= plot.bottom + 1);
  return {
    x: place,
    y: Math.min(plot.bottom, ...dots.map(({ y }) => y)),
    row: 0,
    label: placeLabel(axes.xLabel, x),
    lines: found.map(({ curve, y, half }) => reading(curve, y, half)),
    marks: [hairline(plot, place), ...dots.map(({ y, color }) => dot(place, y, color))],
  };
}

function reading({ series }: Curve, y: number, half: number | null): Reading {
  const value = pretty(y, 4) + (half === null ? '' : ` ± ${pretty(half, 4)}`);
  return { name: title(series), value, color: series.style.color };
}

/** The series at x, between its points as it is drawn; null where it is not. */
function valueAt({ x, y, half }: Series, at: number, plot: Frame): { y: number; half: number | null } | null {
  const next = x.findIndex((value) => value >= at);
  const halfOf = (i: number): number | null => (half && Number.isFinite(half[i]) ? half[i]! : null);
  const last = y[next];
  if (last === undefined) return null;
  if (x[next] === at) return Number.isFinite(last) ? { y: last, half: halfOf(next) } : null;
  const first = y[next - 1];
  const kinds = [plot.x.kind, plot.y.kind] as const;
  if (first === undefined || !has(kinds[1], first) || !has(kinds[1], last) || !has(kinds[0], x[next - 1]!)) return null;
  const [from, to] = [plot.x.to(x[next - 1]!), plot.x.to(x[next]!)];
  const part = (plot.x.to(at) - from) / (to - from);
  const mix = (a: number, b: number): number => a + part * (b - a);
  const [halfFirst, halfLast] = [halfOf(next - 1), halfOf(next)];
  return {
    y: plot.y.from(mix(plot.y.to(first), plot.y.to(last))),
    half: halfFirst === null || halfLast === null ? null : mix(halfFirst, halfLast),
  };
}
