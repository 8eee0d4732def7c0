// The numbers of a heat map, and which of them are best.
import type { Group } from './heat_layout.ts';

export interface HeatData {
  id: string; // of the page: two heat maps differ in it
  rows: string[];
  columns: string[];
  groups?: Group[]; // of consecutive columns
  values: (number | null)[][]; // by row, by column
  text: (value: number) => string;
  level: (value: number) => number; // 0 best .. 1 worst
  limits: readonly [best: number, worst: number]; // of level 0 and 1: beyond them colours stay the same
  columnTitle: (column: number) => string;
  caption: string; // what the colours show
}

export function valueAt(data: HeatData, row: number, column: number): number | null {
  return data.values[row]?.[column] ?? null;
}

export function known(values: readonly (number | null)[]): number[] {
  return values.filter((value): value is number => value !== null);
}

/** The best and the worst: levels end at 0 and 1, values go on, and so only they can tell who is best. */
export function ends(values: readonly number[], level: HeatData['level']): [best: number, worst: number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return level(low) <= level(high) ? [low, high] : [high, low];
}

/** Null where there is nothing to choose from. */
export function bestOf(data: HeatData, column: number): number | null {
  const values = known(data.rows.map((_, row) => valueAt(data, row, column)));
  const [best, worst] = ends(values, data.level);
  return values.length > 0 && best !== worst ? best : null;
}
