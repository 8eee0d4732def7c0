// A series of a line chart, and how it is drawn.
import type { SeriesStyle } from '../style.ts';
import type { Frame } from './axes.ts';
import { has, type Kind, type Span } from './scale.ts';

export interface Series {
  name: string; // of the agent, also for what belongs to it
  style: SeriesStyle;
  x: number[]; // ascending
  y: number[];
  half?: number[] | null; // of an interval around y
  kind?: 'line' | 'bound' | 'certificate';
  width?: number; // of the line
  fill?: boolean; // down to the axis, pale
}

export interface Axes {
  x: Kind;
  y: Kind;
  xLabel: string;
  yLabel: string;
  span?: Span; // of x; that of the curves otherwise
  zero?: boolean; // y begins at 0
  labels?: boolean; // false: no names at the ends of the curves
  height?: number;
  place?: (x: number) => string; // what a reading says of x
  value?: (y: number) => string; // and of y
  tick?: (y: number) => string;
}

export interface Point {
  x: number;
  y: number;
  half: number;
}

/** A series as it is drawn: stretches without a gap. */
export interface Curve {
  series: Series;
  overlay: boolean;
  stretches: Point[][];
}

export function curveOf(series: Series, axes: Axes): Curve {
  const stretches: Point[][] = [[]];
  series.x.forEach((x, i) => {
    const y = series.y[i] ?? NaN;
    const half = series.half?.[i] ?? 0;
    if (has(axes.x, x) && has(axes.y, y)) stretches.at(-1)!.push({ x, y, half: Number.isFinite(half) ? half : 0 });
    else stretches.push([]);
  });
  return { series, overlay: (series.kind ?? 'line') !== 'line', stretches: stretches.filter((stretch) => stretch.length > 0) };
}

/** How a reading or a label calls it. */
export function title({ name, kind }: Series): string {
  return kind && kind !== 'line' ? `${kind} of ${name}` : name;
}

export function pixels(stretch: Point[], plot: Frame): [number, number][] {
  return stretch.map((point) => [plot.x.to(point.x), plot.y.to(point.y)]);
}
