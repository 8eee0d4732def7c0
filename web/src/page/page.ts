// The page: what does not depend on the chosen problem is built once, the rest again for every problem.
import { h } from '../dom.ts';
import { parse, print, type State } from '../state.ts';
import type { Report } from '../wire.ts';
import { bank } from './bank.ts';
import { beliefs } from './beliefs.ts';
import type { Context, Section } from './context.ts';
import { header } from './header.ts';
import { inside } from './inside.ts';
import { overview, picker } from './overview.ts';
import { regret } from './regret.ts';
import { reproduce } from './reproduce.ts';
import { creditOf } from './words.ts';

export function page(root: HTMLElement, report: Report): void {
  const names = { cells: report.cells.length, agents: report.agents.map((agent) => agent.name) };
  let state = parse(location.hash, names);
  const context: Context = {
    report,
    credit: creditOf(report),
    get state() {
      return state;
    },
    get cell() {
      return report.cells[state.cell]!;
    },
    change(part, step = false) {
      const next = { ...state, ...part };
      remember(print(next, names), step);
      show(next);
    },
  };
  const choice = report.cells.length > 1 ? picker(context) : null;
  const again = reproduce(context);
  const chosen = h('div', { id: 'chosen' });
  let sections: Section[] = [];

  function build(): void {
    const all = report.cells.length > 0 ? [regret(context), bank(context), inside(context), beliefs(context)] : [];
    sections = all.filter((one) => one !== null);
    chosen.replaceChildren(...sections.map((one) => one.element));
  }

  // A section that is new need not know more than one that is old: both are told to update.
  function show(next: State): void {
    const moved = next.cell !== state.cell;
    state = next;
    if (moved) build();
    for (const section of [choice, ...sections, again]) section?.update();
  }

  build();
  root.replaceChildren(header(report), ...(choice ? [overview(context), choice.element] : []), chosen, again.element);
  show(state);
  addEventListener('hashchange', () => show(parse(location.hash, names)));
}

// The address of the state. A step is an entry of the history; the rest replaces the last one. A page that may not touch its
// history has the state all the same.
function remember(address: string, step: boolean): void {
  try {
    history[step ? 'pushState' : 'replaceState'](null, '', `#${address}`);
  } catch {
    // as above
  }
}
