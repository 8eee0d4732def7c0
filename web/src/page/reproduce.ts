// How to get these numbers again, and how to read them.
import { h } from '../dom.ts';
import type { Cell } from '../wire.ts';
import type { Context, Section } from './context.ts';
import { command, section, swatch } from './parts.ts';
import { describe, fixedOf, kNone, plural, seedsOf } from './words.ts';

const kTerms: readonly (readonly [string, string])[] = [
  ['rank', '1 + the agents that are shown to be better. Rank 1: no agent is shown to be better. Each pair is tested by ' +
    'itself (paired t-test over the runs, 5 %), not corrected for the number of agents.'],
  ['certificate', 'A loose bound that an agent with a bank proves on its way, on the regret it estimates of told rounds; open and dropped ones ' +
    'come on top.'],
  ['bound', 'What a theorem proves of the expected regret after T rounds with K arms: D is the sum of the open rounds over time, at most that ' +
    'of the delays, and m the most at once. Above T times the range of the losses it says nothing. Its letters: docs/tour.md.'],
  ['scale', 'σ, the capital of a decision: a large one moves slowly away from what is known, a small one trusts every outcome.'],
];

const kFiles: readonly (readonly [string, string])[] = [
  ['results.json, results.csv, results.md', 'the figures of the tables, as compare or run left them'],
  ['curves.csv', 'regret over time, all recorded points'],
  ['trace.csv', 'the first runs from inside, where they were watched'],
  ['bank.csv, probabilities.csv', 'what is drawn of the banks, and of what agents believe'],
  ['runs.jsonl', 'a line per run'],
  ['study.json', 'what was asked for'],
];

const kSame = 'The same study gives the same numbers, on any number of threads; only times differ.';

export function reproduce(context: Context): Section {
  const { report } = context;
  const own = h('div');
  const element = section(
    'reproduce',
    'Reproduce',
    h('p', {}, `banker ${report.version}, ${plural(report.settings.runs, 'run')}, ${seedsOf(report.settings)}. ${kSame}`),
    command(report.command),
    report.data && h('p', { class: 'note' }, 'It also needs the data files that the study names.'),
    own,
    h('h3', {}, 'Agents'),
    agentTable(context),
    h('div', { class: 'two' },
      h('div', {}, h('h3', {}, 'How to read it'), list([['regret', regretTerm(report.cells)], ...kTerms])),
      h('div', {}, h('h3', {}, 'Files beside this page'), list(kFiles), h('p', { class: 'note' }, thinned(context)))),
  );
  const update = () => {
    if (report.cells.length < 2) return;
    own.replaceChildren(h('p', {}, `The chosen problem alone (${describe(context.cell)}):`), command(context.cell.command));
  };
  return { element, update };
}

function regretTerm(cells: readonly Cell[]): string {
  const fixed = fixedOf(cells);
  return `What was lost in expectation, less what the best fixed ${fixed} would have lost. Below 0: better than every fixed ${fixed}.`;
}

function agentTable({ report }: Context): HTMLElement {
  const rows = report.agents.map(({ name, spec, paper, bound }, i) =>
    h('tr', {}, h('th', { scope: 'row' }, swatch(i), name),
      h('td', {}, h('code', {}, spec)), h('td', {}, bound ?? kNone), h('td', {}, paper || kNone)));
  const head = h('tr', {}, ...['agent', 'spec', 'bound', 'from'].map((name) => h('th', { scope: 'col' }, name)));
  return h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Agents' },
    h('table', { class: 'agents' }, h('thead', {}, head), h('tbody', {}, ...rows)));
}

function list(items: readonly (readonly [string, string])[]): HTMLElement {
  return h('dl', {}, ...items.flatMap(([name, text]) => [h('dt', {}, name), h('dd', {}, text)]));
}

function thinned({ report }: Context): string {
  const { recorded, kept } = report.thinning;
  if (recorded <= kept) return 'This page has every recorded point.';
  return `This page has at most ${kept} of ${recorded} points of a curve: a curve of n recorded points is cut into stretches whose ends ` +
    'grow like squares, and of each the smallest and the largest mean stay; CSV files beside this page have all points.';
}
