// Why a picture of the first run is not here, and what makes it.
import { h } from '../dom.ts';
import { whole } from '../format.ts';
import type { Report } from '../wire.ts';
import { banks } from './banks.ts';
import type { Context } from './context.ts';
import { command } from './parts.ts';

export type Part = 'traced' | 'detailed';

const kParts: Readonly<Record<Part, string>> = { traced: 'a look inside the runs', detailed: 'the details' };
const kUnwatched =
  'The first runs are not finished, or the study was stopped before they were watched. This command watches the finished ones:';

/** A problem beyond the first ones is left out; of the others the first run was not watched. */
export function reason({ thinning, cells }: Report, cell: number, part: Part): { why: string; command: string } {
  const first = thinning[part];
  const own = cells[cell]!.command.startsWith('#'); // a program made it, with parts that no command has
  if (cell < first) return { why: kUnwatched, command: 'banker report FOLDER' };
  if (first === 0) {
    const fewer = own ? 'Compare fewer of them.' : 'Compare fewer of them, with less of this command:';
    return { why: `With so many agents there is no room for ${kParts[part]}. ${fewer}`, command: cells[cell]!.command };
  }
  const few = first === 1 ? 'problem' : `${whole(first)} problems`;
  const why = `To stay small, this page has ${kParts[part]} of the first ${few} only.`;
  const alone = own ? 'Play the chosen one alone.' : 'This command makes a page about the chosen one alone:';
  return { why: `${why} ${alone}`, command: cells[cell]!.command };
}

/** The same on the page, once. */
export function missing(context: Context, part: Part): HTMLElement[] {
  if (saidBefore(context)) return [h('p', {}, 'The command in the section about the bank makes this, too.')];
  return explained(context, part);
}

export function explained({ report, state }: Context, part: Part): HTMLElement[] {
  const { why, command: makes } = reason(report, state.cell, part);
  return [h('p', {}, why), command(makes)];
}

/** By the section about the bank. */
function saidBefore({ report, cell }: Context): boolean {
  return banks(cell).length === 0 && cell.agents.some(({ agent }) => report.agents[agent]!.bank);
}
