// All agents in all cells as one grid of numbers: how large a regret is, compared to one that everybody knows.
import { whole } from '../format.ts';
import type { Cell, Report } from '../wire.ts';
import { fixedOf } from './words.ts';

export interface Grid {
  shares: boolean; // of the reference's regret; otherwise multiples of the least one of the cell
  agents: number[]; // of the rows, the best first
  values: (number | null)[][]; // a row per agent, a column per cell
}

export function grid(report: Report): Grid {
  const shares = report.scores !== null;
  const rows = report.scores
    ? report.scores.map((score) => ({ agent: score.agent, values: score.shares }))
    : report.agents.map((_, agent) => ({ agent, values: report.cells.map((cell) => multiple(cell, agent)) })).sort(byLevel);
  return { shares, agents: rows.map((row) => row.agent), values: rows.map((row) => row.values) };
}

// Without a positive regret there is nothing to be a multiple of.
function multiple(cell: Cell, agent: number): number | null {
  const best = Math.min(...cell.agents.map((entry) => entry.regret.mean));
  const own = cell.agents.find((entry) => entry.agent === agent);
  return own && best > 0 ? own.regret.mean / best : null;
}

type Row = { values: (number | null)[] };

function byLevel(a: Row, b: Row): number {
  const mean = ({ values }: Row) => {
    const known = values.filter((value): value is number => value !== null);
    return known.length === 0 ? Infinity : known.reduce((sum, value) => sum + level(value, false), 0) / known.length;
  };
  const [left, right] = [mean(a), mean(b)];
  return left === right ? 0 : left - right;
}

const kBeyond = 1e-3; // beyond the ends better is still better, but the colours end

/** Where the colours begin and end: shares go from 1/8 to 1, multiples from 1 to 8. */
export function limitsOf(shares: boolean): readonly [number, number] {
  return shares ? [1 / 8, 1] : [1, 8];
}

/** From 0, good, to 1, bad: every doubling is a third. */
export function level(value: number, shares: boolean): number {
  const [low, high] = limitsOf(shares);
  if (value < low) return kBeyond * (value - low);
  if (value > high) return 1 + kBeyond * (value - high);
  return Math.log2(value / low) / 3;
}

export interface Group {
  title: string;
  count: number;
}

/** Neighbours with one kind of delays; the title says all of them if they are the same. */
export function groups(cells: readonly Cell[]): Group[] {
  const found: { kind: string; delays: Set<string>; count: number }[] = [];
  for (const { delays } of cells) {
    const kind = delays.split(':')[0]!;
    const last = found.at(-1);
    if (last?.kind === kind) {
      last.count += 1;
      last.delays.add(delays);
    } else found.push({ kind, delays: new Set([delays]), count: 1 });
  }
  return found.map(({ kind, delays, count }) => {
    const same = delays.size === 1 ? [...delays][0]! : kind;
    return { title: same === 'none' ? 'no delays' : same, count };
  });
}

/** What tells a cell from the others, beside the title of its group. */
export function columnNames(cells: readonly Cell[]): string[] {
  const varies = (of: (cell: Cell) => unknown) => new Set(cells.map(of)).size > 1;
  const own = groups(cells).flatMap(({ title, count }) => Array<boolean>(count).fill(!title.includes(':')));
  const [losses, arms, rounds] = [varies((c) => c.losses), varies((c) => c.arms), varies((c) => c.rounds)];
  return cells.map((cell, i) => {
    const parts = [
      losses && cell.losses,
      own[i] && cell.delays.includes(':') && cell.delays,
      arms && `${cell.linear ? 'n' : 'K'}=${cell.arms}`,
      rounds && `T=${whole(cell.rounds)}`,
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(' ') : String(i + 1);
  });
}

/** What the colours of the grid mean. */
export function meaning(report: Report): string {
  const scale = 'is a third of the scale.';
  if (report.scores === null) return `Regret as a multiple of the least one of the column: 1 is the best. Each doubling ${scale}`;
  const whose = report.settings.share_of ?? 'the reference';
  const fixed = fixedOf(report.cells);
  return `Regret as a share of that of ${whose}: 0 is as good as the best fixed ${fixed}, 1 as bad as ${whose}, below 0 better ` +
    `than every one. Each doubling from 1/8 to 1 ${scale}`;
}
