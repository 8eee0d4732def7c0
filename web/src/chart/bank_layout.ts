// Where the picture of a bank puts its money: numbers only. Time runs from left to right, a group of rounds is a slot on the
// ground. Savings travel above it, in half ellipses from the right half of the slot that pays to the left half of the one that is
// paid; below it hangs a bar, from whom the capital of the group came. Both show shares of what the group needed: they are the
// weights with which it mixes what others know, and can be compared also where sigma_t falls to a hundredth.
import type { Flow } from '../wire.ts';

export interface Slot {
  left: number;
  right: number;
}

/** The centre line of a payment, and how wide it is. */
export interface Arc {
  from: number;
  to: number;
  x0: number; // where it leaves
  x1: number; // where it lands
  rise: number; // how high it gets above the ground
  width: number; // its share of what the paid group needed, times Layout.unit
}

export interface Layout {
  slots: Slot[];
  arcs: Arc[]; // in the order of Flow.paid
  left: number;
  right: number;
  sky: number; // no arc is above it
  ground: number;
  bed: number; // bars end here
  unit: number; // pixels of width of all that a group needs
}

/** The room there is. A payment from the first round to the last would rise by `reach`, in all pictures of a width. */
export interface Room {
  left: number;
  right: number;
  top: number;
  reach: number;
  depth: number; // of the bed
}

export const kInk = 0.02; // pixels: what is thinner cannot be seen, and is not drawn
const kFoot = 0.92; // of half a slot is covered with feet; the rest keeps neighbours apart
const kWidest = 12; // pixels: more is no picture of a payment
const kBend = 0.6; // rise ~ span^kBend: short payments can be seen beside long ones
const kLow = 24; // pixels: the least height of the sky

export function layout(flow: Flow, room: Room): Layout {
  const { left, right, top: sky } = room;
  const slots = slotsOf(flow.ends, room);
  const unit = Math.min(kWidest, kFoot * Math.max(0, ...slots.map(half)));
  const arcs = arcsOf(flow, slots, unit, room);
  const highest = Math.max(kLow, ...arcs.map((arc) => (arc.width < kInk ? 0 : arc.rise + 0.5 * arc.width)));
  const ground = Math.ceil(sky + highest);
  return { slots, arcs, left, right, sky, ground, bed: ground + room.depth, unit };
}

export function roundsIn({ ends }: Flow, g: number): number {
  return ends[g]! - (ends[g - 1] ?? 0);
}

function slotsOf(ends: readonly number[], { left, right }: Room): Slot[] {
  const perRound = (right - left) / Math.max(1, ends.at(-1) ?? 1);
  return ends.map((end, g) => ({ left: left + perRound * (ends[g - 1] ?? 0), right: left + perRound * end }));
}

function half({ left, right }: Slot): number {
  return 0.5 * (right - left);
}

// Feet lie in an order that nests the arcs: the longest leaves from the far left and lands on the far right.
function arcsOf(flow: Flow, slots: readonly Slot[], unit: number, { left, right, reach }: Room): Arc[] {
  const arcs = flow.paid.map(([from, to, amount]) => {
    const needed = flow.scale[to]!;
    return { from, to, x0: 0, x1: 0, rise: 0, width: needed > 0 ? (unit * amount) / needed : 0 };
  });
  slots.forEach((slot, g) => {
    const leaving = arcs.filter((arc) => arc.from === g).sort((a, b) => b.to - a.to);
    const landing = arcs.filter((arc) => arc.to === g).sort((a, b) => b.from - a.from);
    stand(leaving, slot.left + half(slot), half(slot)).forEach((x, i) => (leaving[i]!.x0 = x));
    stand(landing, slot.left, half(slot)).forEach((x, i) => (landing[i]!.x1 = x));
  });
  for (const arc of arcs) arc.rise = reach * Math.pow(Math.abs(arc.x1 - arc.x0) / (right - left), kBend);
  return arcs;
}

// The middles of feet: side by side in the middle of the room; closer, one on the other, if they are wider than it is. Whoever pays
// for many may give many times what one of them needs.
function stand(feet: readonly Arc[], start: number, room: number): number[] {
  const total = feet.reduce((sum, { width }) => sum + width, 0);
  const squeeze = Math.min(1, total > 0 ? (kFoot * room) / total : 1);
  let next = start + 0.5 * (room - squeeze * total);
  return feet.map(({ width }) => {
    next += squeeze * width;
    return next - 0.5 * squeeze * width;
  });
}
