import { describe, expect, it } from 'vitest';
import { textWidth } from '../src/chart/axes.ts';
import { balance, flow, summary } from '../src/chart/bank.ts';
import { kInk, layout, type Layout } from '../src/chart/bank_layout.ts';
import { incoming, payers, sum, trace } from '../src/chart/bank_money.ts';
import { ribbons } from '../src/chart/bank_parts.ts';
import { serialize, type Node } from '../src/scene.ts';
import type { Bank, Flow } from '../src/wire.ts';

interface Setting {
  rounds: number;
  size: number; // of a group
  delay: (t: number) => number;
  sigma: (t: number) => number;
  reserve?: number; // of a pool: so much of what is open is kept beside sigma_t; without it savings are a list, oldest first
}

/** A bank, round by round. */
function simulate({ rounds, size, delay, sigma, reserve }: Setting): Flow {
  const group = (t: number): number => Math.floor((t - 1) / size);
  const ends = Array.from({ length: group(rounds) + 1 }, (_, g) => Math.min(rounds, (g + 1) * size));
  const zeros = (): number[] => ends.map(() => 0);
  const [scale, borrowed, lent] = [zeros(), zeros(), zeros()];
  const paid = ends.map(zeros);
  const due: number[][] = Array.from({ length: rounds + 2 }, () => []);
  let savings: { group: number; left: number }[] = [];
  let [open, kept] = [0, 0];
  const pay = (from: number, to: number, amount: number): number => (paid[from]![to]! += amount);
  for (let t = 1; t <= rounds; t++) {
    const g = group(t);
    for (const s of due[t]!) {
      savings.push({ group: group(s), left: sigma(s) });
      open -= sigma(s);
    }
    scale[g]! += sigma(t);
    if (reserve === undefined) {
      let need = sigma(t);
      for (const saving of savings) {
        const amount = Math.min(need, saving.left);
        pay(saving.group, g, amount);
        saving.left -= amount;
        need -= amount;
      }
      savings = savings.filter(({ left }) => left > 0);
      borrowed[g]! += need;
    } else {
      const have = kept + sum(savings.map(({ left }) => left));
      const loan = have < sigma(t) + 0.5 * reserve * open ? sigma(t) + reserve * open - have : 0;
      const share = sigma(t) > 0 ? Math.min(1, sigma(t) / (have + loan)) : 0;
      for (const saving of savings) {
        pay(saving.group, g, share * saving.left);
        saving.left *= 1 - share;
      }
      borrowed[g]! += share * loan;
      lent[g]! += share * kept;
      kept = (1 - share) * (kept + loan);
    }
    open += sigma(t);
    due[Math.min(rounds + 1, t + delay(t) + 1)]!.push(t);
  }
  const list = paid.flatMap((row, from) => row.map((amount, to): [number, number, number] => [from, to, amount]));
  return { ends, scale, borrowed, reserve: lent, paid: list.filter(([, , amount]) => amount > 0) };
}

/** 0, 1, 2, ... with a mean of 50, from a fixed sequence. */
function geometric(t: number): number {
  const uniform = ((t * 7919) % 10007) / 10007;
  return Math.floor(Math.log(1 - uniform) / Math.log(1 - 1 / 50));
}

const one = (): number => 1;
const late = (): number => 100;
const root = (t: number): number => Math.sqrt(t);
const list = simulate({ rounds: 600, size: 12, delay: late, sigma: one });
const pool = simulate({ rounds: 600, size: 12, delay: late, sigma: one, reserve: 1 });
const single: Flow = { ends: [12], scale: [12], borrowed: [1], reserve: [0], paid: [[0, 0, 11]] };
const loans: Flow = { ends: [5, 10, 15], scale: [5, 5, 5], borrowed: [5, 5, 5], reserve: [0, 0, 0], paid: [] };

