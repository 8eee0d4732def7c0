// What the page says about a report, in words.
import { fixed, pretty, whole } from '../format.ts';
import type { Cell, Entry, Report, Settings } from '../wire.ts';

export const kNone = '–'; // where there is no number

/** A number as the command line prints it, or a dash. */
export function figureOf(value: number | null, digits = 5): string {
  return value === null ? kNone : pretty(value, digits);
}

/** A share of the regret of the reference. */
export function shareOf(value: number | null): string {
  return value === null ? kNone : fixed(value, 3);
}

/** "bernoulli:0.1, delays geometric:50, 5 arms, 20,000 rounds" */
export function describe(cell: Cell): string {
  return `${cell.losses}, delays ${cell.delays}, ${armsOf(cell)}, ${whole(cell.rounds)} rounds`;
}

export function armsOf(cell: Cell): string {
  return `${whole(cell.arms)} ${cell.linear ? 'dimensions' : 'arms'}`;
}

/** What regret compares to, in these cells: the best fixed one of them. */
export function fixedOf(cells: readonly Cell[]): string {
  const kinds = cells.map((cell) => (cell.linear ? 'point' : 'arm'));
  return [...new Set(kinds)].sort().join(' or ') || 'arm';
}

/** "seeds 1 to 16" */
export function seedsOf(settings: Settings): string {
  return settings.runs === 1 ? `seed ${settings.seed}` : `seeds ${settings.seed} to ${settings.seed + settings.runs - 1}`;
}

/** What the curves of some entries are: of how many finished runs, and with which bands. */
export function meanOf(entries: readonly Entry[], bands: boolean): string {
  const runs = entries.map((entry) => entry.runs);
  const [least, most] = [Math.min(...runs), Math.max(...runs)];
  if (most <= 1) return most === 1 ? 'One run: no intervals, no ranks.' : 'No run is finished.';
  const drawn = bands && entries.some(({ curve }) => curve.half);
  const count = least < most ? `${whole(least)} to ${plural(most, 'run')}` : plural(most, 'run');
  return `Mean of ${count}${drawn ? '; bands are 95 % intervals of the mean at each round' : ''}.`;
}

/** What was compared, in one line. */
export function compared(report: Report): string {
  const { cells, settings } = report;
  const runs = `${plural(settings.runs, 'run')}, ${seedsOf(settings)}`;
  const dropped = settings.drop_after === null ? '' : `, outcomes dropped after ${whole(settings.drop_after)} rounds`;
  const first = cells[0];
  const agents = plural(report.agents.length, 'agent');
  if (!first) return `${agents}, no problem, ${runs}`;
  if (cells.length === 1) return `${agents} on ${describe(first)}; ${runs}${dropped}`;
  const arms = `${some(cells.map((cell) => whole(cell.arms)), '')} ${cells.every((cell) => cell.linear) ? 'dimensions' : 'arms'}`;
  return [
    `${agents} on ${plural(cells.length, 'problem')}`,
    `losses ${some(cells.map((cell) => cell.losses), 'kinds')}`,
    `delays ${some(cells.map((cell) => cell.delays), 'kinds')}`,
    arms,
    `${some(cells.map((cell) => whole(cell.rounds)), '')} rounds`,
    `${runs}${dropped}`,
  ].join('; ');
}

/** The same below a title that has said the beginning. */
export function lead(report: Report): string {
  const all = compared(report);
  return all.startsWith(report.title) ? all.slice(report.title.length).replace(/^[;,]? /, '') : all;
}

export function plural(count: number, thing: string): string {
  return `${whole(count)} ${thing}${count === 1 ? '' : 's'}`;
}

// The different ones: all of them if they are few.
function some(all: readonly string[], things: string): string {
  const different = [...new Set(all)];
  if (different.length > 4) return things ? `of ${different.length} ${things}` : `${different[0]} to ${different[different.length - 1]}`;
  return different.length < 2 ? different.join('') : `${different.slice(0, -1).join(', ')} and ${different[different.length - 1]}`;
}

/** In files of charts: of all runs, or of the first. */
export function creditOf({ version, settings }: Report, runs = settings.runs): string {
  return `banker ${version} · ${seedsOf({ ...settings, runs })}`;
}

const kLongest = 80; // characters of a name

/** Names as the page shows them: long ones are cut in the middle, and stay different. */
export function shown(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, i) => {
    const letters = [...name];
    let short = letters.length > kLongest ? `${letters.slice(0, kLongest - 24).join('')}…${letters.slice(-16).join('')}` : name;
    if (seen.has(short)) short += ` (${i + 1})`;
    seen.add(short);
    return short;
  });
}
