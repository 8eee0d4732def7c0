// The bank: who pays for a decision.
import { balance, flow, summary } from '../chart/bank.ts';
import { h } from '../dom.ts';
import { figure } from '../figure.ts';
import { banks, firstBanks, placed, type BankOf } from './banks.ts';
import type { Context, Section } from './context.ts';
import { explained } from './missing.ts';
import { section, select } from './parts.ts';
import { creditOf, describe, kNone } from './words.ts';

const kText =
  'Every decision takes capital, its scale σ: a bar is all that a few decisions in a row need. The savings of settled decisions pay, along ' +
  'the arcs, and what they have learned comes with the money; what they cannot pay is borrowed, and a loan knows little. Strands that never ' +
  'meet are learners that share nothing; a fan is one learner.';

const kPool = 'all savings pay together, from a pool';
const kList = 'savings pay one after the other, from a list';

/** Nothing if no agent of the study has a bank. */
export function bank(context: Context): Section | null {
  const { report, cell } = context;
  if (!cell.agents.some(({ agent }) => report.agents[agent]!.bank)) return null;
  const all = banks(cell);
  if (all.length === 0) return { element: section('bank', 'The bank', h('p', {}, kText), ...explained(context, 'detailed')), update: () => {} };
  const places = firstBanks(all, context.state.bank, context.state.agent).map((_, place) => slot(context, all, place));
  const balances = h('div', { class: 'two' }, ...places.map((one) => one.balance.element));
  const element = section('bank', 'The bank', h('p', {}, kText), ...places.map((one) => one.flow.element), balances);
  return { element, update: () => places.forEach((one) => one.update()) };
}

// The first or the second picture, of whichever agent.
function slot(context: Context, all: readonly BankOf[], place: number) {
  const { report, cell } = context;
  const both = () => firstBanks(all, context.state.bank, context.state.agent);
  const one = () => both()[place] ?? all[0]!;
  const name = () => report.agents[one().entry.agent]!.name;
  const options = all.map(({ entry }) => ({ value: entry.agent, name: report.agents[entry.agent]!.name }));
  const picker = select('agent', options, () => one().entry.agent, (agent) => {
    context.change({ bank: placed(both().map(({ entry }) => entry.agent), place, agent) });
  });
  const flows = figure({
    title: () => `${name()}: ${one().bank.pooled ? kPool : kList}`,
    name: () => `Bank of ${name()}: ${describe(cell)}`,
    chart: () => flow(one().bank.flow, { id: `flow-${place}`, pooled: one().bank.pooled }),
    summary: () => summary(one().bank.flow),
    note: () => summary(one().bank.flow),
    controls: all.length > 1 ? [picker.element] : [],
    credit: () => creditOf(report, 1),
    height: 460,
  });
  const balanced = figure({
    title: () => `Capital of ${name()}`,
    name: () => `Capital of ${name()}: ${describe(cell)}`,
    chart: () => balance(one().bank, one().detail.ends, { id: `balance-${place}` }),
    summary: () => ending(one()),
    note: () => `${ending(one())} The top edge is all that was ever borrowed.`,
    credit: () => creditOf(report, 1),
    height: 270,
  });
  const update = () => {
    picker.update();
    flows.redraw();
    balanced.redraw();
  };
  return { flow: flows, balance: balanced, update };
}

function ending({ bank }: BankOf): string {
  const [open, saved] = [bank.open.at(-1) ?? 0, bank.saved.at(-1) ?? 0];
  const part = open + saved > 0 ? `${Math.round((100 * open) / (open + saved))} %` : kNone;
  return `At the end ${part} of the capital is with decisions that wait.`;
}
