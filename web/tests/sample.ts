// A made-up report that obeys every rule of wire.ts: what was borrowed is either open or saved, a decision is paid in full, the
// best of a cell is behind nobody. Its curves have the shape of real ones; its numbers mean nothing.

import type { Agent, Arm, Bank, Cell, Curve, Detail, Entry, Report, Score, Trace } from '../src/wire.ts';
import { keepBook } from './sample_bank.ts';

export interface SampleOptions {
  agents?: number;
  cells?: number;
  points?: number; // of a curve
  runs?: number;
  rounds?: number;
  seed?: number;
  tracedCells?: number; // all of them, if it is not given
  detailedCells?: number;
  bankAgents?: number; // the first ones; some have a pool
  stopped?: boolean; // in the last cell: its last agent has no run, the first run of the one before is not watched
}

type Options = Required<SampleOptions>;
type Random = () => number;

/** Mulberry32: uniform on [0, 1). */
export function generator(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const kBanks = ['banker', 'banker-tinf', 'banker-tinf spending=proportional', 'banker-omd', 'banker-sftinf', 'banker-scale-free',
  'banker-sflbinf'];
const kOthers = ['uniform', 'tsallis-inf', 'delayed-exp3', 'tsallis-inf estimator=reduced-variance', 'zimmert-seldin', 'exp3', 'dew',
  'delayed-ucb', 'zimmert-seldin tuning=advanced', 'bold', 'delayed-thompson', 'exp3-ix', 'delayed-tsallis', 'sf-mab', 'umab-nn',
  'umab-g', 'ahb'];
const kLosses = ['bernoulli:0.1', 'stochastically-constrained:0.1', 'switching', 'drifting', 'trap:100', 'trap:1000'];
const kDelays = ['none', 'fixed:20', 'fixed:200', 'geometric:50', 'pareto:1.1', 'blocks:200', 'stragglers:0.0005', 'outage:2000',
  'arm-dependent:100'];
const kArms = [4, 16];
const kStretches = 60; // of a detail

export function sampleReport(given: SampleOptions = {}): Report {
  const options: Options = {
    agents: 6, cells: 6, points: 120, runs: 8, rounds: 5000, seed: 1, tracedCells: given.cells ?? 6, detailedCells: 2, bankAgents: 3,
    stopped: false, ...given,
  };
  const random = generator(options.seed);
  const agents = Array.from({ length: options.agents }, (_, i) => agent(i, options.bankAgents));
  const skills = agents.map(({ name }) => (name === 'uniform' ? 1 : 0.15 + 0.6 * random()));
  const cells = Array.from({ length: options.cells }, (_, i) => cell(i, agents, skills, options, random));
  if (options.stopped) stop(cells[cells.length - 1]!);
  for (const one of cells) compare(one.agents, agents);
  const all = options.agents * options.cells * options.runs;
  const reference = agents.findIndex(({ name }) => name === 'uniform');
  return {
    format: 1,
    version: '0.1.0',
    title: 'A made-up study',
    command: 'banker run study.json --share-of uniform --out FOLDER',
    data: false,
    settings: {
      runs: options.runs,
      seed: options.seed,
      drop_after: null,
      share_of: reference < 0 ? null : 'uniform',
      stopped: options.stopped ? { finished: all - options.runs, of: all } : null,
    },
    agents,
    cells,
    scores: reference < 0 ? null : scores(agents, cells, options.runs),
    thinning: {
      recorded: 2 * options.points,
      kept: options.points,
      traced: Math.min(options.cells, options.tracedCells),
      detailed: Math.min(options.cells, options.detailedCells),
    },
  };
}

function agent(index: number, banks: number): Agent {
  const bank = index < banks;
  const list = bank ? kBanks : kOthers;
  const place = bank ? index : index - banks;
  const name = list[place % list.length]! + (place < list.length ? '' : ` seed=${Math.floor(place / list.length)}`);
  const [kind, ...settings] = name.split(' ');
  const spec = { agent: kind, ...Object.fromEntries(settings.map((setting) => setting.split('='))) };
  const bound = bank || kind === 'tsallis-inf' ? '4·√(K·T) + 2·√(D·log K)' : null;
  return { name, spec: JSON.stringify(spec), paper: bank ? 'Banker Online Mirror Descent (ICML 2023)' : 'of another paper', bank, bound };
}

/** Cells change their losses first, then their arms, then their delays. */
function cell(index: number, agents: Agent[], skills: number[], options: Options, random: Random): Cell {
  const losses = kLosses[index % kLosses.length]!;
  const arms = kArms[Math.floor(index / kLosses.length) % kArms.length]!;
  const delays = kDelays[Math.floor(index / kLosses.length / kArms.length) % kDelays.length]!;
  const told = arrivals(delays, options.rounds, random);
  const kept = { traced: index < options.tracedCells, detailed: index < options.detailedCells };
  const setting = { losses, arms, told, outstanding: openRounds(told), ...kept };
  const entries = agents.map((_, i) => entry(i, agents[i]!, skills[i]!, setting, options, random));
  const names = agents.map(({ name }) => name.split(' ')[0]).join(',');
  const command = `banker compare --agents ${names} --losses ${losses} --delays ${delays}` +
    ` --arms ${arms} --rounds ${options.rounds} --runs ${options.runs} --seed ${options.seed} --share-of uniform --out FOLDER`;
  return { losses, delays, arms, rounds: options.rounds, linear: false, command, agents: entries };
}

function stop(last: Cell): void {
  last.agents.pop();
  const unwatched = last.agents[last.agents.length - 1];
  if (unwatched) unwatched.trace = null;
}

/** When round t + 1 is told: before this round (from 1) is asked. */
function arrivals(delays: string, rounds: number, random: Random): number[] {
  const [kind, value] = delays.split(':');
  const size = Number(value ?? 0);
  return Array.from({ length: rounds }, (_, t) => t + 2 + Math.floor(delay(kind!, size, t, rounds, random)));
}

function delay(kind: string, size: number, t: number, rounds: number, random: Random): number {
  switch (kind) {
    case 'none': return 0;
    case 'geometric': return -size * Math.log(1 - random());
    case 'pareto': return Math.min(rounds, (1 - random()) ** (-1 / size) - 1);
    case 'blocks': return size - 1 - (t % size);
    case 'stragglers': return random() < size ? rounds : 0;
    case 'outage': return t >= rounds / 4 && t < rounds / 4 + size ? rounds / 4 + size - t : 0;
    case 'arm-dependent': return random() < 0.5 ? size : 0;
    default: return size;
  }
}

/** Rounds open before round t + 1 is asked. */
function openRounds(told: number[]): number[] {
  const back = new Array<number>(told.length + 2).fill(0);
  for (const round of told) if (round <= told.length) back[round]! += 1;
  let open = 0;
  return told.map((_, t) => {
    open -= back[t + 1]!;
    return (open += 1) - 1;
  });
}

interface Setting {
  losses: string;
  arms: number;
  told: number[];
  outstanding: number[];
  traced: boolean;
  detailed: boolean;
}

function entry(index: number, who: Agent, skill: number, setting: Setting, options: Options, random: Random): Entry {
  const uniform = who.name === 'uniform';
  const luck = uniform ? 1 : 0.6 + 0.8 * random();
  const noise = uniform ? 0 : 0.05 + 0.05 * random();
  const at = spread(options.points, options.rounds);
  const total = totals(setting.outstanding);
  const gain = setting.losses === 'drifting' && random() < 0.3 ? 0.03 : 0; // who follows changes beats every fixed arm
  const level = (t: number) => {
    const learning = skill * luck * (1.4 * Math.sqrt(t * setting.arms) + 0.8 * Math.sqrt(total[t - 1]!));
    return uniform ? 0.09 * t : 1 / (1 / learning + 1 / (0.09 * t)) - gain * t; // at first nobody is better than chance
  };
  const mean = tidy(at.map(level));
  const last = mean[mean.length - 1]!;
  const spreadOver = 2 / Math.sqrt(options.runs);
  const half = options.runs > 1 ? tidy(mean.map((m) => Math.abs(m) * noise * spreadOver)) : null;
  const curve: Curve = { round: at, mean, half };
  const trace = traceOf(who, at, walk(mean, noise, random), total, setting, options, random);
  const certificate = trace.certificate ? trace.certificate[at.length - 1]! : null;
  return {
    agent: index,
    regret: { mean: last, stderr: half && half[half.length - 1]! / 2, worst: last + 2 * noise * Math.abs(last) },
    certificate,
    ns_per_round: Math.round(140 + 400 * random()),
    share: null,
    runs: options.runs,
    rank: null,
    behind: null,
    curve,
    trace: setting.traced ? trace : null,
  };
}

/** So many rounds up to the last, evenly apart. */
function spread(points: number, rounds: number): number[] {
  const count = Math.min(points, rounds);
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * rounds) / count));
}

