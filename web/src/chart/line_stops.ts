// Where a reader can stand in a line chart, and what it says there.
import { pretty, prettyBeside, short } from '../format.ts';
import { dot, hairline, placeLabel, thin, type Frame } from './axes.ts';
import { title, type Axes, type Curve, type Series } from './curve.ts';
import type { Reading, Stop } from './drawing.ts';
import { has } from './scale.ts';

const kMostStops = 200;

export function stops(curves: Curve[], axes: Axes, plot: Frame): Stop[] {
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
    key: x,
    label: (axes.place?.(x) ?? placeLabel(axes.xLabel, x)) + (found.some(({ half }) => half !== null) ? ', mean ± 95 %' : ''),
    lines: found.map(({ curve, y, half }) => reading(curve, y, half, axes)),
    marks: [hairline(plot, place), ...dots.map(({ y, color }) => dot(place, y, color))],
  };
}

function reading({ series }: Curve, y: number, half: number | null, axes: Axes): Reading {
  const value = (axes.value?.(y) ?? pretty(y, 4)) + (half === null ? '' : ` ± ${halfBeside(half, y)}`);
  return { name: title(series), value, color: series.style.color };
}

/** With the decimals of y; with own ones where those would make it 0. */
function halfBeside(half: number, y: number): string {
  const text = prettyBeside(half, y, 4);
  return half > 0 && !/[1-9]/.test(text) ? short(half) : text;
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
