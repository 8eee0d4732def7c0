// What the C++ writer (src/lab/report.cpp) puts into a page. tests/browser/wire.test.ts compiles its output against these types:
// a key that is missing, too much, or of another type fails there.

/** A mean over runs; the standard error is null for one run. */
export interface Mean {
  mean: number;
  stderr: number | null;
}

export interface Report {
  format: 1;
  version: string;
  title: string;
  command: string; // reproduces the study
  data: boolean; // it also needs the files that the study names
  settings: Settings;
  agents: Agent[]; // in the order of the study: the order of colours
  cells: Cell[];
  scores: Score[] | null; // best first; with a reference only
  thinning: Thinning;
}

export interface Settings {
  runs: number;
  seed: number;
  drop_after: number | null;
  share_of: string | null;
  stopped: { finished: number; of: number } | null;
}

export interface Agent {
  name: string; // how the results call it
  spec: string; // JSON, as it was asked for
  paper: string; // of the catalog
  bank: boolean;
  bound: string | null; // the theorem's formula
}

export interface Thinning {
  recorded: number; // the most points of a curve that were recorded
  kept: number; // the most that the page keeps
  traced: number; // cells with traces, the first ones
  detailed: number; // cells with details, the first ones
}

/** A combination of losses, delays, arms and rounds. */
export interface Cell {
  losses: string;
  delays: string;
  arms: number;
  rounds: number;
  linear: boolean; // arms is the dimension
  command: string; // compares the agents in this cell alone
  agents: Entry[]; // those with a finished run, in the order of the study
}

/** The agent `agents[agent]` in a cell: the figures of results.json, and its curves. */
export interface Entry {
  agent: number;
  regret: { mean: number; stderr: number | null; worst: number };
  certificate: number | null;
  ns_per_round: number;
  share: number | null;
  runs: number;
  rank: number | null; // 1 + the agents that are better beyond chance; null for one run
  // The mean of (its regret - that of the best agent) over the runs, and the half-width of its 95 % interval; null for the best.
  behind: { mean: number; half: number | null } | null;
  curve: Curve; // regret, mean over the runs
  trace: Trace | null; // of the first run; null if it is not finished or was not watched, see Thinning.traced too
}

export interface Curve {
  round: number[];
  mean: number[];
  half: number[] | null; // of the 95 % interval; null for one run
}

/** The run with the seed `settings.seed`, at some of its rounds. */
export interface Trace {
  round: number[];
  regret: number[];
  outstanding: number[]; // open rounds
  bound: number[] | null; // of the theorem, at this many rounds and delays
  certificate: number[] | null; // this and the next two: of agents with a bank
  invested: number[] | null;
  scale: number[] | null;
  detail: Detail | null;
}

/** What takes room; the first cells have it. */
export interface Detail {
  ends: number[]; // the last round of each stretch
  arms: Arm[]; // arms that are never likely are one, the last
  bank: Bank | null;
}

export interface Arm {
  name: string;
  best: boolean; // of least mean loss in the run; of several arms as one: never
  share: number[]; // the mean of x_t in every stretch; on a body, a coordinate
}

export interface Bank {
  pooled: boolean; // proportional spending
  open: number[]; // capital in decisions that wait, at the end of each stretch of the detail
  saved: number[]; // and in the savings; together: all that was borrowed
  flow: Flow;
}

/** How the first decisions were paid, in groups of consecutive rounds. */
export interface Flow {
  ends: number[]; // the last round of every group
  scale: number[]; // the sum of sigma_t over the group = borrowed + reserve + what was paid to it
  borrowed: number[]; // paid by loans of these very rounds
  reserve: number[]; // paid by what had been borrowed before, and lay in the pool
  paid: [from: number, to: number, amount: number][]; // by the savings of a group to the decisions of a group
}

export interface Score {
  agent: number;
  score: number | null;
  stderr: number | null;
  worst_cell: number | null;
  shares: (number | null)[]; // by cell
}
