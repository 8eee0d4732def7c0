// How to use this bandit from a program: tabs, one per language.
import { h, unique } from '../dom.ts';
import type { Context, Panel } from './context.ts';
import { codeBlock } from './copy.ts';
import { kLanguages, snippet, useOf, type Language } from './snippets_text.ts';
import type { State } from './wire.ts';

const kSteps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

export function snippetsPanel(context: Context, name: string): Panel {
  const room = { id: unique(), role: 'tabpanel' };
  const code = codeBlock('Code');
  const panel = h('div', room, code.element);
  const note = h('p', { class: 'note' }, 'Change the id for the next one: an ask that is sent again with the same id is the same decision, and a tell that is sent again counts once.');
  const tabs = kLanguages.map((language) =>
    h('button', { type: 'button', role: 'tab', id: unique(), 'aria-controls': room.id, onclick: () => choose(language), onkeydown: press }, language));
  let chosen: Language = kLanguages[0];
  let last: State | null = null;

  function show(): void {
    code.set(snippet(chosen, useOf(context.client.origin, name, context.client.token, last)));
  }
  function choose(language: Language, focus = false): void {
    chosen = language;
    kLanguages.forEach((one, i) => {
      const tab = tabs[i]!;
      const on = one === language;
      tab.setAttribute('aria-selected', String(on));
      tab.tabIndex = on ? 0 : -1;
      if (!on) return;
      panel.setAttribute('aria-labelledby', tab.id);
      if (focus) tab.focus();
    });
    show();
  }
  function press(event: KeyboardEvent): void {
    const at = kLanguages.indexOf(chosen);
    const many = kLanguages.length;
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? many - 1 : event.key in kSteps ? (at + kSteps[event.key]! + many) % many : -1;
    if (next < 0) return;
    event.preventDefault();
    choose(kLanguages[next]!, true);
  }

  choose(chosen);
  const heading = h('h2', { id: unique() }, 'Use it');
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Language' }, ...tabs);
  const element = h('section', { class: 'panel snippets', 'aria-labelledby': heading.id }, heading, list, panel, note);
  return {
    element,
    state(state) {
      last = state;
      show();
    },
  };
}
