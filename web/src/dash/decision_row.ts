// The latest decisions as a list that events keep up to date. Nothing here knows of elements.
import type { Asked, Closed, Decision, Statement } from './wire.ts';

export interface Shares {
  borrowed: number;
  pool: number;
  savings: number;
}

/** Who paid, as shares of the scale; null without a bank. What was borrowed beyond it, for the reserve, is not part of it. */
export function sharesOf(statement: Statement | null): Shares | null {
  if (!statement || !(statement.scale > 0)) return null;
  const { scale, borrowed, from_pool } = statement;
  const part = (amount: number): number => Math.min(1, Math.max(0, amount / scale));
  const loan = part(borrowed);
  const pool = Math.min(1 - loan, part(from_pool));
  return { borrowed: loan, pool, savings: Math.max(0, 1 - loan - pool) };
}

/** The decision an event speaks of. Payments are not in it: shares need none. */
export function asked(event: Asked): Decision {
  const { id, round, at, arm, probability, action, scale, borrowed, from_pool } = event;
  const statement = scale === undefined ? null : { scale, borrowed: borrowed ?? 0, from_pool: from_pool ?? 0, payments: [] };
  const played = { ...(arm !== undefined && { arm }), ...(probability !== undefined && { probability }), ...(action && { action }) };
  return { id, round, at, ...played, statement, status: 'open', outcome: null };
}

export function closed(decision: Decision, kind: string, event: Closed): Decision {
  const { at, loss, reward, immediate_cost } = event;
  const outcome = { at, ...(loss !== undefined && { loss }), ...(reward !== undefined && { reward }), immediate_cost: immediate_cost ?? null };
  return { ...decision, status: kind === 'expire' ? 'expired' : event.status, outcome };
}

/** The latest decisions, newest first, at most `most`. */
export class Latest {
  rows: Decision[] = [];
  missed = false; // something happened that nobody told of: the list must be asked for again
  private ends = 0; // outcomes that were told of since the last count
  private counted: number | null = null; // outcomes there were then
  private early = new Map<number, [string, Closed]>(); // outcomes of rows that an answer under way may bring as open

  constructor(readonly most: number) {}

  load(rows: readonly Decision[]): void {
    // What is newer than the answer is known from events; so is an outcome that came while it was under way.
    const ended = new Map(this.rows.filter(({ status }) => status !== 'open').map((row) => [row.round, row]));
    const told = (row: Decision): Decision => {
      const end = this.early.get(row.round);
      return end ? closed(row, ...end) : row;
    };
    const now = rows.map((row) => (row.status === 'open' ? (ended.get(row.round) ?? told(row)) : row));
    this.early.clear();
    const first = rows[0]?.round ?? 0;
    this.rows = [...this.rows.filter(({ round }) => round > first), ...now].slice(0, this.most);
    this.missed = this.rows.some(({ round }, i) => i > 0 && round !== this.rows[i - 1]!.round - 1);
  }

  /** The round that changed, or null. */
  event(kind: string, event: Asked | Closed): number | null {
    if (kind === 'ask') {
      const top = this.rows[0]?.round ?? 0;
      if (event.round <= top) return null;
      if (event.round > top + 1) this.missed = true;
      this.rows = [asked(event as Asked), ...this.rows].slice(0, this.most);
      return event.round;
    }
    if (kind !== 'tell' && kind !== 'drop' && kind !== 'expire') return null;
    this.ends += 1;
    const at = this.rows.findIndex(({ round }) => round === event.round);
    if (at < 0) {
      if (event.round > (this.rows.at(-1)?.round ?? 0)) this.early.set(event.round, [kind, event as Closed]);
      return null;
    }
    this.rows[at] = closed(this.rows[at]!, kind, event as Closed);
    return event.round;
  }

  /** What the counts of the bandit say: more than the events did? */
  count(rounds: number, ends: number): void {
    const waits = this.rows.some(({ status }) => status === 'open');
    if (rounds > (this.rows[0]?.round ?? 0)) this.missed = true;
    if (waits && this.counted !== null && ends - this.counted > this.ends) this.missed = true;
    this.counted = ends;
    this.ends = 0;
  }
}
