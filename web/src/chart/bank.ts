// How a learner with a bank pays for its decisions. The capital of a decision comes from the savings of settled ones, and what
// those learned comes along; the rest is borrowed. Oldest-first spending under a fixed delay leaves arcs of one length that
// never merge: as many learners as there are open rounds. A pool leaves a fan: every decision hears of all that is settled.
import { pretty, whole } from '../format.ts';
import { node, round, type Node } from '../scene.ts';
import type { Bank, Flow } from '../wire.ts';
import { areas } from './areas.ts';
import { nothing } from './axes.ts';
import { layout, roundsIn, type Arc, type Layout, type Room } from './bank_layout.ts';
import { incoming, payers, sum, trace } from './bank_money.ts';
import { axis, bar, clear, groundLine, legend, pale, ribbons, type Entry } from './bank_parts.ts';
import { kLent, kLoan, kNext, kPaid, kSaved } from './bank_parts.ts';
import type { Chart, Reading, Stop } from './drawing.ts';

const kOwn = 700; // so many payments have a path of their own, see ribbons()
const kTraced = 300; // and so many of those that are traced back
const kNamed = 4; // so many payers are named where the reader stands
const kReserve = 'borrowed before, in reserve';
const kPaleLoan = `color-mix(in srgb, ${kLoan} ${100 * kLent}%, var(--paper))`; // as in the bars
const kBelow = 40; // pixels below the bars, for the axis

export interface FlowOptions {
  id: string;
  pooled: boolean;
}

export function flow(data: Flow, options: FlowOptions): Chart {
  if (data.ends.length === 0) return (width) => nothing(width);
  const example = exampleOf(data);
  const traced = trace(data, example);
  const lines = incoming(data).map((into, g) => linesOf(data, g, into));
  return (width) => {
    const key = legend(entriesOf(data, example, options.pooled), width);
    const plan = layout(data, roomOf(width, key.end + 12));
    const body = [
      ...key.nodes,
      ...axis(data, plan),
      ...data.ends.flatMap((_, g) => bar(data, plan, g, g === example ? 1 : kPaid)),
      strokes(kSaved, ribbons(plan, plan.arcs.map((arc) => arc.width), kOwn, pale)),
      ...sources(plan, example, traced),
      groundLine(plan),
    ];
    return { width, height: plan.bed + kBelow, body, stops: lines.map((some, g) => stopOf(data, plan, g, some)) };
  };
}

// The group that is traced back for all to see: the last, or the one before it if that needs more, as the last may be cut short.
function exampleOf({ scale }: Flow): number {
  const last = scale.length - 1;
  return last > 0 && scale[last - 1]! > scale[last]! ? last - 1 : last;
}

function roomOf(width: number, top: number): Room {
  const reach = Math.min(360, Math.max(220, 0.34 * width));
  return { left: 42, right: width - 8, top, reach, depth: Math.round(Math.min(72, Math.max(52, 0.07 * width))) };
}

function entriesOf(data: Flow, example: number, pooled: boolean): Entry[] {
  const paid = pooled ? 'paid by the savings of all settled decisions' : 'paid by savings of earlier decisions';
  const saved = [
    { name: paid, fill: kSaved, opacity: kPaid },
    { name: `traced back from ${name(data, example)}`, fill: kSaved, opacity: 1 },
  ];
  return [
    { name: 'borrowed', fill: kLoan, opacity: 1 },
    ...(sum(data.reserve) > 0 ? [{ name: kReserve, fill: kLoan, opacity: kLent }] : []),
    ...(data.paid.length > 0 ? saved : []),
  ];
}

/** "rounds 121 to 132" */
function name(data: Flow, g: number): string {
  const last = data.ends[g]!;
  const count = roundsIn(data, g);
  return count === 1 ? `round ${whole(last)}` : `rounds ${whole(last - count + 1)} to ${whole(last)}`;
}

function strokes(stroke: string, children: Node[]): Node {
  return node('g', { fill: 'none', stroke }, children);
}

function stopOf(data: Flow, plan: Layout, g: number, lines: Reading[]): Stop {
  const { left, right } = plan.slots[g]!;
  let made: Node[] | undefined;
  return {
    x: 0.5 * (left + right),
    y: plan.ground,
    row: 0,
    label: name(data, g),
    lines,
    // Made when somebody stands there: all of them would be a lot.
    get marks() {
      return (made ??= marksOf(data, plan, g));
    },
  };
}

