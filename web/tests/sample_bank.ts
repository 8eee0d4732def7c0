// The book-keeping of a made-up agent with a bank: capital is either open, saved or in reserve, and every decision is paid in full.
import type { Flow } from '../src/wire.ts';

const kGroups = 24; // of a flow

export interface Book {
  pooled: boolean;
  scale: number[]; // the next three: of every round
  open: number[];
  saved: number[];
  flow: Flow;
}

export function keepBook(told: number[], total: number[], factor: number, pooled: boolean): Book {
  const rounds = told.length;
  const span = Math.min(rounds, 480);
  const size = Math.ceil(span / kGroups);
  const ledger = new Ledger(Math.ceil(span / size), pooled);
  const group = (t: number) => Math.min(ledger.groups, Math.floor(t / size));
  const due: number[][] = Array.from({ length: rounds + 2 }, () => []);
  told.forEach((round, t) => due[Math.min(round, rounds + 1)]!.push(t));
  const book: Book = { pooled, scale: [], open: [], saved: [], flow: ledger.flow };
  for (let t = 0; t < rounds; ++t) {
    for (const s of due[t + 1]!) ledger.settle(group(s), book.scale[s]!);
    const scale = factor * Math.sqrt(t + 1 + 0.5 * total[t]!);
    ledger.ask(group(t), scale);
    book.scale.push(scale);
    book.open.push(ledger.open);
    book.saved.push(ledger.saved + ledger.reserve);
  }
  ledger.close(Array.from({ length: ledger.groups }, (_, g) => Math.min(rounds, (g + 1) * size)));
  return book;
}

/** Savings pay what they can (the oldest group first, or all in proportion), then the reserve, then a loan. */
class Ledger {
  open = 0;
  saved = 0;
  reserve = 0;
  readonly flow: Flow;
  private readonly savings: number[];
  private readonly paid: number[][];

  constructor(readonly groups: number, private readonly pooled: boolean) {
    const zeros = () => new Array<number>(groups + 1).fill(0); // the last group: all later rounds, which no flow tells of
    this.flow = { ends: [], scale: zeros(), borrowed: zeros(), reserve: zeros(), paid: [] };
    this.savings = zeros();
    this.paid = this.savings.map(zeros);
  }

  settle(group: number, scale: number): void {
    this.savings[group]! += scale;
    this.saved += scale;
    this.open -= scale;
  }

  ask(group: number, scale: number): void {
    const need = scale - this.spend(group, scale);
    const own = Math.min(this.reserve, need);
    const loan = need - own;
    this.reserve += (this.pooled && loan > 0 ? loan + scale : 0) - own;
    this.open += scale;
    this.flow.scale[group]! += scale;
    this.flow.reserve[group]! += own;
    this.flow.borrowed[group]! += loan;
  }

  /** What the savings pay of it. */
  private spend(group: number, scale: number): number {
    const part = Math.min(1, scale / this.saved);
    let left = Math.min(scale, this.saved);
    const spent = left;
    for (let g = 0; g < this.savings.length && left > 0; ++g) {
      const amount = this.pooled ? this.savings[g]! * part : Math.min(this.savings[g]!, left);
      this.savings[g]! -= amount;
      this.paid[g]![group]! += amount;
      left -= amount;
    }
    this.saved -= spent;
    return spent;
  }

  close(ends: number[]): void {
    for (const sums of [this.flow.scale, this.flow.borrowed, this.flow.reserve]) sums.pop();
    this.flow.ends.push(...ends);
    this.paid.slice(0, this.groups).forEach((row, from) =>
      row.slice(0, this.groups).forEach((amount, to) => {
        if (amount > 0) this.flow.paid.push([from, to, amount]);
      }),
    );
  }
}
