// Which decisions wait longest: those that are shown, and those that come next. Nothing here knows of elements.
import type { Decision, Time } from './wire.ts';

export interface OpenRow {
  decision: Decision;
  ended: string | null; // what became of it, in a word; null: it is open
}

const kEnded = 'closed'; // nobody said how

export class OpenRows {
  rows: OpenRow[] = []; // shown: they stay, also when they are closed, until refill()
  known = false; // a list has come
  private open: Decision[] = []; // of the last list what is open still, the oldest first
  private ends = new Map<number, string>(); // told of since the last list came
  private before = new Map<number, string>(); // and before it: it may have been on its way then

  constructor(private readonly most: number) {}

  /** A list of the oldest ones. Who is shown and not in it is closed: those that were older only leave. */
  load(open: readonly Decision[]): void {
    this.known = true;
    this.before = this.ends;
    this.ends = new Map();
    this.open = open.filter(({ round }) => !this.before.has(round));
    const waits = new Set(this.open.map(({ round }) => round));
    for (const row of this.rows) row.ended = waits.has(row.decision.round) ? null : (row.ended ?? this.before.get(row.decision.round) ?? kEnded);
  }

  /** It is closed. False: it was not shown. */
  end(round: number, word: string): boolean {
    this.ends.set(round, word);
    this.open = this.open.filter((one) => one.round !== round);
    const row = this.rows.find(({ decision }) => decision.round === round);
    if (row) row.ended = word;
    return row !== undefined;
  }

  /** Since when the oldest one waits, by a state of the bandit: who waits longer is closed. Null: none is open. */
  since(oldest: Time | null): void {
    const over = ({ at }: Decision): boolean => oldest === null || at < oldest;
    this.open = this.open.filter((one) => !over(one));
    for (const row of this.rows) if (over(row.decision)) row.ended ??= kEnded;
  }

  /** Since when the first one waits. */
  oldest(): Time | null {
    return this.open[0]?.at ?? null;
  }

  /** Whether refill() would change anything. */
  waits(): boolean {
    const next = this.open.slice(0, this.most);
    return next.length !== this.rows.length || next.some(({ round }, i) => this.rows[i]!.ended !== null || this.rows[i]!.decision.round !== round);
  }

  /** Shows the first ones that are open. */
  refill(): void {
    this.rows = this.open.slice(0, this.most).map((decision) => ({ decision, ended: null }));
  }
}