function totals(values: number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** Four decimals, so that a large sample is not mostly digits. */
function tidy(values: number[]): number[] {
  return values.map((value) => Math.round(value * 1e4) / 1e4);
}

/** One run about the mean: its deviations add up. */
function walk(mean: number[], noise: number, random: Random): number[] {
  const scale = (noise * Math.abs(mean[mean.length - 1]!)) / Math.sqrt(mean.length);
  let off = 0;
  return tidy(mean.map((m) => m + (off += 3 * scale * (random() - 0.5))));
}

function traceOf(who: Agent, at: number[], regret: number[], total: number[], setting: Setting, options: Options, random: Random): Trace {
  const { arms, outstanding, told } = setting;
  const bound = tidy(at.map((t) => 4 * Math.sqrt(arms * t) + 2 * Math.sqrt(total[t - 1]! * Math.log(arms))));
  const book = who.bank ? keepBook(told, total, 0.3 + 0.4 * random(), who.name.includes('proportional')) : null;
  const ends = spread(kStretches, options.rounds);
  const atEnds = (values: number[]) => tidy(ends.map((t) => values[t - 1]!));
  const bank = book && { pooled: book.pooled, open: atEnds(book.open), saved: atEnds(book.saved), flow: book.flow };
  return {
    round: at,
    regret,
    outstanding: at.map((t) => outstanding[t - 1]!),
    bound: who.bound ? bound : null,
    certificate: book && tidy(bound.map((b, i) => 0.7 * b + 0.05 * Math.sqrt(at[i]! * book.scale[at[i]! - 1]!))),
    invested: book && tidy(at.map((t) => book.open[t - 1]! + book.saved[t - 1]!)),
    scale: book && tidy(at.map((t) => book.scale[t - 1]!)),
    detail: setting.detailed ? detailOf(ends, arms, who.name === 'uniform', bank, random) : null,
  };
}

function detailOf(ends: number[], count: number, uniform: boolean, bank: Bank | null, random: Random): Detail {
  const speed = 2 + 8 * random();
  const best = Math.floor(random() * count);
  const shown = Math.min(count, 6);
  const lift = ends.map((_, i) => (uniform ? 0 : (1 - Math.exp((-speed * i) / ends.length)) * (0.94 + 0.04 * Math.sin(i / 3))));
  const share = (own: boolean, arms: number) => tidy(lift.map((up) => ((1 - up) * arms) / count + (own ? up : 0)));
  const named = Array.from({ length: shown }, (_, i) => (i === 0 ? best : i <= best ? i - 1 : i));
  const arms: Arm[] = named.map((arm) => ({ name: `arm ${arm}`, best: arm === best, share: share(arm === best, 1) }));
  if (count > shown) arms.push({ name: `${count - shown} others`, best: false, share: share(false, count - shown) });
  return { ends, arms, bank };
}

/** Shares, ranks and distances, as far as they can be had from means alone. */
function compare(entries: Entry[], agents: Agent[]): void {
  const reference = entries.find(({ agent: i }) => agents[i]!.name === 'uniform');
  if (entries.length === 0) return;
  const best = entries.reduce((least, one) => (one.regret.mean < least.regret.mean ? one : least));
  for (const one of entries) {
    const beyond = (other: Entry) =>
      one.regret.mean - other.regret.mean > 2 * Math.hypot(one.regret.stderr ?? Infinity, other.regret.stderr ?? Infinity);
    one.share = reference ? one.regret.mean / reference.regret.mean : null;
    one.rank = one.regret.stderr === null ? null : 1 + entries.filter(beyond).length;
    if (one === best) continue;
    const half = one.regret.stderr === null ? null : 2 * Math.hypot(one.regret.stderr, best.regret.stderr!);
    one.behind = { mean: one.regret.mean - best.regret.mean, half };
  }
}

function scores(agents: Agent[], cells: Cell[], runs: number): Score[] {
  const list = agents.map((_, i): Score => {
    const shares = cells.map((one) => one.agents.find((e) => e.agent === i)?.share ?? null);
    if (!shares.every((share): share is number => share !== null)) return { agent: i, score: null, stderr: null, worst_cell: null, shares };
    const score = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const stderr = runs > 1 ? (0.05 * score) / Math.sqrt(runs) : null;
    return { agent: i, score, stderr, worst_cell: shares.indexOf(Math.max(...shares)), shares };
  });
  return list.sort((a, b) => (a.score ?? Infinity) - (b.score ?? Infinity) || 0);
}