const kCases: Record<string, Flow> = {
  list,
  pool,
  single,
  loans,
  grows: simulate({ rounds: 760, size: 16, delay: late, sigma: root, reserve: 1 }),
  prompt: simulate({ rounds: 600, size: 12, delay: () => 0, sigma: root }),
  geometric: simulate({ rounds: 600, size: 10, delay: geometric, sigma: root }),
  crowded: simulate({ rounds: 600, size: 10, delay: geometric, sigma: one, reserve: 1 }),
  falls: simulate({ rounds: 768, size: 16, delay: late, sigma: (t) => 0.05 + 9 / t ** 2, reserve: 1 }),
  skewed: simulate({ rounds: 600, size: 12, delay: late, sigma: (t) => (t === 300 ? 1e6 : 1), reserve: 1 }),
  tiny: simulate({ rounds: 48, size: 1, delay: () => 3, sigma: () => 1e-9, reserve: 1 }),
  zero: { ends: [5, 10], scale: [0, 0], borrowed: [0, 0], reserve: [0, 0], paid: [] },
};
const kWidths = [330, 700, 1100];
const room = (width: number) => ({ left: 30, right: width - 8, top: 40, reach: 200, depth: 60 });

function all(nodes: readonly (Node | string)[]): Node[] {
  return nodes.flatMap((one) => (typeof one === 'string' ? [] : [one, ...all(one.children)]));
}

/** Every half ellipse of a path. */
function halves({ attributes }: Node): { x0: number; x1: number; y: number; rise: number; width: number }[] {
  const found = [...String(attributes.d).matchAll(/M(\S+) (\S+)A(\S+) (\S+) 0 0 [01] (\S+) (\S+?)(?=M|$)/g)];
  return found.map((part) => {
    const [x0, y, , rise, x1] = part.slice(1).map(Number) as [number, number, number, number, number];
    return { x0, x1, y, rise, width: Number(attributes['stroke-width']) };
  });
}

function value(text: string): number {
  return Number(text.replaceAll(',', ''));
}

describe('the layout', () => {
  for (const [name, data] of Object.entries(kCases)) {
    it.each(kWidths)(`lets arcs of "${name}" stand in their groups, and land side by side (%i)`, (width) => {
      const plan = layout(data, room(width));
      const half = plan.slots.map((slot) => (slot.left + slot.right) / 2);
      const inside = (x: number, wide: number, low: number, high: number): boolean =>
        x - wide / 2 >= low - 1e-6 && x + wide / 2 <= high + 1e-6;
      const wrong = plan.arcs.filter(
        ({ from, to, x0, x1, width: wide }, i) =>
          Math.abs(wide * data.scale[to]! - plan.unit * data.paid[i]![2]) > 1e-9 * data.scale[to]! ||
          !inside(x0, 0, half[from]!, plan.slots[from]!.right) ||
          !inside(x1, 0, plan.slots[to]!.left, half[to]!),
      );
      expect(wrong).toEqual([]);
      // Also their edges, in groups of full length: a group needs no more than all.
      const full = Math.max(...plan.slots.map((slot) => slot.right - slot.left)) - 1e-6;
      const landing = plan.slots.map((slot, g) => (slot.right - slot.left < full ? [] : plan.arcs.filter((arc) => arc.to === g)));
      const over = landing.flat().filter(({ to, x1, width: wide }) => !inside(x1, wide, plan.slots[to]!.left, half[to]!));
      expect(over).toEqual([]);
      expect(landing.map((some) => some.map(edges).sort((a, b) => a[0] - b[0] || a[1] - b[1])).filter(overlap)).toEqual([]);
    });
  }

  it('nests arcs: of two that leave or land together, the longer one is outside', () => {
    const { arcs } = layout(pool, room(1100));
    const crossed = arcs.flatMap((a) =>
      arcs.filter((b) => (a.from === b.from && a.to < b.to && a.x0 <= b.x0) || (a.to === b.to && a.from < b.from && a.x1 <= b.x1)),
    );
    expect(arcs.length).toBeGreaterThan(100);
    expect(crossed).toEqual([]);
  });

  it('has the same height for the same span, whoever pays', () => {
    const height = (plan: Layout): number => plan.arcs.find(({ from, to }) => from === 20 && to === 29)!.rise;
    expect(height(layout(list, room(700))) / height(layout(pool, room(700)))).toBeCloseTo(1, 1);
  });
});

