// Curves over rounds, with bands, and the bounds that go with them.
import { node, path, round, type Node } from '../scene.ts';
import { whole } from '../format.ts';
import { clipped, frame, nothing, type Frame } from './axes.ts';
import { curveOf, pixels, type Axes, type Curve, type Point, type Series } from './curve.ts';
import type { Chart, Drawing } from './drawing.ts';
import { endLabels, ends, leaving, roomFor } from './line_labels.ts';
import { stops } from './line_stops.ts';
import { extent, has, nice, widen, type Kind, type Span } from './scale.ts';

export type { Axes, Series } from './curve.ts';

const kMore = 0.6; // bands and overlays may stretch the picture by so many times the size of the curves

/** Charts of one page need different ids. */
export function lines(series: Series[], axes: Axes, id = 'lines'): Chart {
  return (width) => draw(series, axes, id, width);
}

function draw(series: Series[], axes: Axes, id: string, width: number): Drawing {
  const curves = series.map((one) => curveOf(one, axes));
  const drawn = extent(axes.x, curves.flatMap((curve) => curve.stretches.flat().map((point) => point.x)));
  const xSpan = drawn && (axes.span ?? drawn);
  const ySpan = heights(curves, axes);
  const missing = missingOn(series, axes);
  if (!xSpan || !ySpan) return nothing(width, missing, axes.height);
  const notes = [...missing, ...(cut(curves, axes.y, ySpan) ? ['some bands are wider than the picture'] : [])];
  const labels = axes.labels === false ? [] : ends(curves, width);
  const x = { kind: axes.x, domain: widen(axes.x, xSpan), label: axes.xLabel };
  const y = { kind: axes.y, domain: ySpan, label: axes.yLabel, text: axes.tick };
  const plot = frame(width, x, y, roomFor(labels), notes, axes.height);
  const pick = (overlay: boolean): Curve[] => curves.filter((curve) => curve.overlay === overlay);
  const body = [
    ...plot.body,
    ...clipped(plot, id, [
      ...pick(false).flatMap((curve) => [...fills(curve, plot), ...bands(curve, plot)]),
      ...pick(true).flatMap((curve) => strokes(curve, plot)),
    ]),
    ...pick(false).flatMap((curve) => strokes(curve, plot)),
    ...leaving(pick(true), plot),
    ...endLabels(labels, plot),
  ];
  return { width, height: plot.height, body, stops: stops(curves, axes, plot) };
}

/** A logarithmic axis has no place for some points; nobody shall miss them unknowingly. */
function missingOn(series: Series[], axes: Axes): string[] {
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

/** The domain of y: of the curves; bands stretch it by a limited amount, and so do overlays on a linear axis. */
function heights(curves: Curve[], { y: kind, zero }: Axes): Span | null {
  const lines = curves.filter((curve) => !curve.overlay);
  const found = lines.flatMap(values);
  const lineSpan = extent(kind, zero && found.length > 0 ? [0, ...found] : found);
  const overlays = curves.filter((curve) => curve.overlay).flatMap(values);
  if (!lineSpan) {
    const only = extent(kind, overlays);
    return only && nice(kind, widen(kind, only));
  }
  const [bottom, top] = lineSpan;
  // On a logarithmic axis a band may reach down to nothing: there the curve alone counts.
  const edgesOf = ({ y, half }: Point): number[] => (kind === 'log' ? [Math.min(y + half, (1 + kMore) * top)] : [y - half, y + half]);
  const edges = lines.flatMap(points).flatMap(edgesOf);
  const all = extent(kind, [bottom, top, ...edges, ...overlays])!;
  if (kind === 'log') return nice(kind, widen(kind, all));
  const [low, high] = nice(kind, widen(kind, lineSpan));
  const [least, most] = nice(kind, widen(kind, all));
  const more = kMore * (Math.max(-bottom, top) || high - low);
  return [
    all[0] < low ? Math.min(low, Math.max(least, bottom - more)) : low,
    all[1] > high ? Math.max(high, Math.min(most, top + more)) : high,
  ];
}

function points({ stretches }: Curve): Point[] {
  return stretches.flat();
}

function values(curve: Curve): number[] {
  return points(curve).map(({ y }) => y);
}

/** Whether a band leaves the picture; at the lower edge of a logarithmic axis that is nothing special. */
function cut(curves: Curve[], kind: Kind, [low, high]: Span): boolean {
  const slack = 1e-9 * (high - low);
  const leaves = ({ y, half }: Point): boolean => y + half > high + slack || (kind === 'linear' && y - half < low - slack);
  return curves.some((curve) => !curve.overlay && points(curve).some(leaves));
}

function fills(curve: Curve, plot: Frame): Node[] {
  if (!curve.series.fill) return [];
  return curve.stretches
    .filter((stretch) => stretch.length > 1)
    .map((stretch) => {
      const top = pixels(stretch, plot);
      const ground = [[top.at(-1)![0], plot.bottom], [top[0]![0], plot.bottom]] as const;
      return node('path', { d: `${path([...top, ...ground])}Z`, fill: curve.series.style.color, 'fill-opacity': 0.13 });
    });
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
    line: { 'stroke-width': curve.series.width ?? 2, 'stroke-dasharray': dash },
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
