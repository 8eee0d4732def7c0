// The parts of the picture of a bank.
import { short, whole } from '../format.ts';
import { node, round, text, type Node } from '../scene.ts';
import type { Flow } from '../wire.ts';
import { quiet, textWidth } from './axes.ts';
import { kInk, type Arc, type Layout } from './bank_layout.ts';
import { sum } from './bank_money.ts';
import { scale, ticks } from './scale.ts';

export const kSaved = 'var(--saved)';
export const kLoan = 'var(--loan)';
export const kNext = 'var(--s2)'; // where the money goes on to
export const kLent = 0.42; // the opacity of what is paid from the reserve: a loan too, but an earlier one
export const kPaid = 0.34; // and of what is paid by savings
const kBars = 'bars: who paid what was needed';
const kBarsShort = 'bars: who paid';

interface Ribbon {
  arc: Arc;
  width: number;
}

/**
 * Payments as wide as is said, in the order of the layout's arcs. The rule for many: the ink is the money. The `own` widest have a path
 * each, exactly as wide as they should be; of the others, those to one group are one path, where each is as wide as their mean.
 */
export function ribbons(plan: Layout, widths: readonly number[], own: number, look: (width: number) => Look = plain): Node[] {
  const seen = plan.arcs.map((arc, i) => ({ arc, width: widths[i]! })).filter(({ width }) => width >= kInk);
  seen.sort((a, b) => a.width - b.width); // the widest on top
  const thin = new Map<number, Ribbon[]>();
  for (const ribbon of seen.slice(0, -own)) thin.set(ribbon.arc.to, [...(thin.get(ribbon.arc.to) ?? []), ribbon]);
  return [...thin.values(), ...seen.slice(-own).map((ribbon) => [ribbon])].map((some) => {
    const { width, opacity } = look(sum(some.map((ribbon) => ribbon.width)) / some.length);
    const d = some.map(({ arc }) => curve(arc, plan.ground)).join('');
    return node('path', { d, 'stroke-width': digits(width), 'stroke-opacity': opacity < 1 ? digits(opacity) : undefined });
  });
}

interface Look {
  width: number;
  opacity: number;
}

const plain = (width: number): Look => ({ width, opacity: 1 });

/** For all payments: lines are more opaque than ribbons, so that a thousand lines make a fan, and ribbons show what lies below. */
export const pale = (width: number): Look => ({ width, opacity: Math.min(0.44, Math.max(0.26, 0.38 - 0.06 * Math.log2(width))) });

/** For the payments of one group: lines too thin to be seen well become wider and fainter. */
export const clear = (width: number): Look => ({ width: Math.max(0.8, width), opacity: Math.min(1, Math.max(0.6, width / 0.8)) });

/** Half an ellipse on the ground. */
function curve({ x0, x1, rise }: Arc, ground: number): string {
  return `M${round(x0)} ${ground}A${round(0.5 * Math.abs(x1 - x0))} ${round(rise)} 0 0 ${x1 < x0 ? 0 : 1} ${round(x1)} ${ground}`;
}

function digits(value: number): number {
  return Number(value.toPrecision(3));
}

/** From the ground down: paid by savings, from the reserve, borrowed. */
export function bar(data: Flow, plan: Layout, g: number, opacity: number): Node[] {
  const { left, right } = plan.slots[g]!;
  const gap = Math.min(1, 0.15 * (right - left));
  const needed = data.scale[g]!;
  if (!(needed > 0)) return [];
  const [lent, borrowed] = [data.reserve[g]! / needed, data.borrowed[g]! / needed];
  let y = plan.ground;
  return [
    { share: Math.max(0, 1 - lent - borrowed), fill: kSaved, opacity },
    { share: lent, fill: kLoan, opacity: kLent },
    { share: borrowed, fill: kLoan, opacity: 1 },
  ].flatMap((part) => {
    const height = part.share * (plan.bed - plan.ground);
    const box = { x: round(left + 0.5 * gap), y: round(y), width: round(right - left - gap), height: round(height) };
    y += height;
    return box.height > 0 ? [node('rect', { ...box, fill: part.fill, 'fill-opacity': part.opacity })] : [];
  });
}

export function groundLine({ left, right, ground }: Layout): Node {
  return node('line', { x1: left, x2: right, y1: ground, y2: ground, stroke: 'var(--ink)', 'stroke-width': 1 });
}

export function axis(data: Flow, plan: Layout): Node[] {
  const { left, right, ground, bed } = plan;
  const last = data.ends.at(-1)!;
  const time = last === 1 ? 'the first round' : `the first ${whole(last)} rounds`;
  const x = scale('linear', [0, last], [left, right]);
  const rounds = ticks('linear', x.domain, (right - left) / 70);
  const anchor = (t: number): string => (x.to(t) > right - 12 ? 'end' : 'middle');
  return [
    quiet(left - 5, ground + 4, '0', { 'text-anchor': 'end' }),
    quiet(left - 5, bed + 2, '100 %', { 'text-anchor': 'end' }),
    ...rounds.flatMap((t) => [
      node('line', { x1: round(x.to(t)), x2: round(x.to(t)), y1: bed + 2, y2: bed + 6, stroke: 'var(--quiet)', 'stroke-opacity': 0.6 }),
      quiet(x.to(t), bed + 18, short(t), { 'text-anchor': anchor(t) }),
    ]),
    quiet(left, bed + 34, textWidth(kBars) + textWidth(time) + 16 <= right - left ? kBars : kBarsShort),
    quiet(right, bed + 34, time, { 'text-anchor': 'end' }),
  ];
}

export interface Entry {
  name: string;
  fill: string;
  opacity: number;
}

/** In as many rows as it takes; and where it ends. */
export function legend(entries: readonly Entry[], width: number): { nodes: Node[]; end: number } {
  let x = 0;
  let y = 14;
  const nodes = entries.flatMap(({ name, fill, opacity }) => {
    const room = 16 + 6.2 * name.length;
    if (x > 0 && x + room > width) [x, y] = [0, y + 18];
    const at = x;
    x += room + 18;
    return [
      node('rect', { x: round(at), y: y - 9, width: 11, height: 10, rx: 2, fill, 'fill-opacity': opacity }),
      text(at + 16, y, name, { 'font-size': 12, fill: 'var(--ink)' }),
    ];
  });
  return { nodes, end: y + 4 };
}
