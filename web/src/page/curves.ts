// Which curves the line charts show.
import type { Series } from '../chart/lines.ts';
import { whole } from '../format.ts';
import { seriesStyle } from '../style.ts';
import type { State } from '../state.ts';
import type { Cell, Entry, Report } from '../wire.ts';
import { byRegret } from './ranking.ts';
import { plural } from './words.ts';

const kMost = 8; // curves at first: as many as there are colours

/** Entries that the reader has chosen; at first all, or the best ones of many. */
export function shownEntries(cell: Cell, shown: readonly number[] | null): Entry[] {
  const chosen = shown && cell.agents.filter((entry) => shown.includes(entry.agent));
  if (chosen && chosen.length > 0) return chosen;
  const best = new Set(byRegret(cell.agents).slice(0, kMost));
  return cell.agents.filter((entry) => best.has(entry));
}

/** How many are drawn, where not all are. */
export function drawnOf(cell: Cell, shown: readonly number[] | null): string {
  const [count, all] = [shownEntries(cell, shown).length, cell.agents.length];
  if (count === all) return '';
  const chosen = shown !== null && cell.agents.some((entry) => shown.includes(entry.agent));
  if (chosen) return `${whole(count)} of ${plural(all, 'agent')} ${count === 1 ? 'is' : 'are'} drawn.`;
  return `The ${whole(count)} best of ${plural(all, 'agent')} are drawn.`;
}

/** After a click on an agent of the legend: it is there or not, or it is the only one; of none, those of the beginning. */
export function toggled(cell: Cell, shown: readonly number[] | null, agent: number, only: boolean): number[] | null {
  const now = shownEntries(cell, shown).map((entry) => entry.agent);
  if (only) return now.length === 1 && now[0] === agent ? null : [agent];
  const next = now.includes(agent) ? now.filter((other) => other !== agent) : [...now, agent];
  return next.length === 0 ? null : next.sort((a, b) => a - b);
}

export function regretSeries(report: Report, cell: Cell, state: State): Series[] {
  return shownEntries(cell, state.shown).flatMap((entry) => {
    const { name, style } = identity(report, entry);
    const { round, mean, half } = entry.curve;
    const list: Series[] = [{ name, style, x: round, y: mean, ...(state.bands && half ? { half } : {}) }];
    const { trace } = entry;
    for (const kind of ['certificate', 'bound'] as const) {
      if (state[kind] && trace?.[kind]) list.push({ name, style, x: trace.round, y: trace[kind], kind });
    }
    return list;
  });
}

export type Inside = 'outstanding' | 'scale' | 'invested';

/** Something of the first run. What is the same for all agents is one curve: open rounds, unless delays depend on the arm. */
export function insideSeries(report: Report, cell: Cell, state: State, what: Inside): Series[] {
  const list = shownEntries(cell, state.shown).flatMap((entry): Series[] => {
    const y = entry.trace?.[what];
    return y ? [{ ...identity(report, entry), x: entry.trace!.round, y }] : [];
  });
  const [first, ...others] = list;
  if (first && others.length > 0 && others.every((series) => same(series, first)))
    return [{ ...first, name: 'every agent', style: { color: 'var(--ink)', dash: undefined } }];
  return list;
}

/** Whether an overlay has something to show. */
export function has(cell: Cell, state: State, what: 'certificate' | 'bound'): boolean {
  return shownEntries(cell, state.shown).some(({ trace }) => trace?.[what]);
}

function identity(report: Report, { agent }: Entry) {
  return { name: report.agents[agent]!.name, style: seriesStyle(agent) };
}

function same(a: Series, b: Series): boolean {
  return a.y.length === b.y.length && a.y.every((y, i) => y === b.y[i] && a.x[i] === b.x[i]);
}
