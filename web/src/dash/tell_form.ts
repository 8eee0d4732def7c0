// The outcome of one decision, told by hand.
import { h } from '../dom.ts';
import { tellOne } from './closing.ts';
import { wordsOf, type Context } from './context.ts';
import { useOf } from './snippets_text.ts';
import type { State } from './wire.ts';

export interface TellForm {
  element: HTMLElement;
  state(state: State): void;
}

export function tellForm(context: Context, name: string, id: string, done: () => void): TellForm {
  const kind = h('select', { 'aria-label': 'Loss or reward' }, h('option', { value: 'reward' }, 'reward'), h('option', { value: 'loss' }, 'loss'));
  const value = h('input', {
    type: 'number', step: 'any', required: true, inputmode: 'decimal', autocomplete: 'off',
    'aria-label': 'Its value', 'aria-describedby': 'tell-help tell-wrong',
  });
  const button = h('button', { type: 'submit', class: 'primary' }, 'Tell');
  const help = h('p', { class: 'help', id: 'tell-help' });
  const wrong = h('p', { class: 'error', id: 'tell-wrong', role: 'alert' });
  let known = false;

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    wrong.textContent = '';
    if (value.value === '' || value.validity.badInput) {
      wrong.textContent = 'Which value? It is a number.';
      value.focus();
      return;
    }
    button.disabled = true;
    try {
      await tellOne(context, name, id, { [kind.value]: Number(value.value) });
      done();
    } catch (error) {
      wrong.textContent = wordsOf(error);
    } finally {
      button.disabled = false;
    }
  }

  const element = h('form', { class: 'tell', novalidate: true, onsubmit: (event) => void submit(event) },
    h('div', { class: 'tools' }, kind, value, button), wrong, help);
  return {
    element,
    state(state) {
      const range = state.loss_range;
      const words = 'Of losses less is better, of rewards more. An outcome is told once: another value is refused later.';
      help.textContent = range ? `From ${range[0]} to ${range[1]}. ${words}` : words;
      if (known) return;
      known = true;
      kind.value = useOf('', name, false, state).outcome; // what this bandit is told as a rule
    },
  };
}
