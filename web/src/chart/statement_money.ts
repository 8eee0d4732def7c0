// The money of one decision: who paid for it, and what became of that. Both sides add up to the same.

/** What the picture needs to know of a decision; the answers of the server have it. */
interface Payment {
  round: number;
  amount: number;
}
interface Account {
  decision: { statement: { scale: number; borrowed: number; from_pool: number; payments: readonly Payment[] } | null };
  returned: number | null; // null: it is open
  spent: readonly Payment[];
  looked_until: number | null;
}

export interface Part {
  kind: 'loan' | 'pool' | 'saving' | 'others' | 'open' | 'spent' | 'rest' | 'reserve';
  name: string;
  amount: number;
  round?: number; // whose page it links to
  count?: number; // of others: how many
}

export interface Sides {
  scale: number;
  total: number; // the scale, and what went to the pool as a reserve
  left: Part[];
  right: Part[];
}

const kDust = 1e-9; // shares below this are what rounding leaves

/** So many rounds of a side have a place of their own at most; the others are one. */
export function sidesOf(full: Account, pooled: boolean, most: number): Sides | null {
  const statement = full.decision.statement;
  if (!statement || !(statement.scale > 0)) return null;
  const { scale, borrowed, from_pool, payments } = statement;
  const reserve = Math.max(0, -from_pool);
  const left = [
    ...grouped(payments, most, 'saving'),
    part('pool', 'the pool', Math.max(0, from_pool)),
    part('loan', 'borrowed', borrowed),
  ];
  const right = [...after(full, scale, pooled, most), part('reserve', 'into the pool, in reserve', reserve)];
  const total = scale + reserve;
  const seen = (side: Part[]): Part[] => side.filter(({ amount }) => amount > kDust * total);
  return { scale, total, left: seen(left), right: seen(right) };
}

function after(full: Account, scale: number, pooled: boolean, most: number): Part[] {
  if (full.returned === null) return [part('open', 'with this decision, until it is closed', scale)];
  const spent = grouped(full.spent, most, 'spent');
  const rest = part('rest', restWords(full, pooled), full.returned - sum(full.spent));
  // A decision gives back its scale; where it did not, the difference would be seen as a step.
  return [...spent, rest];
}

function restWords({ looked_until, spent }: Account, pooled: boolean): string {
  if (pooled) return 'back in the pool, for all later decisions';
  if (looked_until !== null) return `not looked at after round ${looked_until.toLocaleString('en-US')}`;
  return spent.length > 0 ? 'still in the bank' : 'in the bank, not spent so far';
}

/** The largest ones by name, in the order of their rounds, and the others together. A round that pays twice is one. */
function grouped(payments: readonly Payment[], most: number, kind: 'saving' | 'spent'): Part[] {
  const byRound = new Map<number, number>();
  for (const { round, amount } of payments) byRound.set(round, (byRound.get(round) ?? 0) + amount);
  const all = [...byRound].map(([round, amount]) => ({ ...part(kind, `round ${round.toLocaleString('en-US')}`, amount), round }));
  if (all.length <= most) return all.sort((a, b) => a.round - b.round);
  const bySize = [...all].sort((a, b) => b.amount - a.amount || a.round - b.round);
  const named = bySize.slice(0, most - 1).sort((a, b) => a.round - b.round);
  const others = bySize.slice(most - 1);
  const rest: Part = { ...part('others', `${others.length} other rounds`, others.reduce((total, { amount }) => total + amount, 0)), count: others.length };
  return [...named, rest];
}

function part(kind: Part['kind'], name: string, amount: number): Part {
  return { kind, name, amount };
}

export function sum(payments: readonly Payment[]): number {
  return payments.reduce((total, { amount }) => total + amount, 0);
}
