// What stands above the decisions that wait longest.
import { whole } from '../format.ts';
import type { OpenRow } from './open_rows.ts';

export interface Waiting {
  rows: readonly OpenRow[]; // shown
  open: number | null; // all that are, by the same state
  known: boolean; // the list has come
  held: boolean; // others would be shown if nobody was at these
  failed: boolean; // what went wrong is said below
}

export function openWords({ rows, open, known, held, failed }: Waiting): string {
  if (known && open === 0) return 'Nothing is open.';
  if (rows.length === 0) return failed ? '' : 'Loading …';
  const ended = rows.filter((row) => row.ended !== null).length;
  if (held) return ended > 0 ? `Held while you are here; ${whole(ended)} closed meanwhile.` : 'Held while you are here.';
  if (open !== null && open > rows.length) return `The first ${whole(rows.length)} of ${whole(open)}.`;
  return rows.length === 1 ? 'The only one.' : `All ${whole(rows.length)} of them.`;
}
