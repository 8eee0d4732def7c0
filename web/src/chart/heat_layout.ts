// Where the cells of a heat map go. Columns that do not fit beside one another at kLeast wrap into bands below one another.
import { fit, textWidth } from './axes.ts';

export interface Group {
  title: string;
  count: number;
}

export interface Layout {
  left: number; // of the cells; the names of the rows end before
  row: number; // the height of a row
  cell: number; // the width of a column, before it is rounded
  head: number; // the room above the rows of a band
  labels: 'across' | 'upright' | 'none'; // of the columns
  bands: Band[];
  bottom: number;
}

export interface Band {
  top: number; // of its first row
  columns: { index: number; x: number; width: number }[];
  titles: { lines: string[]; x: number; width: number }[];
}

export const kLine = 14; // from line to line
const kLeast = 8; // the width of a column
const kMost = 116;
const kGap = 5; // between groups
const kUpright = 12; // columns as wide as this can have a name that is written upwards
const kLongest = 110; // of such a name
const kLines = 4; // of a name that is written across
const kSlack = 1.1; // fonts differ, and no name may lose a letter at an edge of the picture
const kEnd = 6; // letters of a name that stay when it is cut: problems differ there, as in K=16
const kFewest = 4; // characters of a title that is cut
const kDots = 5; // by so much its dots may be wider than a letter

export const kBeside = 7; // between the names and the cells

/** Part of a group, [from, to). */
export interface Run {
  group: number;
  from: number;
  to: number;
}

/** Which columns are in which band: a group stays together where a band has room for it. */
export function wrap(counts: readonly number[], room: number): Run[][] {
  const bands: Run[][] = [];
  let left = 0; // room in the last band
  let column = 0;
  counts.forEach((count, group) => {
    const end = column + count;
    while (column < end) {
      const fits = Math.floor(left / kLeast);
      const whole = (end - column) * kLeast;
      if (fits < 1 || (whole > left && whole <= room)) {
        bands.push([]);
        left = Math.max(room, kLeast);
        continue;
      }
      const to = Math.min(end, column + fits);
      bands[bands.length - 1]!.push({ group, from: column, to });
      left -= (to - column) * kLeast + kGap;
      column = to;
    }
  });
  return bands;
}

/** As many bands, but about equally long. */
function evenly(counts: readonly number[], room: number): Run[][] {
  let bands = wrap(counts, room);
  for (let less = room - kLeast; less >= kLeast; less -= kLeast) {
    const other = wrap(counts, less);
    if (other.length > bands.length) break;
    bands = other;
  }
  return bands;
}

/** The names get the room that does not cost a further band. */
function nameRoom(names: readonly string[], counts: readonly number[], width: number): number {
  const longest = 2 + kBeside + Math.max(...names.map(wide));
  const most = Math.min(longest, Math.max(124, 0.3 * width));
  const least = Math.min(most, Math.max(90, 0.16 * width));
  const bands = wrap(counts, width - least).length;
  let room = most;
  while (room > least && wrap(counts, width - room).length > bands) room -= 2;
  return Math.round(Math.max(room, least));
}

/** All groups: columns beyond the given ones are a last group without a title. */
function complete(groups: readonly Group[], columns: number): Group[] {
  const rest = columns - groups.reduce((sum, group) => sum + group.count, 0);
  return rest > 0 ? [...groups, { title: '', count: rest }] : [...groups];
}

export function layout(rows: readonly string[], columns: readonly string[], given: readonly Group[], width: number): Layout {
  const groups = complete(given, columns.length);
  const counts = groups.map((group) => group.count);
  const left = nameRoom(rows, counts, width);
  const runs = evenly(counts, width - left);
  const room = (band: Run[]) => (width - left - kGap * (band.length - 1)) / (band.at(-1)!.to - band[0]!.from);
  const cell = Math.min(kMost, ...runs.map(room));
  const row = cell >= 34 ? 26 : runs.length > 1 ? 16 : 20;
  const bands = runs.map((band) => place(band, groups, left, cell));
  const lines = columns.map((name) => across(name, cell).length);
  const labels = Math.min(...lines) > 0 ? 'across' : cell >= kUpright ? 'upright' : 'none';
  const titleLines = Math.max(0, ...bands.flatMap((band) => band.titles.map((title) => title.lines.length)));
  const upright = Math.max(...columns.flatMap((name) => upwards(name, cell).map(wide)));
  const nameHeight = { across: Math.max(...lines) * kLine + 2, upright: upright + 6, none: 0 }[labels];
  const head = titleLines * kLine + (titleLines > 0 ? 6 : 0) + nameHeight;
  const height = head + rows.length * row;
  bands.forEach((band, i) => (band.top = Math.round(head + i * (height + 14))));
  return { left, row, cell, head, labels, bands, bottom: bands.at(-1)!.top + rows.length * row };
}

/** Whole pixels: cells that touch leave no seam. */
function place(band: Run[], groups: readonly Group[], left: number, cell: number): Band {
  const start = band[0]!.from;
  const edge = (column: number, gaps: number) => Math.round(left + (column - start) * cell + gaps * kGap);
  const columns = band.flatMap(({ from, to }, gaps) =>
    Array.from({ length: to - from }, (_, i) => {
      const x = edge(from + i, gaps);
      return { index: from + i, x, width: edge(from + i + 1, gaps) - x };
    }),
  );
  const titles = band.flatMap(({ group, from, to }, gaps) => {
    const x = edge(from, gaps);
    const width = edge(to, gaps) - x;
    const title = groups[group]!.title;
    return title === '' ? [] : [{ lines: broken(title, width, 2) ?? cut(title, width), x, width }];
  });
  return { top: 0, columns, titles };
}

/** In one line; nothing if too few letters are left to say anything. */
function cut(title: string, width: number): string[] {
  const line = fit(title, width / kSlack - kDots);
  return line.length < kFewest ? [] : [line];
}

/** The name of a column, in lines; none if it does not fit. */
export function across(name: string, cell: number): string[] {
  return broken(name, cell - 4, kLines) ?? [];
}

/** The same, turned by a quarter, and cut if it must be. */
export function upwards(name: string, cell: number): string[] {
  return broken(name, kLongest, Math.floor(cell / kUpright)) ?? [fit(name, kLongest / kSlack, kEnd)];
}

/** The name of a row. */
export function beside(name: string, left: number): string {
  return fit(name, (left - kBeside) / kSlack, kEnd);
}

/** The text in at most so many lines, broken where it reads best; null if it does not fit. */
export function broken(content: string, width: number, most: number): string[] | null {
  const clauses = content.split(/(?<=, )/);
  const anywhere = (part: string) => filled(part.split(/(?<=[ :=])|(?<=-)(?=[a-z])/), width);
  const ways = [filled(clauses, width), filled(content.split(/(?<= )/), width), clauses.flatMap(anywhere), anywhere(content)];
  return ways.find((lines) => lines.length <= most && lines.every((line) => wide(line) <= width)) ?? null;
}

function filled(words: string[], width: number): string[] {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1)!;
    if (line === '' || wide((line + word).trimEnd()) <= width) lines[lines.length - 1] = line + word;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

function wide(content: string): number {
  return kSlack * textWidth(content);
}