function edges({ x1, width }: { x1: number; width: number }): [number, number] {
  return [x1 - width / 2, x1 + width / 2];
}

function overlap(feet: [number, number][]): boolean {
  return feet.some(([low], i) => i > 0 && low < feet[i - 1]![1] - 1e-6);
}

describe('the picture', () => {
  for (const [name, data] of Object.entries(kCases)) {
    it.each(kWidths)(`of "${name}" stays inside, in the body and where the reader stands (%i)`, (width) => {
      const drawing = flow(data, { id: 'a', pooled: true })(width);
      expect(all(drawing.body).length).toBeLessThan(1500);
      expect(drawing.stops.map(({ row }) => row)).toEqual(data.ends.map(() => 0));
      for (const nodes of [drawing.body, drawing.stops[0]!.marks, drawing.stops.at(-1)!.marks]) {
        expect(nodes.map(serialize).join('')).not.toMatch(/NaN|Infinity|undefined/);
        const outside = all(nodes)
          .flatMap(halves)
          .map(({ x0, x1, y, rise, width: wide }) => Math.min(x0, x1, width - x0, width - x1, y - rise) - wide / 2)
          .filter((distance) => distance < 0);
        expect(outside).toEqual([]);
        for (const { tag, attributes, children } of all(nodes)) {
          if (tag === 'rect') {
            expect(Number(attributes.x)).toBeGreaterThanOrEqual(0);
            expect(Number(attributes.x) + Number(attributes.width)).toBeLessThanOrEqual(width);
            expect(Number(attributes.y) + Number(attributes.height)).toBeLessThanOrEqual(drawing.height);
          } else if (tag === 'text') {
            const size = Number(attributes['font-size']);
            const anchor = { end: 1, middle: 0.5 }[String(attributes['text-anchor'])] ?? 0;
            const left = Number(attributes.x) - anchor * 0.52 * size * String(children[0]).length;
            expect(size).toBeGreaterThanOrEqual(11);
            expect(left).toBeGreaterThanOrEqual(0);
            expect(left + 0.52 * size * String(children[0]).length).toBeLessThanOrEqual(width);
          }
        }
      }
    });

    it(`of "${name}" says who paid, and it adds up to what was needed`, () => {
      for (const [g, { lines }] of flow(data, { id: 'a', pooled: false })(700).stops.entries()) {
        expect(lines[0]!.name).toBe('needed σ');
        expect(lines.at(-1)!.name).toBe('paid on to later rounds');
        expect(lines.length).toBeLessThanOrEqual(9);
        const parts = sum(lines.slice(1, -1).map((line) => value(line.value)));
        expect(Math.abs(parts - data.scale[g]!)).toBeLessThanOrEqual(2e-3 * data.scale[g]!);
      }
    });
  }

  it('spends as much ink as money, also where payments share a path', () => {
    const plan = layout(kCases.crowded!, room(1100));
    const widths = plan.arcs.map((arc) => arc.width);
    const drawn = (own: number): number => sum(ribbons(plan, widths, own).flatMap(halves).map(({ width }) => width));
    expect(widths.length).toBeGreaterThan(1000);
    const visible = sum(widths.filter((width) => width >= kInk));
    expect(visible / sum(widths)).toBeGreaterThan(0.99);
    expect(drawn(700) / visible).toBeCloseTo(1, 2);
    expect(drawn(50) / visible).toBeCloseTo(1, 2);
    expect(ribbons(plan, widths, 50).length).toBeLessThanOrEqual(50 + plan.slots.length);
    const largest = Math.max(...widths);
    expect(ribbons(plan, widths, 50).at(-1)!.attributes['stroke-width']).toBeCloseTo(largest, 2);
  });

  it('names the rounds, the largest payers and the rest', () => {
    const { stops } = flow(pool, { id: 'a', pooled: true })(1100);
    const { label, lines } = stops[40]!;
    expect(label).toBe('rounds 481 to 492');
    const named = lines.slice(3, 7);
    named.forEach(({ name }) => expect(name).toMatch(/^savings of rounds \d+ to \d+$/));
    expect(named.map((line) => value(line.value))).toEqual(named.map((line) => value(line.value)).sort((a, b) => b - a));
    expect(lines[7]!.name).toBe(`… of ${incoming(pool)[40]!.length - 4} more groups`);
    expect(flow(single, { id: 'a', pooled: false })(330).stops[0]!.lines[3]!.name).toBe('savings of these very rounds');
    expect(flow(kCases.tiny!, { id: 'a', pooled: true })(330).stops[2]!.label).toBe('round 3');
  });

  it('marks who paid a group and whom it paid, above a veil', () => {
    const [veil, later, , direct] = flow(list, { id: 'a', pooled: false })(1100).stops[30]!.marks;
    expect(veil!.attributes.fill).toBe('var(--paper)');
    const count = (end: 0 | 1): number => list.paid.filter((paid) => paid[end] === 30).length;
    expect([later!.attributes.stroke, later!.children.length]).toEqual(['var(--s2)', count(0)]);
    expect([direct!.attributes.stroke, direct!.children.length]).toEqual(['var(--saved)', count(1)]);
  });

  it('calls the reserve what the legend calls it, in its colour', () => {
    const { name, color } = flow(pool, { id: 'a', pooled: true })(1100).stops[40]!.lines[2]!;
    expect(name).toBe('borrowed before, in reserve');
    expect(color).toBe('color-mix(in srgb, var(--loan) 42%, var(--paper))');
  });

  it.each(kWidths)('says that it is the beginning, and its words do not meet (%i)', (width) => {
    const texts = all(flow(pool, { id: 'a', pooled: true })(width).body).filter((one) => one.tag === 'text');
    const find = (start: string): Node => texts.find((one) => String(one.children[0]).startsWith(start))!;
    const [bars, time] = [find('bars: '), find('the first ')];
    expect(time.children).toEqual(['the first 600 rounds']);
    expect(bars.children).toEqual([width === 330 ? 'bars: who paid' : 'bars: who paid what was needed']);
    const end = Number(bars.attributes.x) + textWidth(String(bars.children[0]));
    expect(end).toBeLessThan(Number(time.attributes.x) - textWidth(String(time.children[0])));
  });

  it('says so where there is nothing', () => {
    const drawing = flow({ ends: [], scale: [], borrowed: [], reserve: [], paid: [] }, { id: 'a', pooled: true })(330);
    expect(drawing.stops).toEqual([]);
    expect(drawing.body.map(serialize).join('')).toContain('no data');
  });

  it('has no savings in its legend where there are none', () => {
    const words = (data: Flow): string => flow(data, { id: 'a', pooled: false })(1100).body.map(serialize).join('');
    expect(words(loans)).not.toContain('savings');
    expect(words(list)).toContain('traced back from rounds 589 to 600');
    expect(words(list)).not.toContain('reserve');
    expect(words(pool)).toContain('reserve');
  });
});

