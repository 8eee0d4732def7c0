// Whose bank is drawn, and what an agent believes.
import type { Layer } from '../chart/areas.ts';
import type { Series } from '../chart/lines.ts';
import { partStyle } from '../style.ts';
import type { Arm, Bank, Cell, Detail, Entry } from '../wire.ts';
import { byRegret } from './ranking.ts';

export interface BankOf {
  entry: Entry;
  detail: Detail;
  bank: Bank;
}

/** Those with a bank to draw, the best first. */
export function banks(cell: Cell): BankOf[] {
  return byRegret(cell.agents).flatMap((entry) => {
    const detail = entry.trace?.detail;
    return detail?.bank ? [{ entry, detail, bank: detail.bank }] : [];
  });
}

/** What the reader asked for; otherwise the agent they look at, or the best, and the best one that spends in another way. */
export function firstBanks(all: readonly BankOf[], chosen: readonly number[] | null, agent: number | null): BankOf[] {
  const find = (wanted: number | null) => all.find(({ entry }) => entry.agent === wanted);
  const asked = (chosen ?? []).flatMap((wanted) => find(wanted) ?? []);
  if (asked.length > 0) return asked.slice(0, 2);
  const first = find(agent) ?? all[0];
  if (!first) return [];
  const second = all.find(({ bank }) => bank.pooled !== first.bank.pooled) ?? all.find((other) => other !== first);
  return second ? [first, second] : [first];
}

/** Another agent at a place; if it is at the other place, they change places. */
export function placed(agents: readonly number[], place: number, agent: number): number[] {
  return agents.map((other, i) => (i === place ? agent : other === agent ? agents[place]! : other));
}

const kRamp = 5; // quiet colours, --r0 to --r4

/** The best arms at the bottom and in a strong colour, the others above in quiet ones. */
export function beliefLayers(arms: readonly Arm[]): Layer[] {
  const best = arms.filter((arm) => arm.best);
  const others = arms.filter((arm) => !arm.best);
  return [
    ...best.map((arm) => ({ name: `${arm.name} (best)`, color: 'var(--accent)', y: arm.share })),
    ...others.map((arm, i) => ({ name: arm.name, color: `var(--r${i % kRamp})`, y: arm.share })),
  ];
}

/** Of a body: coordinates, which may be negative and are not stacked. */
export function coordinates(detail: Detail): Series[] {
  return detail.arms.map((arm, i) => ({ name: arm.name, style: partStyle(i), x: detail.ends, y: arm.share }));
}

/** How sure of the best arm an agent is at the end, in words. */
export function belief(detail: Detail): string {
  const best = detail.arms.find((arm) => arm.best);
  const last = best?.share.at(-1);
  return last === undefined ? '' : `In the last stretch the best arm has ${Math.round(100 * last)} %.`;
}
