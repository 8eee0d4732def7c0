// Small things of which sections are made.
import { h } from '../dom.ts';
import { node, render } from '../scene.ts';
import { seriesStyle } from '../style.ts';
import type { Context, Section } from './context.ts';
import { shownEntries, toggled } from './curves.ts';

/** A line that looks like the agent's. */
export function swatch(agent: number): SVGElement {
  const { color, dash } = seriesStyle(agent);
  const line = node('line', { x1: 1, x2: 19, y1: 5, y2: 5, stroke: color, 'stroke-width': 3, 'stroke-dasharray': dash });
  return render(node('svg', { width: 20, height: 10, class: 'swatch', 'aria-hidden': 'true' }, [line]));
}

/** The agent with its swatch, in tables. */
export function agentName(agent: number, name: string): HTMLElement {
  return h('span', { class: 'name', 'data-agent': agent }, swatch(agent), h('span', {}, name));
}

/** A figure of a table, with the number in full for scripts. */
export function number(value: number | null, ...text: (Node | string | false)[]): HTMLElement {
  return h('span', { 'data-value': JSON.stringify(value) }, ...text);
}

/** Goes to the sections about a problem, with the keyboard too. */
export function openProblem(context: Context, cell: number, agent: number): void {
  context.change({ cell, agent }, true);
  const bar = document.getElementById('problem');
  bar?.scrollIntoView();
  bar?.querySelector('select')?.focus({ preventScroll: true });
}

export function section(id: string, title: string, ...children: (Node | string | false | null)[]): HTMLElement {
  return h('section', { id, 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), ...children);
}

/** Something to press or choose; update() shows what is chosen now. */
export interface Toggle {
  element: HTMLElement;
  update(): void;
}

/** A button that is down or up. */
export function toggle(name: string, title: string, down: () => boolean, press: () => void): Toggle {
  const element = h('button', { type: 'button', class: 'tool', title, onclick: press }, name);
  const update = () => element.setAttribute('aria-pressed', String(down()));
  update();
  return { element, update };
}

export interface Choice {
  value: number;
  name: string;
}

export function select(label: string, choices: readonly Choice[], now: () => number, pick: (value: number) => void): Toggle {
  const options = choices.map(({ value, name }) => h('option', { value }, name));
  const list = h('select', { onchange: () => pick(Number(list.value)) }, ...options);
  const update = () => void (list.value = String(now()));
  update();
  return { element: h('label', { class: 'select' }, h('span', {}, label), list), update };
}

/** The agents of the cell: which of them the charts show. */
export function legend(context: Context): Section {
  const { report, cell } = context;
  const shown = () => shownEntries(cell, context.state.shown).map((entry) => entry.agent);
  const press = (agent: number, only: boolean) => context.change({ shown: toggled(cell, context.state.shown, agent, only) });
  const buttons = cell.agents.map(({ agent }) => {
    const update = () => element.setAttribute('aria-pressed', String(shown().includes(agent)));
    const element = h(
      'button',
      { type: 'button', class: 'agent', onclick: (event) => press(agent, event.shiftKey), ondblclick: () => press(agent, true) },
      swatch(agent),
      report.agents[agent]!.name,
    );
    update();
    return { element, update };
  });
  const hint = h('span', { class: 'hint' }, 'click: show or hide; shift or double click: only this one');
  const label = { class: 'legend', role: 'group', 'aria-label': 'Agents in the charts' };
  const element = h('div', label, ...buttons.map((button) => button.element), hint);
  return { element, update: () => buttons.forEach((button) => button.update()) };
}

/** A command with a button that copies it. Without a clipboard, as in pages from files, it is selected instead. */
export function command(text: string): HTMLElement {
  const code = h('pre', { tabindex: '0' }, text);
  const button = h('button', { type: 'button', class: 'tool', onclick: copy }, 'Copy');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(code);
      button.textContent = 'Selected: press Ctrl-C';
    }
    setTimeout(() => (button.textContent = 'Copy'), 3000);
  }
  return h('div', { class: 'command' }, code, button);
}
