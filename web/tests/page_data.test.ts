import { expect, test } from 'vitest';
import { fixed, pretty, prettyBeside } from '../src/format.ts';
import { banks, belief, beliefLayers, coordinates, firstBanks, placed } from '../src/page/banks.ts';
import { drawnOf, has, insideSeries, regretSeries, shownEntries, toggled } from '../src/page/curves.ts';
import { reason } from '../src/page/missing.ts';
import { columnNames, grid, groups, level, limitsOf, meaning } from '../src/page/problems.ts';
import { byRegret, rankingRows, ties } from '../src/page/ranking.ts';
import { armsOf, compared, describe as words, fixedOf, lead, meanOf, seedsOf, shown } from '../src/page/words.ts';
import { kStart } from '../src/state.ts';
import type { Cell, Detail, Entry } from '../src/wire.ts';
import { sampleReport } from './sample.ts';

const report = sampleReport({ agents: 6, cells: 4, points: 20, runs: 8, seed: 3, detailedCells: 1, bankAgents: 3 });
const cell = report.cells[0]!;
const index = (rows: { agent: number }[]) => rows.map((row) => row.agent);
const cellsOf = (...delays: string[]) => delays.map((text): Cell => ({ ...cell, delays: text }));

test('the table has every agent once, the best first, with the digits of the command line', () => {
  const rows = rankingRows(report, cell);
  expect(index(rows).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  rows.forEach((row, i) => {
    const entry = cell.agents.find(({ agent }) => agent === row.agent)!;
    expect(row.regret).toEqual({ value: entry.regret.mean, text: pretty(entry.regret.mean) });
    expect(row.stderr.text).toBe(pretty(entry.regret.stderr!, 3));
    expect(row.worst.text).toBe(pretty(entry.regret.worst));
    expect(row.share.text).toBe(fixed(entry.share!, 3));
    expect(row.nanoseconds.text).toBe(pretty(entry.ns_per_round, 3));
    expect(row.certificate.text).toBe(entry.certificate === null ? '–' : pretty(entry.certificate, 5));
    if (i > 0) expect(rows[i - 1]!.regret.value!).toBeLessThanOrEqual(row.regret.value!);
    if (entry.behind) expect(row.behind.text).toBe(`${prettyBeside(entry.behind.mean, entry.behind.half!, 3)} ± ${pretty(entry.behind.half!, 3)}`);
    else expect([i, row.behind.text]).toEqual([0, '–']);
  });
});

test('what is missing is a dash', () => {
  const none = { certificate: null, share: null, rank: null, behind: { mean: 3, half: null }, regret: { mean: 5, stderr: null, worst: 5 } };
  const one: Entry = { ...cell.agents[0]!, ...none };
  const [row] = rankingRows(report, { ...cell, agents: [one] });
  for (const key of ['certificate', 'share', 'rank', 'stderr'] as const) expect(row![key]).toEqual({ value: null, text: '–' });
  expect(row!.behind.text).toBe('3.0000');
  expect(row!.tie).toBe(false);
});

test('a standard error of rounding alone is 0', () => {
  const one: Entry = { ...cell.agents[0]!, regret: { mean: 1600, stderr: 1e-13, worst: 1600 } };
  expect(rankingRows(report, { ...cell, agents: [one] })[0]!.stderr).toEqual({ value: 0, text: '0' });
});

test('a tie is an interval that includes 0', () => {
  const tied = (behind: Entry['behind']) => ties({ ...cell.agents[0]!, behind });
  expect([tied({ mean: 1, half: 2 }), tied({ mean: 2, half: 2 })]).toEqual([true, true]);
  expect([tied({ mean: 2, half: 1 }), tied({ mean: 1, half: null }), tied(null)]).toEqual([false, false, false]);
});

test('an agent that is shown to be worse than another is no tie', () => {
  const tied = (rank: number | null) => {
    const entry: Entry = { ...cell.agents[0]!, rank, behind: { mean: 1, half: 2 } };
    return rankingRows(report, { ...cell, agents: [entry] })[0]!.tie;
  };
  expect([tied(1), tied(null), tied(11)]).toEqual([true, true, false]);
});

test('curves: of the agents that are shown, with what was asked for', () => {
  const state = { ...kStart, shown: [0, 4] };
  expect(regretSeries(report, cell, state).map(({ name, kind, half }) => [name, kind, half != null])).toEqual([
    [report.agents[0]!.name, undefined, true],
    [report.agents[4]!.name, undefined, true],
  ]);
  const more = regretSeries(report, cell, { ...state, bands: false, certificate: true, bound: true });
  const last = report.agents[4]!.bound ? ['bound'] : [];
  expect(more.map(({ kind }) => kind ?? 'line')).toEqual(['line', 'certificate', 'bound', 'line', ...last]);
  expect(more.some(({ half }) => half)).toBe(false);
  const trace = cell.agents[0]!.trace!;
  expect([more[1]!.x, more[1]!.y, more[2]!.y]).toEqual([trace.round, trace.certificate, trace.bound]);
  expect([has(cell, { ...kStart, shown: [3] }, 'certificate'), has(cell, state, 'certificate')]).toEqual([false, true]);
});

test('of many agents the best eight are shown at first, in the order of the study', () => {
  const many = sampleReport({ agents: 12, cells: 1, points: 10, runs: 2, seed: 5, detailedCells: 0, bankAgents: 2 }).cells[0]!;
  const best = index(byRegret(many.agents).slice(0, 8)).sort((a, b) => a - b);
  expect(index(shownEntries(many, null))).toEqual(best);
  expect(index(shownEntries(many, [11, 2]))).toEqual([2, 11]);
  expect(drawnOf(many, null)).toBe('The 8 best of 12 agents are drawn.');
  expect([drawnOf(many, [99]), drawnOf(many, [11, 2])]).toEqual([drawnOf(many, null), '2 of 12 agents are drawn.']);
  expect(drawnOf(many, [3])).toBe('1 of 12 agents is drawn.');
  expect([drawnOf(many, index(many.agents)), drawnOf(cell, null)]).toEqual(['', '']);
});

test('the legend: on and off, only this one, and never none', () => {
  expect(toggled(cell, null, 2, false)).toEqual([0, 1, 3, 4, 5]);
  expect(toggled(cell, [3, 5], 2, false)).toEqual([2, 3, 5]);
  expect(toggled(cell, [3, 5], 3, true)).toEqual([3]);
  expect(toggled(cell, [3], 3, true)).toBe(null);
  expect(toggled(cell, [3], 3, false)).toBe(null);
});

test('what is the same for all agents is one curve', () => {
  const trace = cell.agents[0]!.trace!;
  const same: Cell = { ...cell, agents: cell.agents.map((entry) => ({ ...entry, trace })) };
  expect(insideSeries(report, same, kStart, 'outstanding').map(({ name, y }) => [name, y])).toEqual([['every agent', trace.outstanding]]);
  const other = { ...trace, outstanding: trace.outstanding.map((open, i) => open + (i === 5 ? 1 : 0)) };
  const differ: Cell = { ...cell, agents: cell.agents.map((entry, i) => ({ ...entry, trace: i === 1 ? other : trace })) };
  expect(insideSeries(report, differ, kStart, 'outstanding')).toHaveLength(6);
  expect(insideSeries(report, cell, kStart, 'scale').map(({ name }) => name)).toEqual(report.agents.slice(0, 3).map(({ name }) => name));
  expect(insideSeries(report, { ...cell, agents: cell.agents.map((entry) => ({ ...entry, trace: null })) }, kStart, 'scale')).toEqual([]);
});

test('the banks at first: the best one, and the best one that spends in another way', () => {
  const all = banks(cell);
  expect(index(all.map(({ entry }) => entry))).toEqual(index(byRegret(cell.agents).filter(({ agent }) => agent < 3)));
  const pick = (chosen: number[] | null, agent: number | null) => index(firstBanks(all, chosen, agent).map(({ entry }) => entry));
  const pooled = (agent: number) => all.find(({ entry }) => entry.agent === agent)!.bank.pooled;
  const [first, second] = pick(null, null) as [number, number];
  expect(first).toBe(all[0]!.entry.agent);
  expect(pooled(first)).not.toBe(pooled(second));
  for (const agent of [0, 1, 2]) expect(pick(null, agent)[0]).toBe(agent);
  expect(pick(null, 5)).toEqual([first, second]);
  expect(pick([2, 1], 0)).toEqual([2, 1]);
  expect(pick([5], null)).toEqual([first, second]);
  expect(firstBanks([], null, null)).toEqual([]);
  expect(firstBanks(all.slice(0, 1), null, null)).toHaveLength(1);
  expect(banks(report.cells[3]!)).toEqual([]);
});

test('an agent that is at the other place changes places', () => {
  expect([placed([1, 2], 0, 5), placed([1, 2], 0, 2), placed([1, 2], 1, 2), placed([1], 0, 3)]).toEqual([[5, 2], [2, 1], [1, 2], [3]]);
});

test('beliefs: the best arm at the bottom', () => {
  const arms = [{ name: 'a', best: false, share: [0.5, 0.2] }, { name: 'b', best: true, share: [0.5, 0.8] }];
  const detail: Detail = { ends: [1, 2], bank: null, arms };
  expect(beliefLayers(detail.arms).map(({ name, y }) => [name, y])).toEqual([['b (best)', [0.5, 0.8]], ['a', [0.5, 0.2]]]);
  expect(new Set(beliefLayers(detail.arms).map(({ color }) => color)).size).toBe(2);
  expect(belief(detail)).toContain('80 %');
  expect(coordinates(detail).map(({ style }) => style.color)).toEqual(['var(--ink)', 'var(--edge)']); // no agent's
  expect(coordinates(detail).map(({ x, y }) => [x, y])).toEqual([[[1, 2], [0.5, 0.2]], [[1, 2], [0.5, 0.8]]]);
});

test('levels rise with the value, by a third for every doubling', () => {
  expect([1 / 8, 1 / 4, 1 / 2, 1].map((value) => level(value, true))).toEqual([0, 1 / 3, 2 / 3, 1]);
  expect([1, 2, 4, 8].map((value) => level(value, false))).toEqual([0, 1 / 3, 2 / 3, 1]);
  for (const shares of [true, false]) {
    expect(limitsOf(shares).map((value) => level(value, shares))).toEqual([0, 1]);
    const levels = [-3, -0.1, 0, 0.1, 0.2, 0.9, 1, 1.5, 7, 9, 100].map((value) => level(value, shares));
    expect(levels.every((one, i) => i === 0 || one > levels[i - 1]!)).toBe(true);
    expect(levels[0]).toBeGreaterThan(-0.1);
  }
});

test('the grid: shares in the order of the scores, or multiples of the best', () => {
  const shares = grid(report);
  expect(shares.agents).toEqual(report.scores!.map(({ agent }) => agent));
  expect(shares.values).toEqual(report.scores!.map((score) => score.shares));
  const { agents, values } = grid({ ...report, scores: null });
  expect([...agents].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  report.cells.forEach((one, column) => {
    const best = Math.min(...one.agents.map(({ regret }) => regret.mean));
    one.agents.forEach(({ agent, regret }) => expect(values[agents.indexOf(agent)]![column]).toBe(best > 0 ? regret.mean / best : null));
  });
  const gone: Cell = { ...cell, agents: cell.agents.slice(1) };
  const less = grid({ ...report, scores: null, cells: [gone] });
  expect(less.values[less.agents.indexOf(0)]).toEqual([null]);
  expect(meaning(report)).toContain('uniform');
});

test('groups are neighbours with one kind of delays', () => {
  expect(groups(cellsOf('fixed:20', 'fixed:200', 'none', 'none', 'fixed:20'))).toEqual([
    { title: 'fixed', count: 2 },
    { title: 'no delays', count: 2 },
    { title: 'fixed:20', count: 1 },
  ]);
  expect(columnNames(cellsOf('fixed:20', 'fixed:200', 'none'))).toEqual(['fixed:20', 'fixed:200', '3']);
  const arms = cellsOf('none', 'none').map((one, i) => ({ ...one, arms: 4 + i }));
  expect(columnNames(arms)).toEqual(['K=4', 'K=5']);
});

test('what is missing depends on the chosen problem', () => {
  const many = sampleReport({ agents: 2, cells: 5, points: 5, tracedCells: 3, detailedCells: 1 });
  expect(many.cells.map(({ agents }) => agents[0]!.trace !== null)).toEqual([true, true, true, false, false]);
  const left = (part: 'traced' | 'detailed') => many.cells.map((_, i) => reason(many, i, part).command === many.cells[i]!.command);
  expect(left('traced')).toEqual([false, false, false, true, true]);
  expect(left('detailed')).toEqual([false, true, true, true, true]);
  expect(reason(many, 3, 'traced').why).toContain(' of the first 3 problems only');
  expect(reason(many, 3, 'detailed').why).toContain(' of the first problem only');
  expect(reason(many, 0, 'detailed')).toEqual(reason(many, 2, 'traced'));
  expect(reason(many, 0, 'detailed').why).toContain('stopped before they were watched');
  expect(reason(many, 0, 'detailed').command).toBe('banker report FOLDER');
});

test('a mean is of the runs that are finished', () => {
  const of = (...runs: number[]) => runs.map((count): Entry => ({ ...cell.agents[0]!, runs: count }));
  const bare = (entries: Entry[]) => entries.map((entry) => ({ ...entry, curve: { ...entry.curve, half: null } }));
  expect(meanOf(of(16, 16), true)).toBe('Mean of 16 runs; bands are 95 % intervals of the mean at each round.');
  expect(meanOf(of(16, 16), false)).toBe('Mean of 16 runs.');
  expect(meanOf(bare(of(16, 3)), true)).toBe('Mean of 3 to 16 runs.');
  expect(meanOf(bare(of(1, 1)), true)).toBe('One run: no intervals, no ranks.');
  expect(meanOf([], true)).toBe('No run is finished.');
});

test('words', () => {
  const one: Cell = { ...cell, losses: 'bernoulli:0.1', delays: 'none', arms: 5, rounds: 20000 };
  expect(words(one)).toBe('bernoulli:0.1, delays none, 5 arms, 20,000 rounds');
  expect(armsOf({ ...one, linear: true })).toBe('5 dimensions');
  expect([fixedOf([one]), fixedOf([{ ...one, linear: true }]), fixedOf([])]).toEqual(['arm', 'point', 'arm']);
  expect(fixedOf([{ ...one, linear: true }, one, one])).toBe('arm or point');
  expect(seedsOf({ ...report.settings, runs: 16, seed: 1 })).toBe('seeds 1 to 16');
  expect(seedsOf({ ...report.settings, runs: 1, seed: 7 })).toBe('seed 7');
  expect(compared({ ...report, cells: [one] })).toBe(`6 agents on ${words(one)}; 8 runs, seeds 3 to 10`);
  const title = '6 agents on bernoulli:0.1, delays none';
  expect(lead({ ...report, cells: [one], title })).toBe('5 arms, 20,000 rounds; 8 runs, seeds 3 to 10');
  expect(lead(report)).toBe(compared(report));
  expect(compared({ ...report, cells: [] })).toContain('no problem');
  expect(compared(report)).toContain('6 agents on 4 problems; losses bernoulli:0.1, ');
});

test('long names are cut, and stay different', () => {
  const long = (letter: string) => letter.repeat(200);
  const names = shown(['banker', long('a'), `${long('a')}a`, '😀'.repeat(100)]);
  expect(names[0]).toBe('banker');
  expect(new Set(names).size).toBe(4);
  names.forEach((name) => expect([...name].length).toBeLessThanOrEqual(80));
  expect(names[3]).toContain('😀…😀');
});
