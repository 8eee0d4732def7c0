// The frame that charts share: quiet axes, and the little typography that keeps text inside of a picture.
import { node, round, text, type Attribute, type Node } from '../scene.ts';
import { pretty, short, thousands, whole } from '../format.ts';
import type { Drawing } from './drawing.ts';
import { scale, ticks, type Kind, type Scale, type Span } from './scale.ts';
import { timeTicks } from './time.ts';

export const kFont = 11;
const kCharacter = 6.2; // the mean width of a character at this size
const kLine = 15; // from line to line
const kGutter = 8; // beside the labels of an axis

export interface Axis {
  kind: Kind;
  domain: Span;
  label: string;
  text?: (value: number) => string; // of ticks; short numbers otherwise
}

/** The plot is [left, right] x [top, bottom]; `body` draws the axes. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: Scale;
  y: Scale;
  body: Node[];
}

/** `room` is kept free at the right of the plot; the notes are printed below it. */
export function frame(width: number, x: Axis, y: Axis, room: number, notes: string[], own?: number): Frame {
  const height = own ?? heightOf(width);
  const top = 28;
  const bottom = height - 38;
  const rows = tickLabels(y, ticks(y.kind, y.domain, (bottom - top) / (own ? 30 : 42)));
  const margin = kGutter + Math.max(12, ...rows.map((row) => numberWidth(row.label)));
  const columns = fitting(x, width - margin - room);
  const half = Math.max(8, ...columns.map((column) => textWidth(column.label) / 2));
  const left = Math.ceil(Math.max(margin, half));
  const right = Math.floor(width - Math.max(room, half));
  const plot = { width, left, right, top, bottom, x: scale(x.kind, x.domain, [left, right]), y: scale(y.kind, y.domain, [bottom, top]) };
  const below = paragraphs(notes, width, height);
  const body = [
    node('line', { x1: left, x2: right, y1: bottom, y2: bottom, stroke: 'var(--line)' }),
    ...rows.flatMap((row) => gridLine(plot, row)),
    ...columns.flatMap((column) => tickMark(plot, column)),
    quiet(0, 12, fit(y.label, width)),
    quiet(right, bottom + 34, fit(x.label, right), { 'text-anchor': 'end' }),
    ...below.body,
  ];
  return { ...plot, height: below.end, body: [node('g', { style: 'font-variant-numeric: tabular-nums' }, body)] };
}

/** A picture that only says why there is none. */
export function nothing(width: number, notes: string[] = [], height = heightOf(width)): Drawing {
  const below = paragraphs(notes, width, height);
  const words = quiet(width / 2, height / 2, 'no data', { 'text-anchor': 'middle' });
  return { width, height: below.end, body: [words, ...below.body], stops: [] };
}

/** What leaves the plot is not drawn. The name of the clip has all it depends on: charts that share a name share the clip. */
export function clipped(plot: Plot, id: string, children: Node[]): Node[] {
  if (children.length === 0) return [];
  const { left, right, top, bottom } = plot;
  const name = `clip-${id.replace(/[^\w-]/g, '_')}-${[left, right, top, bottom].map((edge) => Math.round(edge)).join('-')}`;
  const rect = node('rect', { x: round(left - 2), y: top, width: round(right - left + 4), height: round(bottom - top + 2) });
  return [node('clipPath', { id: name }, [rect]), node('g', { 'clip-path': `url(#${name})` }, children)];
}

/** The hairline of a place where a reader stands. */
export function hairline(plot: Plot, x: number): Node {
  return node('line', { x1: round(x), x2: round(x), y1: plot.top, y2: plot.bottom, stroke: 'var(--quiet)', 'stroke-opacity': 0.7 });
}

export function dot(x: number, y: number, color: string): Node {
  return node('circle', { cx: round(x), cy: round(y), r: 3.5, fill: color, stroke: 'var(--paper)', 'stroke-width': 1.5 });
}

/** At most so many of the values, evenly, with both ends. */
export function thin<T>(values: readonly T[], most: number): readonly T[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, i) => values[Math.round((i * (values.length - 1)) / (most - 1))]!);
}

export function placeLabel(name: string, x: number): string {
  return `${name} ${Number.isInteger(x) ? whole(x) : pretty(x, 4)}`;
}

export function quiet(x: number, y: number, content: string, attributes: Record<string, Attribute> = {}): Node {
  return text(x, y, content, { fill: 'var(--quiet)', 'font-size': kFont, ...attributes });
}