describe('money', () => {
  it('is counted by decision, whatever they need', () => {
    const data: Flow = { ends: [10, 20], scale: [1000, 1], borrowed: [1000, 0.5], reserve: [0, 0.1], paid: [[0, 1, 0.4]] };
    expect(summary(data)).toBe(
      'A decision borrowed 80 % of what it needed, then or earlier (mean of the first 20). ' +
        'Savings paid the rest, as if one group of 10 rounds had paid it all.',
    );
  });

  it('of a list under a fixed delay jumps by the delay, that of a pool from everywhere', () => {
    for (const [from, to] of list.paid) expect([8, 9]).toContain(to - from);
    expect(sum(list.borrowed)).toBeCloseTo(101, 9); // the rounds before the first outcome
    expect(payers(list)).toBeLessThan(2);
    expect(payers(pool)).toBeGreaterThan(10);
  });

  it('has as many payers as pay alike', () => {
    const alike = (amounts: number[]): Flow => ({
      ends: amounts.map((_, g) => g + 1).concat(amounts.length + 1),
      scale: [...amounts, sum(amounts)],
      borrowed: [...amounts, 0],
      reserve: [...amounts.map(() => 0), 0],
      paid: amounts.map((amount, g) => [g, amounts.length, amount]),
    });
    expect(payers(alike([2, 2, 2]))).toBeCloseTo(3, 12);
    expect(payers(alike([3, 1]))).toBeCloseTo(1.6, 12);
    expect(payers(loans)).toBe(0);
    // Groups count alike, whatever they need: one has one payer, the other two.
    const mixed: Flow = { ends: [1, 2, 3, 4], scale: [101, 9, 100, 1], borrowed: [101, 9, 0, 0], reserve: [0, 0, 0, 0], paid: [] };
    expect(payers({ ...mixed, paid: [[0, 2, 100], [0, 3, 0.5], [1, 3, 0.5]] })).toBeCloseTo(1.5, 12);
  });

  it.each(['list', 'pool', 'grows', 'geometric', 'skewed'])('traced back ends at loans, and none is lost: "%s"', (name) => {
    const data = kCases[name]!;
    const group = data.ends.length - 1;
    const share = data.ends.map((_, g) => (g === group ? 1 : 0));
    const own = data.ends.map(() => 0);
    trace(data, group).forEach((part, i) => {
      const [from, to, amount] = data.paid[i]!;
      if (from === to) own[to]! += amount;
      else share[from]! += part;
    });
    const lent = share.map((part, g) => (part * (data.borrowed[g]! + data.reserve[g]!)) / (data.scale[g]! - own[g]!));
    expect(sum(lent)).toBeCloseTo(1, 9);
  });

  it('of the group itself is the share it was paid, and nothing later counts', () => {
    trace(pool, 30).forEach((part, i) => {
      const [, to, amount] = pool.paid[i]!;
      if (to >= 30) expect(part).toBeCloseTo(to === 30 ? amount / pool.scale[30]! : 0, 12);
    });
  });

  it('of the last rounds touches a strand of a list and all of a pool', () => {
    const touched = (data: Flow): number => {
      const part = trace(data, 49);
      const groups = data.ends.map((_, g) => sum(part.filter((_, i) => data.paid[i]![0] === g)));
      return sum(groups) ** 2 / sum(groups.map((amount) => amount ** 2));
    };
    expect(touched(list)).toBeLessThan(0.6 * touched(pool));
  });

  it('is told in a sentence', () => {
    expect(summary(list)).toBe(
      'A decision borrowed 17 % of what it needed, then or earlier (mean of the first 600). ' +
        'Savings paid the rest, as if 1.9 groups of 12 rounds had shared it equally.',
    );
    expect(summary(loans)).toBe('A decision borrowed 100 % of what it needed, then or earlier (mean of the first 15).');
    expect(summary(kCases.zero!)).toBe('No capital was needed for the first 10 decisions.');
    expect(summary(kCases.tiny!)).toMatch(/ as if \d+\.\d rounds had shared it equally\.$/);
  });
});

describe('the balance', () => {
  it('stacks what waits and what is saved', () => {
    const bank: Bank = { pooled: false, open: [10, 30, 30], saved: [0, 5, 20], flow: list };
    const drawing = balance(bank, [100, 200, 300], { id: 'b' })(700);
    expect(drawing.stops.map(({ label }) => label)).toEqual(['after round 100', 'after round 200', 'after round 300']);
    const lines = drawing.stops.at(-1)!.lines;
    expect(lines.map(({ name }) => name)).toEqual(expect.arrayContaining(['with decisions that wait', 'in savings']));
    expect(lines.find(({ name }) => name === 'in savings')!.value).toContain('20');
    expect(drawing.body.map(serialize).join('')).not.toMatch(/NaN/);
  });
});
