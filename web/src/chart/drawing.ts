import type { Node } from '../scene.ts';

/** What a chart draws, and where a reader can stand in it with the pointer or the arrow keys. */
export interface Drawing {
  width: number;
  height: number;
  body: Node[];
  stops: Stop[];
}

export interface Stop {
  x: number;
  y: number;
  key?: number; // its place on the axis: a reader stays there when the picture moves on
  row: number; // up and down go to the next row, left and right along it
  label: string; // what it says here, for the eye: the first line of the reading
  lines: Reading[]; // and the rest
  marks: Node[]; // drawn on top while the reader stands here
}

export interface Reading {
  name: string;
  value: string;
  color?: string; // of the series
}

/** A chart is a function of the width it gets. */
export type Chart = (width: number) => Drawing;

/** Where a reader comes in: from the left at the first stop, from the right at the last one of its row. */
export function entry(stops: readonly Stop[], key: string): number {
  return key === 'ArrowLeft' || key === 'End' ? step(stops, 0, 'End') : 0;
}

/** From (row, x) one step in a direction: the index of the stop to go to, which may be the same. */
export function step(stops: readonly Stop[], from: number, key: string): number {
  const here = stops[from];
  if (!here) return 0;
  const row = stops.map((stop, i) => ({ stop, i })).filter(({ stop }) => stop.row === here.row);
  const place = row.findIndex(({ i }) => i === from);
  switch (key) {
    case 'ArrowLeft':
      return row[Math.max(0, place - 1)]!.i;
    case 'ArrowRight':
      return row[Math.min(row.length - 1, place + 1)]!.i;
    case 'Home':
      return row[0]!.i;
    case 'End':
      return row[row.length - 1]!.i;
    case 'ArrowUp':
      return neighbour(stops, from, -1);
    case 'ArrowDown':
      return neighbour(stops, from, 1);
    default:
      return from;
  }
}

/** In the next row of a direction that has stops, the one below or above; `from` if there is no such row. */
function neighbour(stops: readonly Stop[], from: number, direction: 1 | -1): number {
  const here = stops[from]!;
  const ahead = (stop: Stop) => (stop.row - here.row) * direction;
  const next = stops.reduce((rows, stop) => (ahead(stop) > 0 ? Math.min(rows, ahead(stop)) : rows), Infinity);
  return least(stops, (stop) => (ahead(stop) === next ? [Math.abs(stop.x - here.x)] : null)) ?? from;
}

/** The stop nearest to a point: in the nearest row if there are several (the stops of a row lie at one height). */
export function nearest(stops: readonly Stop[], x: number, y: number): number {
  const several = stops.some((stop) => stop.row !== stops[0]!.row);
  return least(stops, (stop) => [several ? Math.abs(stop.y - y) : 0, Math.abs(stop.x - x)]) ?? 0;
}

/** The first stop of least measure: the first number decides, then the second. Null leaves a stop out. */
function least(stops: readonly Stop[], measure: (stop: Stop) => number[] | null): number | null {
  let best: number | null = null;
  let held: number[] = [];
  stops.forEach((stop, i) => {
    const own = measure(stop);
    if (own === null) return;
    const where = own.findIndex((value, k) => value !== held[k]);
    if (best === null || (where >= 0 && own[where]! < held[where]!)) {
      best = i;
      held = own;
    }
  });
  return best;
}
