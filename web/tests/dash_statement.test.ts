import { describe, expect, it } from 'vitest';
import { planOf, statement, type Band, type Plan } from '../src/chart/statement.ts';
import { sidesOf, type Sides } from '../src/chart/statement_money.ts';
import { asked, closed, Latest, sharesOf } from '../src/dash/decision_row.ts';
import { isPooled } from '../src/dash/decision.ts';
import { outcomeWords } from '../src/dash/decision_words.ts';
import { spanOf } from '../src/dash/span.ts';
import { summary } from '../src/dash/statement_section.ts';
import type { Asked, Closed, Decision, FullStatement, Payment, Statement } from '../src/dash/wire.ts';
import { serialize, node, type Node } from '../src/scene.ts';

function decision(round: number, more: Partial<Decision> = {}): Decision {
  return { id: `r${round}`, round, at: '2026-01-02T03:04:05.000000Z', arm: 'red', probability: 0.5, statement: null, status: 'open', outcome: null, ...more };
}
function full(paid: Statement, more: Partial<FullStatement> = {}): FullStatement {
  return { decision: decision(100, { statement: paid, status: 'settled' }), returned: paid.scale, spent: [], looked_until: null, ...more };
}
const listed: Payment[] = Array.from({ length: 20 }, (_, i) => ({ round: 60 + i, amount: 0.1 * (1 + (i % 5)) }));
const total = (amounts: readonly { amount: number }[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);
const high = (bands: readonly Band[]): number => bands.reduce((sum, { height }) => sum + height, 0);

const cases: Record<string, Sides> = {
  savings: sidesOf(full({ scale: total(listed) + 0.7, borrowed: 0.7, from_pool: 0, payments: listed },
    { spent: [{ round: 120, amount: 2 }, { round: 121, amount: 1 }] }), false, 7)!,
  pool: sidesOf(full({ scale: 1.3, borrowed: 0, from_pool: 1.3, payments: [] }), true, 7)!,
  reserve: sidesOf(full({ scale: 2, borrowed: 5, from_pool: -3, payments: [] }), true, 7)!,
  open: sidesOf(full({ scale: 2, borrowed: 2, from_pool: 0, payments: [] }, { returned: null }), false, 7)!,
};

describe('both sides of a statement', () => {
  for (const [name, sides] of Object.entries(cases)) {
    it(`are equal: ${name}`, () => {
      expect(total(sides.left)).toBeCloseTo(sides.total, 9);
      expect(total(sides.right)).toBeCloseTo(sides.total, 9);
    });
    it.each([320, 358, 920])(`and as wide as each other in the picture: ${name}, %i`, (width) => {
      const plan = planOf(sides, width);
      expect(high(plan.left)).toBeCloseTo(plan.middle.height, 6);
      expect(high(plan.right)).toBeCloseTo(plan.middle.height, 6);
      for (const side of [plan.left, plan.right]) meets(side, plan);
    });
  }

  // At the decision bands lie side by side; at their own end none covers another, and all are inside.
  function meets(side: Band[], { middle, height }: Plan): void {
    let at = middle.y;
    side.forEach((band, i) => {
      expect(band.inner).toBeCloseTo(at, 6);
      at += band.height;
      if (i > 0) expect(band.y).toBeGreaterThan(side[i - 1]!.y + side[i - 1]!.height);
      expect(band.y).toBeGreaterThanOrEqual(0);
      expect(band.y + band.height).toBeLessThanOrEqual(height);
    });
    expect(at).toBeCloseTo(middle.y + middle.height, 6);
  }

  it('bands are in proportion to money', () => {
    const plan = planOf(cases['savings']!, 920);
    for (const { part, height } of [...plan.left, ...plan.right]) expect(height / plan.middle.height).toBeCloseTo(part.amount / cases['savings']!.total, 9);
  });

  it('many payers are named by size, in their order, and the others are one', () => {
    const parts = cases['savings']!.left;
    expect(parts.filter(({ kind }) => kind === 'saving').map(({ round }) => round)).toEqual([63, 64, 68, 69, 74, 79]);
    expect(parts.find(({ kind }) => kind === 'others')).toMatchObject({ name: '14 other rounds', count: 14 });
    expect(parts.at(-1)).toMatchObject({ kind: 'loan', amount: 0.7 });
  });

  it('what was borrowed beyond the scale goes to the pool', () => {
    expect(cases['reserve']!).toMatchObject({ scale: 2, total: 5 });
    expect(cases['reserve']!.right.map(({ kind, amount }) => [kind, amount])).toEqual([['rest', 2], ['reserve', 3]]);
  });

  it('the rest says where it is', () => {
    const paid = { scale: 2, borrowed: 2, from_pool: 0, payments: [] };
    const rest = (more: Partial<FullStatement>, pooled = false) => sidesOf(full(paid, more), pooled, 7)!.right.at(-1)!;
    expect(rest({}, true).name).toContain('pool');
    expect(rest({ looked_until: 5100 }).name).toBe('not looked at after round 5,100');
    expect(rest({ spent: [{ round: 101, amount: 0.5 }] })).toMatchObject({ name: 'still in the bank', amount: 1.5 });
    expect(rest({ spent: [{ round: 101, amount: 2 - 1e-12 }] }).kind).toBe('spent');
    expect(rest({ returned: null })).toMatchObject({ kind: 'open', amount: 2 });
  });

  it('there is none without a bank', () => {
    expect(sidesOf({ decision: decision(1), returned: null, spent: [], looked_until: null }, false, 7)).toBeNull();
  });

  it('every round is a link', () => {
    const picture = statement(cases['savings']!, 'round 100', (round) => `#/b/ads/d/r${round}`)(920);
    const links: string[] = [];
    const visit = (one: Node | string): void => {
      if (typeof one === 'string') return;
      if (one.tag === 'a') links.push(String(one.attributes['href']));
      one.children.forEach(visit);
    };
    picture.body.forEach(visit);
    expect(links).toEqual([63, 64, 68, 69, 74, 79, 120, 121].map((round) => `#/b/ads/d/r${round}`));
    expect(serialize(node('svg', {}, picture.body))).not.toMatch(/NaN|undefined|style=/);
  });
});

describe('the latest decisions', () => {
  const ask = (round: number): Asked => ({
    bandit: 'ads', id: `r${round}`, round, at: '2026-01-02T03:04:05.000000Z',
    arm: 'red', probability: 0.5, scale: 2, borrowed: 0.5, from_pool: 1,
  });
  const tell = (round: number): Closed => ({
    bandit: 'ads', id: `r${round}`, round, at: '2026-01-02T03:05:05.000000Z', reward: 1, status: 'settled', immediate_cost: 0.1,
  });
  function loaded(): Latest {
    const latest = new Latest(3);
    latest.load([decision(9), decision(8), decision(7)]);
    return latest;
  }

  it('asks come on top, outcomes change their row', () => {
    const latest = loaded();
    expect(latest.event('ask', ask(10))).toBe(10);
    expect(latest.event('tell', tell(9))).toBe(9);
    expect(latest.event('tell', tell(2))).toBeNull();
    expect(latest.rows.map(({ round, status }) => [round, status])).toEqual([[10, 'open'], [9, 'settled'], [8, 'open']]);
    expect(latest.missed).toBe(false);
  });

  it('sees that rounds were left out, until they are loaded', () => {
    const latest = loaded();
    latest.event('ask', ask(12));
    expect(latest.missed).toBe(true);
    latest.load([decision(11), decision(10), decision(9)]);
    expect(latest.rows.map(({ round }) => round)).toEqual([12, 11, 10]);
    expect(latest.missed).toBe(false);
  });

  it('sees that outcomes were left out', () => {
    const latest = loaded();
    latest.count(9, 5);
    latest.event('tell', tell(9));
    latest.count(9, 6);
    expect(latest.missed).toBe(false);
    latest.count(9, 7);
    expect(latest.missed).toBe(true);
  });

  it('an event is the decision it speaks of', () => {
    const made = asked(ask(3));
    expect(sharesOf(made.statement)).toEqual({ borrowed: 0.25, pool: 0.5, savings: 0.25 });
    expect(closed(made, 'expire', { ...tell(3), status: 'dropped' })).toMatchObject({ status: 'expired', outcome: { reward: 1, immediate_cost: 0.1 } });
    expect(sharesOf({ scale: 2, borrowed: 5, from_pool: -3, payments: [] })).toEqual({ borrowed: 1, pool: 0, savings: 0 });
    expect(sharesOf(null)).toBeNull();
  });
});

describe('words', () => {
  it('spans', () => {
    expect([0, 0.0042, 0.5, 1, 9.96, 59.6, 75, 3599.9, 3661, 90000].map(spanOf)).toEqual(
      ['0 s', '4.2 ms', '500 ms', '1.0 s', '10 s', '1 min', '1 min 15 s', '1 h', '1 h 1 min', '1 d 1 h']);
  });
  it('pools', () => {
    expect(isPooled({ agent: 'banker' })).toBe(true);
    expect(isPooled({ agent: 'banker-tinf', spending: 'oldest-first', reserve: null })).toBe(false);
    expect(isPooled({ agent: 'banker-tinf', spending: 'proportional' })).toBe(true);
  });
});

describe('a statement in words', () => {
  it('says what came with the money', () => {
    expect(summary(cases['open']!, false)).toMatch(/a loan \(100 %\)\. All of it is borrowed: it starts from scratch\.$/);
    expect(summary(cases['savings']!, false)).toMatch(/What the payers had learned came with their money; the loan knows nothing\.$/);
  });
  it('says of a pool that it keeps no names', () => {
    expect(summary(cases['pool']!, true)).toMatch(/came with their money\. The pool mixes all savings and keeps no names: .* is shown\.$/);
    expect(summary(cases['reserve']!, true)).toMatch(/starts from scratch\. The pool .* is shown, and what was put aside\.$/);
  });
});

it('silence is what the terms say', () => {
  const silent = decision(1, { status: 'expired', outcome: { at: '2026-01-02T03:04:06.000000Z', loss: 10, immediate_cost: null } });
  expect(outcomeWords(silent, { on_expiry: { reward: 0 } })).toBe('reward 0');
  expect(outcomeWords(silent, { on_expiry: { loss: 10 } })).toBe('loss 10');
  expect(outcomeWords(silent, null)).toBe('loss 10');
});