/** Attributes of a text that is legible on top of lines. */
export const kHalo = { stroke: 'var(--paper)', 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' } as const;

export function textWidth(content: string): number {
  const wide = content.split('%').length - 1; // nearly as two of the others
  return kCharacter * ([...content].length + 0.7 * wide);
}

/** Of the label of an axis, in a font that is wide: it must not be cut. Digits, capitals and signs are wider than the mean, dots narrower. */
export function numberWidth(content: string): number {
  const of = (letter: string): number => (/[.,: ]/.test(letter) ? 3.6 : /[%GMTm+]/.test(letter) ? 10 : 7.1);
  return [...content].reduce((sum, letter) => sum + of(letter), 0);
}

/** The text, cut to a width; so many letters of its end stay, where names differ there, if there is room for as many before them. */
export function fit(content: string, width: number, end = 0): string {
  if (textWidth(content) <= width) return content;
  const letters = [...content];
  const room = Math.max(0, Math.floor(width / kCharacter) - 1);
  const last = 2 * end <= room ? end : 0;
  return `${letters.slice(0, room - last).join('').trimEnd()}…${letters.slice(letters.length - last).join('')}`;
}

/**
 * Places that are at least `gap` apart (less if there is no room) and in [low, high], near those that are wanted and in their
 * order. Neighbours that would collide become a block, which lies around the mean of what its members want.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const distance = Math.min(gap, (high - low) / Math.max(1, wanted.length - 1));
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const blocks: { members: number[]; sum: number }[] = [];
  const start = ({ members, sum }: { members: number[]; sum: number }): number => {
    const length = (members.length - 1) * distance;
    return Math.max(low, Math.min(high - length, sum / members.length - length / 2));
  };
  for (const i of order) {
    let block = { members: [i], sum: wanted[i]! };
    for (let last = blocks.at(-1); last && start(last) + last.members.length * distance > start(block); last = blocks.at(-1)) {
      block = { members: [...last.members, ...block.members], sum: last.sum + block.sum };
      blocks.pop();
    }
    blocks.push(block);
  }
  const places = [...wanted];
  for (const block of blocks) block.members.forEach((i, place) => (places[i] = start(block) + place * distance));
  return places;
}

interface Tick {
  value: number;
  label: string;
  below?: string; // in a line of its own
}

type Plot = Pick<Frame, 'width' | 'left' | 'right' | 'top' | 'bottom' | 'x' | 'y'>;

function heightOf(width: number): number {
  return Math.round(Math.min(400, Math.max(250, width * 0.48)));
}

/** Short numbers, which have three digits; long ones where those would not be true. Of billions those are short ones with more digits. */
function labelled(values: number[]): Tick[] {
  const exact = (digits: number): boolean => values.every((value) => Number(value.toPrecision(digits)) === Number(value.toPrecision(12)));
  const large = values.some((value) => Math.abs(value) >= 1e9);
  const digits = (large ? [3, 4, 5, 6, 7, 8, 9] : [3]).find(exact);
  const long = (value: number): string => thousands(String(Number(value.toPrecision(12))));
  return values.map((value) => ({ value, label: digits ? short(value, digits) : long(value) }));
}

function tickLabels({ text: own }: Axis, values: number[]): Tick[] {
  return own ? values.map((value) => ({ value, label: own(value) })) : labelled(values);
}

/** Of moments, a label every 76 pixels; what is below them is left out where the next one has too little room. */
function timely({ domain }: Axis, width: number): Tick[] {
  const found = timeTicks(domain[0], domain[1], Math.max(1, Math.floor(width / 76)));
  const { to } = scale('time', domain, [0, width]);
  const named = found.filter((tick) => tick.below !== '');
  const crowded = (tick: Tick): boolean => {
    const next = named[named.indexOf(tick as (typeof named)[number]) + 1];
    return next !== undefined && to(next.value) - to(tick.value) < textWidth(`${tick.below} `);
  };
  return found.map((tick) => (tick.below !== '' && crowded(tick) ? { ...tick, below: '' } : tick));
}

/** As many ticks as there is room for their labels. */
function fitting(axis: Axis, width: number): Tick[] {
  if (axis.kind === 'time') return timely(axis, width);
  for (let most = Math.min(10, Math.floor(width / 40)); most > 1; most--) {
    const found = tickLabels(axis, ticks(axis.kind, axis.domain, most));
    const widest = Math.max(0, ...found.map((tick) => textWidth(tick.label)));
    const { to } = scale(axis.kind, axis.domain, [0, width - widest]); // the plot may be that much narrower
    const free = (i: number): boolean =>
      to(found[i]!.value) - to(found[i - 1]!.value) >= 12 + (textWidth(found[i]!.label) + textWidth(found[i - 1]!.label)) / 2;
    if (found.every((_, i) => i === 0 || free(i))) return found;
  }
  return tickLabels(axis, ticks(axis.kind, axis.domain, 1));
}

function gridLine({ left, right, y }: Plot, { value, label }: Tick): Node[] {
  const place = round(y.to(value));
  const zero = value === 0; // the line that curves are read against
  const stroke = zero ? { stroke: 'var(--quiet)', 'stroke-opacity': 0.6 } : { stroke: 'var(--line)' };
  return [
    node('line', { x1: left, x2: right, y1: place, y2: place, ...stroke }),
    quiet(left - 6, place + 4, label, { 'text-anchor': 'end' }),
  ];
}

function tickMark({ bottom, x }: Plot, { value, label, below }: Tick): Node[] {
  const place = round(x.to(value));
  return [
    node('line', { x1: place, x2: place, y1: bottom + 1, y2: bottom + 5, stroke: 'var(--quiet)', 'stroke-opacity': 0.6 }),
    quiet(place, bottom + 17, label, { 'text-anchor': 'middle' }),
    ...(below ? [quiet(place, bottom + 31, below, { 'text-anchor': 'middle', 'font-weight': 600 })] : []),
  ];
}

/** Notes from a height on, broken into lines; and where they end. */
function paragraphs(notes: string[], width: number, from: number): { body: Node[]; end: number } {
  const broken = notes.flatMap((note) => wrap(note, width));
  return { body: broken.map((line, i) => quiet(0, from + kLine * (i + 1) - 4, line)), end: from + kLine * broken.length };
}

function wrap(content: string, width: number): string[] {
  const found: string[] = [];
  for (const word of content.split(' ')) {
    const longer = found.length === 0 ? word : `${found.at(-1)} ${word}`;
    if (found.length > 0 && textWidth(longer) <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}