function linesOf(data: Flow, g: number, into: readonly number[]): Reading[] {
  const money = (value: number): string => pretty(value, 4);
  const paid = into.map((i) => data.paid[i]!).sort((a, b) => b[2] - a[2]);
  const named = paid.slice(0, kNamed).map(([from, , amount]) => ({
    name: `savings of ${from === g ? 'these very rounds' : name(data, from)}`,
    value: money(amount),
    color: kSaved,
  }));
  const rest = paid.slice(kNamed).map(([, , amount]) => amount);
  const more = { name: `… of ${rest.length} more ${rest.length === 1 ? 'group' : 'groups'}`, value: money(sum(rest)), color: kSaved };
  const later = sum(data.paid.map(([from, to, amount]) => (from === g && to !== g ? amount : 0)));
  return [
    { name: 'needed σ', value: money(data.scale[g]!) },
    { name: 'borrowed', value: money(data.borrowed[g]!), color: kLoan },
    { name: kReserve, value: money(data.reserve[g]!), color: kPaleLoan },
    ...named,
    ...(rest.length > 0 ? [more] : []),
    { name: 'paid on to later rounds', value: money(later), color: kNext },
  ];
}

// Who paid a group, and below that, what came to those, back to the loans.
function sources(plan: Layout, g: number, traced: readonly number[]): Node[] {
  const earlier = plan.arcs.map(({ to }, i) => (to === g ? 0 : plan.unit * traced[i]!));
  const direct = widths(plan, ({ to }) => to === g);
  return [strokes(kSaved, ribbons(plan, earlier, kTraced)), strokes(kSaved, ribbons(plan, direct, kOwn, clear))];
}

function widths(plan: Layout, which: (arc: Arc) => boolean): number[] {
  return plan.arcs.map((arc) => (which(arc) ? arc.width : 0));
}

// A veil over everything, and on it where the money of this group came from, and where it went next.
function marksOf(data: Flow, plan: Layout, g: number): Node[] {
  const { left, right } = plan.slots[g]!;
  const box = { x: plan.left, y: plan.sky, width: plan.right - plan.left, height: plan.bed - plan.sky };
  return [
    node('rect', { ...box, fill: 'var(--paper)', 'fill-opacity': 0.82 }),
    strokes(kNext, ribbons(plan, widths(plan, ({ from, to }) => from === g && to !== g), kOwn, clear)),
    ...sources(plan, g, trace(data, g)),
    ...bar(data, plan, g, 1),
    groundLine(plan),
    node('line', { x1: round(left), x2: round(right), y1: plan.ground, y2: plan.ground, stroke: 'var(--ink)', 'stroke-width': 3 }),
  ];
}

/** Where all capital is over the run; the top edge is all that was ever borrowed. */
export function balance(bank: Bank, ends: number[], options: { id: string }): Chart {
  const layers = [
    { name: 'with decisions that wait', color: 'var(--open)', y: bank.open },
    { name: 'in savings', color: kSaved, y: bank.saved },
  ];
  return areas(ends, layers, { ...options, xLabel: 'round', yLabel: 'capital', at: 'end' });
}

/** The picture in a sentence. */
export function summary(data: Flow): string {
  const first = `the first ${whole(data.ends.at(-1) ?? 0)}`;
  const loans = meanLoans(data);
  if (loans === null) return `No capital was needed for ${first} decisions.`;
  const begin = `A decision borrowed ${pretty(100 * loans, 2)} % of what it needed, then or earlier (mean of ${first}).`;
  return data.paid.length === 0 ? begin : `${begin} Savings paid the rest, as if ${sharing(payers(data), roundsIn(data, 0))}.`;
}

/** "3.6 groups of 16 rounds had shared it equally" */
function sharing(count: number, size: number): string {
  const many = count.toFixed(1);
  const [group, groups] = size === 1 ? ['round', 'rounds'] : ['group', 'groups'].map((word) => `${word} of ${whole(size)} rounds`);
  return many === '1.0' ? `one ${group} had paid it all` : `${many} ${groups} had shared it equally`;
}

/** Borrowed or from the reserve: the mean share of a decision; null if none needs anything. */
function meanLoans(data: Flow): number | null {
  const rounds = data.scale.map((scale, g) => (scale > 0 ? roundsIn(data, g) : 0));
  const lent = data.scale.map((scale, g) => (scale > 0 ? (rounds[g]! * (data.borrowed[g]! + data.reserve[g]!)) / scale : 0));
  return sum(rounds) > 0 ? sum(lent) / sum(rounds) : null;
}
