// What the page of a bandit knows, and which part of it the reader looks at.
import type { Span } from '../chart/scale.ts';
import { fromHistory, fromState, Live, timeline, type ArmMoment, type Moment } from './bandit_moments.ts';
import { windowOf, type Range } from './bandit_range.ts';
import { armTrack, edgesOf, levels, shownArms, steady, track, type Track } from './bandit_series.ts';
import { ServerClock } from './server_clock.ts';
import { armWords } from './span.ts';
import type { ArmName, History, State } from './wire.ts';

export const kMostArms = 8; // that have a colour of their own
const kLate = 3000; // milliseconds
export type Unit = 'loss' | 'reward';

export interface ShownArm {
  number: number;
  name: string;
  color: string; // of the style sheet
}
export const kOthers = { name: 'others', color: 'var(--edge)' } as const;

export class Model {
  range: Range = 'all';
  moment = 0; // of which the figures of the page speak: the same for all of them
  shown: ShownArm[] = [];
  private past: Moment[] | null = null; // null: it has not come yet
  private picked: Unit | null = null;
  private line: Moment[] | null = null;
  private readonly tracks = new Map<string, Track>(); // of arms, as long as there is no other moment
  private readonly live = new Live();
  private readonly names = new Map<number, ArmName>();
  private readonly slots = new Map<number, number>(); // the colour of an arm
  private readonly clock = new ServerClock();

  constructor(
    public state: State,
    readonly saved: boolean, // nothing comes after it
  ) {
    this.take(state);
    this.tick();
  }

  tick(): void {
    this.moment = this.now();
  }

  /** What the reader chose; before that, what most outcomes were told as. */
  get unit(): Unit {
    return this.picked ?? (this.state.rewards > this.state.told / 2 ? 'reward' : 'loss');
  }
  set unit(unit: Unit) {
    this.picked = unit;
  }

  /** The server is: nothing is told, and the clock stands still. */
  get away(): boolean {
    return this.clock.away;
  }
  set away(away: boolean) {
    this.clock.away = away;
  }

  take(state: State): void {
    this.state = state;
    this.clock.set(state.at);
    this.live.push(fromState(state));
    this.line = null;
    for (const { index, arm } of state.arms) this.names.set(index, arm);
  }

  remember(history: History): void {
    this.past = fromHistory(history);
    this.line = null;
    for (const { index, arm } of history.arms) this.names.set(index, arm);
  }

  moments(): Moment[] {
    if (this.line) return this.line;
    this.tracks.clear();
    return (this.line = timeline(this.past, this.live.all(), Date.parse(this.state.created_at)));
  }

  now(): number {
    return this.saved ? Date.parse(this.state.at) : this.clock.now();
  }

  /** The stretch that the charts show; `all` begins where something was. */
  window(): Span {
    const moments = this.moments();
    const created = Date.parse(this.state.created_at);
    const begin = moments.find((_, i) => (moments[i + 1]?.rounds ?? 1) > 0)?.at ?? created;
    return windowOf(this.range, begin, this.now(), created);
  }

  /** Bins for a chart of this width: none narrower than a few pixels, nor shorter than so many milliseconds. */
  edges(width: number, pixels = 6, least = 5000): number[] {
    return edgesOf(this.window(), (width - 60) / pixels, least);
  }

  /**
   * The same, of bins that have a few decisions each, for rates: the last one is no shorter than the others, and ends with what is known,
   * so that a rate does not fall at the end.
   */
  steadyEdges(width: number, pixels = 6): number[] {
    const [from, to] = this.window();
    const least = Math.max(5000, steady(this.total(({ rounds }) => rounds), [from, to]));
    return edgesOf([from, Math.max(from + 1000, this.known())], (width - 60) / pixels, least, 1);
  }

  /** Until when all is known: a change is told within a second or two, and after a longer silence there was none. */
  known(): number {
    const [last, now] = [Date.parse(this.state.at), this.now()];
    return this.away || now - last < kLate ? Math.min(last, now) : now;
  }

  arm(number: number, what: keyof ArmMoment): Track {
    const moments = this.moments();
    const key = `${number} ${what}`;
    const held = this.tracks.get(key) ?? armTrack(moments, number, what);
    this.tracks.set(key, held);
    return held;
  }

  armName(number: number): string {
    return armWords(this.names.get(number) ?? number);
  }

  /** A mean loss in the unit that the reader chose. */
  inUnit(loss: number): number {
    return this.unit === 'loss' ? loss : this.mirrored(loss);
  }

  /** A loss as a reward, or a reward as a loss. */
  private mirrored(value: number): number {
    const range = this.state.loss_range;
    return range ? range[0] + range[1] - value : 0 - value;
  }

  /** What a decision without an outcome counts as, in that unit; null if it is dropped. */
  silence(): number | null {
    const { on_expiry } = this.state;
    if (on_expiry === 'drop') return null;
    const [kind, value] = 'loss' in on_expiry ? (['loss', on_expiry.loss] as const) : (['reward', on_expiry.reward] as const);
    return kind === this.unit ? value : this.mirrored(value);
  }

  /** Which arms have a colour now, and which. An arm that stays keeps its own. */
  choose(): void {
    const moments = this.moments();
    const numbers = new Set(moments.flatMap((moment) => [...moment.arms.keys()]));
    const edges = edgesOf(this.window(), 60);
    const values = new Map([...numbers].map((arm) => [arm, levels(this.arm(arm, 'probability'), edges)]));
    const few = this.state.arms_of <= kMostArms;
    const chosen = shownArms(values, kMostArms, this.state.arms_of);
    for (const arm of [...this.slots.keys()]) if (!chosen.includes(arm)) this.slots.delete(arm);
    for (const arm of chosen) {
      if (this.slots.has(arm)) continue;
      const taken = new Set(this.slots.values());
      this.slots.set(arm, few ? arm : [...Array(kMostArms).keys()].find((slot) => !taken.has(slot))!);
    }
    this.shown = chosen.map((number) => ({ number, name: this.armName(number), color: `var(--s${this.slots.get(number)! % kMostArms})` }));
  }

  colorOf(number: number | null): string | null {
    return this.shown.find((arm) => arm.number === number)?.color ?? null;
  }

  total(value: (moment: Moment) => number | null): Track {
    return track(this.moments(), value);
  }
}
