// A bank statement as a picture: on the left who paid for a decision, in the middle the decision with its scale, on the right what
// became of that money. Every band is as wide as its money.
import { brief, pretty } from '../format.ts';
import { node, round, text, type Node } from '../scene.ts';
import { quiet, textWidth } from './axes.ts';
import { kLent, kLoan, kNext, kPaid, kSaved } from './bank_parts.ts';
import type { Part, Sides } from './statement_money.ts';

/** A band: `y` at its own end, `inner` at the decision, as high at both. */
export interface Band {
  part: Part;
  lines: string[]; // its name, broken
  y: number;
  inner: number;
  height: number;
}

export interface Plan {
  width: number;
  height: number;
  left: Band[];
  right: Band[];
  x: { left: number; middle: number; right: number }; // where bars begin
  middle: { y: number; height: number };
}

export interface Picture {
  width: number;
  height: number;
  body: Node[];
}

const kBar = 5; // pixels: the bars at both sides
const kMiddle = 14; // and that of the decision
const kTop = 46; // for headings
const kLine = 15;
const kGap = 7; // between bands
const kThin = 0.75; // pixels: what is thinner is drawn as a line, to be seen at all

export function statement(sides: Sides, name: string, link: (round: number) => string): (width: number) => Picture {
  return (width) => {
    const plan = planOf(sides, width);
    const { x, middle } = plan;
    const center = x.middle + kMiddle / 2;
    const bar = { x: round(x.middle), y: round(middle.y), width: kMiddle, height: round(middle.height), rx: 3, fill: 'var(--ink)' };
    const body = [
      quiet(x.left + kBar, 12, 'paid by', { 'text-anchor': 'end' }),
      quiet(x.right, 12, 'went to'),
      ...plan.left.map((band) => draw(band, plan, sides, 'left', link)),
      ...plan.right.map((band) => draw(band, plan, sides, 'right', link)),
      node('rect', bar, [node('title', {}, [`${name}: σ ${brief(sides.scale)}`])]),
      text(center, 12, name, { 'text-anchor': 'middle', 'font-size': 13, 'font-weight': 600, fill: 'var(--ink)' }),
      text(center, 28, `σ ${brief(sides.scale)}`, { 'text-anchor': 'middle', 'font-size': 12, fill: 'var(--ink)' }),
    ];
    return { width, height: plan.height, body };
  };
}

/** Where everything is: numbers only. */
export function planOf(sides: Sides, width: number): Plan {
  const most = Math.min(230, Math.max(96, 0.27 * width)); // for names, which are broken to fit
  const unit = Math.min(220, Math.max(150, 0.2 * width)) / sides.total;
  const columns = [column(sides.left, unit, most - 8), column(sides.right, unit, most - 8)] as const;
  const widest = Math.max(...columns.flatMap(({ bands }) => bands.flatMap(({ lines }) => lines.map((line) => 1.06 * textWidth(line)))));
  const room = Math.round(Math.min(most, Math.max(88, widest + 8)));
  const x = { left: room, middle: Math.round((width - kMiddle) / 2), right: width - room - kBar };
  const tall = Math.max(sides.total * unit, ...columns.map(({ height }) => height));
  const middle = { y: kTop + (tall - sides.total * unit) / 2, height: sides.total * unit };
  const [left, right] = columns.map(({ bands, height }) => {
    let inner = middle.y;
    return bands.map((band) => {
      inner += band.height;
      return { ...band, y: band.y + kTop + (tall - height) / 2, inner: inner - band.height };
    });
  }) as [Band[], Band[]];
  return { width, height: Math.ceil(kTop + tall + 14), left, right, x, middle };
}

// One below the other, with room for their names.
function column(parts: readonly Part[], unit: number, room: number): { bands: Band[]; height: number } {
  let end = 0;
  const bands = parts.map((part) => {
    const lines = wrapped(part.name, room);
    const height = unit * part.amount;
    const needed = Math.max(height, kLine * (lines.length + 1));
    const y = end + (needed - height) / 2;
    end += needed + kGap;
    return { part, lines, y, inner: 0, height };
  });
  return { bands, height: Math.max(0, end - kGap) };
}

function wrapped(content: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of content.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function draw(band: Band, plan: Plan, sides: Sides, side: 'left' | 'right', link: (round: number) => string): Node {
  const { part, y, height, lines } = band;
  const { fill, opacity } = lookOf(part.kind === 'others' && side === 'right' ? 'spent' : part.kind);
  const own = side === 'left' ? plan.x.left : plan.x.right;
  const at = side === 'left' ? own - 8 : own + kBar + 8;
  const anchor = side === 'left' ? 'end' : 'start';
  const first = y + height / 2 - (kLine * (lines.length + 1)) / 2 + 11;
  const share = pretty((100 * part.amount) / sides.total, 2);
  const linked = part.round !== undefined;
  const ink = linked ? 'var(--accent)' : 'var(--ink)';
  const children = [
    node('title', {}, [`${part.name}: ${brief(part.amount)}, ${share} %`]),
    node('path', { d: ribbon(band, plan, side), fill, 'fill-opacity': opacity, ...(height < kThin ? { stroke: fill, 'stroke-width': kThin } : {}) }),
    node('rect', {
      x: round(own), y: round(y - (height < kThin ? kThin / 2 : 0)), width: kBar, height: round(Math.max(kThin, height)),
      fill, 'fill-opacity': Math.min(1, opacity + 0.4),
    }),
    ...lines.map((line, i) => text(at, first + kLine * i, line, { 'text-anchor': anchor, 'font-size': 12, fill: ink })),
    quiet(at, first + kLine * lines.length, `${brief(part.amount, 3)} · ${share} %`, { 'text-anchor': anchor }),
  ];
  if (!linked) return node('g', { class: 'band' }, children);
  const label = `${part.name} ${side === 'left' ? 'paid' : 'spent'} ${brief(part.amount)}`;
  return node('a', { class: 'band', href: link(part.round!), 'aria-label': label }, children);
}

function lookOf(kind: Part['kind']): { fill: string; opacity: number } {
  switch (kind) {
    case 'loan':
      return { fill: kLoan, opacity: 0.8 };
    case 'reserve':
      return { fill: kLoan, opacity: kLent };
    case 'spent':
      return { fill: kNext, opacity: 0.6 };
    case 'open':
      return { fill: 'var(--open)', opacity: 0.5 };
    case 'pool':
    case 'rest':
      return { fill: kSaved, opacity: kPaid };
    case 'saving':
    case 'others':
      return { fill: kSaved, opacity: 0.6 };
  }
}

// From its own end to the middle, as high at every place.
function ribbon({ y, inner, height }: Band, { x }: Plan, side: 'left' | 'right'): string {
  const [from, to] = side === 'left' ? [x.left + kBar, x.middle] : [x.right, x.middle + kMiddle];
  const half = (from + to) / 2;
  const [a, b, c, d] = [y, y + height, inner, inner + height].map(round) as [number, number, number, number];
  const [x0, x1, m] = [round(from), round(to), round(half)];
  return `M${x0} ${a}C${m} ${a} ${m} ${c} ${x1} ${c}L${x1} ${d}C${m} ${d} ${m} ${b} ${x0} ${b}Z`;
}
