// A bandit's past as a list of moments: the history, and what came live since.
import type { History, State } from './wire.ts';

export interface ArmMoment {
  probability: number;
  asked: number;
  told: number;
  loss: number;
}

/** Counts are totals so far. */
export interface Moment {
  at: number; // milliseconds
  rounds: number;
  open: number;
  outcomes: number; // that came: settled, skipped and stale
  told: number; // that count
  loss: number;
  scale: number | null;
  invested: number | null;
  certificate: number | null;
  arms: ReadonlyMap<number, ArmMoment>; // by number; those that are not known then are not in it
  point: readonly number[] | null;
}

export function fromHistory(history: History): Moment[] {
  return history.at.map((at, i) => {
    const arms = new Map<number, ArmMoment>();
    for (const { index, probability, asked, told, loss } of history.arms) {
      const known = probability[i];
      if (known === null || known === undefined) continue;
      arms.set(index, { probability: known, asked: asked[i] ?? 0, told: told[i] ?? 0, loss: loss[i] ?? 0 });
    }
    return {
      at: Date.parse(at),
      rounds: history.rounds[i]!,
      open: history.open[i]!,
      outcomes: history.settled[i]! + history.skipped[i]! + history.stale[i]!,
      told: history.told[i]!,
      loss: history.loss[i]!,
      scale: history.scale[i] ?? null,
      invested: history.total_invested[i] ?? null,
      certificate: history.certificate[i] ?? null,
      arms,
      point: null,
    };
  });
}

export function fromState(state: State): Moment {
  const arms = new Map<number, ArmMoment>();
  for (const { index, probability, asked, told, loss } of state.arms) arms.set(index, { probability, asked, told, loss });
  const { rounds, open, told, loss, scale, certificate, point } = state;
  const outcomes = state.settled + state.skipped + state.stale;
  return { at: Date.parse(state.at), rounds, open, outcomes, told, loss, scale, invested: state.total_invested, certificate, arms, point };
}

const kKept = 360; // six minutes of every second

/**
 * Moments that come one by one, for ever, in bounded room: number n = 2^l (2 k + 1) is kept until there is n + kept 2^l. So the last
 * ones are all there, and old ones are rare.
 */
export class Live {
  private count = 0;
  private readonly held = new Map<number, Moment>();

  constructor(private readonly kept = kKept) {}

  push(moment: Moment): void {
    const n = ++this.count;
    this.held.set(n, moment);
    for (let stride = 1; this.kept * stride < n; stride *= 2) {
      const old = n - this.kept * stride;
      if (old % stride === 0 && old % (2 * stride) !== 0) this.held.delete(old);
    }
  }

  all(): Moment[] {
    return [...this.held.values()];
  }
}

const kCadence = 5000; // moments are not written more often than this, about
const kIdle = 6; // times as long as those around it: nothing happened for most of it
const kAround = 3;

/**
 * All of them in order of time, from the beginning on, which has no decisions; as long as the past is not known (null), from the first
 * live one on. Where nothing happened for long there is one more moment, just before something did: so a straight line between
 * neighbours is about what was.
 */
export function timeline(past: readonly Moment[] | null, live: readonly Moment[], created: number): Moment[] {
  const all = ascending([...(past ?? []), ...live].sort((a, b) => a.at - b.at));
  const first = all[0];
  if (!first) return [];
  const invested = first.invested === null ? null : 0;
  const unknown = { invested, certificate: null, scale: null, arms: new Map<number, ArmMoment>(), point: null };
  const nothing: Moment = { at: created, rounds: 0, open: 0, outcomes: 0, told: 0, loss: 0, ...unknown };
  const whole = past && first.rounds > 0 && created < first.at ? [nothing, ...all] : all;
  const gaps = whole.map((moment, i) => (i === 0 ? 0 : moment.at - whole[i - 1]!.at));
  return whole.flatMap((moment, i) => {
    const usual = Math.max(kCadence, usualGap(gaps, i));
    return i > 0 && gaps[i]! > kIdle * usual ? [{ ...whole[i - 1]!, at: moment.at - usual }, moment] : [moment];
  });
}

/** Of two at the same time the last; none that has counted less than one before it. */
function ascending(sorted: Moment[]): Moment[] {
  const found: Moment[] = [];
  for (const moment of sorted) {
    const last = found.at(-1);
    if (last && moment.rounds < last.rounds) continue;
    if (last?.at === moment.at) found.pop();
    found.push(moment);
  }
  return found;
}

/** The median of the gaps around one. */
function usualGap(gaps: readonly number[], i: number): number {
  const around = [...gaps.slice(Math.max(1, i - kAround), i), ...gaps.slice(i + 1, i + 1 + kAround)].sort((a, b) => a - b);
  return around[Math.floor((around.length - 1) / 2)] ?? 0;
}
