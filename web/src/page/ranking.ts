// The figures of a cell's table, the best agent first, with the digits that the command line prints.
import { prettyBeside, whole } from '../format.ts';
import type { Cell, Entry, Report } from '../wire.ts';
import { figureOf, kNone, shareOf } from './words.ts';

/** A number, and how it is written; without one, a dash. */
export interface Figure {
  value: number | null;
  text: string;
}

export interface RankingRow {
  agent: number;
  name: string;
  tie: boolean; // neither its interval nor its rank shows it to differ from the best
  rank: Figure;
  regret: Figure;
  stderr: Figure;
  worst: Figure;
  behind: Figure;
  half: number | null; // of the interval of behind
  share: Figure;
  certificate: Figure;
  nanoseconds: Figure;
  runs: Figure;
}

export function rankingRows(report: Report, cell: Cell): RankingRow[] {
  return byRegret(cell.agents).map((entry) => row(report, entry));
}

/** The least mean regret first. */
export function byRegret(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => a.regret.mean - b.regret.mean);
}

function row(report: Report, entry: Entry): RankingRow {
  const { mean, worst } = entry.regret;
  const stderr = visible(entry.regret);
  return {
    agent: entry.agent,
    name: report.agents[entry.agent]!.name,
    tie: ties(entry) && (entry.rank ?? 1) === 1,
    rank: { value: entry.rank, text: entry.rank === null ? kNone : whole(entry.rank) },
    regret: figure(mean),
    stderr: figure(stderr, 3),
    worst: figure(worst),
    behind: { value: entry.behind?.mean ?? null, text: behindText(entry) },
    half: entry.behind?.half ?? null,
    share: { value: entry.share, text: shareOf(entry.share) },
    certificate: figure(entry.certificate),
    nanoseconds: figure(entry.ns_per_round, 3),
    runs: { value: entry.runs, text: whole(entry.runs) },
  };
}

function figure(value: number | null, digits = 5): Figure {
  return { value, text: figureOf(value, digits) };
}

/** The interval of what it is behind the best includes 0. */
export function ties({ behind }: Entry): boolean {
  return behind !== null && behind.half !== null && behind.mean - behind.half <= 0;
}

// A standard error that is nothing but rounding is 0.
function visible({ mean, stderr }: { mean: number; stderr: number | null }): number | null {
  return stderr !== null && stderr < 1e-12 * Math.abs(mean) ? 0 : stderr;
}

function behindText({ behind }: Entry): string {
  if (!behind) return kNone;
  if (!behind.half) return figureOf(behind.mean);
  return `${prettyBeside(behind.mean, behind.half, 3)} ± ${figureOf(behind.half, 3)}`;
}
