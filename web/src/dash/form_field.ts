// A field of the form: its label, the control for its type, what it means, and what is wrong with it.
import { h } from '../dom.ts';
import { hasUsual, rangeOf, usualOf } from './form.ts';
import type { Parameter } from './wire.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface Field {
  key: string;
  label: string;
  element: HTMLElement;
  control: Control;
  value(): string;
  set(value: string): void;
  complain(problem: string | null): void; // null: nothing is wrong
}

/** `beside` stands next to the control: a unit, a button. */
export function fieldOf(key: string, label: string, control: Control, help: (HTMLElement | string)[], beside: HTMLElement[] = []): Field {
  const id = `field-${key}`;
  const flag = control instanceof HTMLInputElement && control.type === 'checkbox';
  const note = h('p', { class: 'help', id: `${id}-help` }, ...help);
  const wrong = h('p', { class: 'error', id: `${id}-wrong`, hidden: true });
  const name = h('label', { for: id }, label);
  control.id = id;
  control.name = key;
  control.setAttribute('aria-describedby', `${wrong.id} ${note.id}`);
  const inside = flag ? [h('div', { class: 'flag' }, control, name)] : [name, h('div', { class: 'beside' }, control, ...beside)];
  const element = h('div', { class: 'field' }, ...inside, wrong, help.length > 0 && note);
  return {
    key,
    label,
    element,
    control,
    // A number that is none has an empty value, which would be the default.
    value: () => (flag ? String((control as HTMLInputElement).checked) : control.validity.badInput ? '?' : control.value),
    set(value) {
      if (flag) (control as HTMLInputElement).checked = value === 'true';
      else control.value = value;
    },
    complain(problem) {
      wrong.hidden = problem === null;
      wrong.textContent = problem ?? '';
      if (problem === null) control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
    },
  };
}

/** The field of a parameter, by its type. */
export function parameterField(parameter: Parameter): Field {
  const { name, help } = parameter;
  const words = parameter.type === 'flag' ? [help] : [help, h('span', { class: 'usual' }, `${rangeOf(parameter)}Default: `, usualWords(parameter))];
  return fieldOf(name, name, controlOf(parameter), words);
}

/** A default that can be typed looks like code. */
export function usualWords(parameter: Parameter): HTMLElement | string {
  return hasUsual(parameter) ? h('code', {}, usualOf(parameter)) : usualOf(parameter);
}

function controlOf(parameter: Parameter): Control {
  const { type, min, max, choices, default: usual } = parameter;
  const placeholder = hasUsual(parameter) ? usualOf(parameter) : '';
  if (type === 'integer' || type === 'number') {
    const step = type === 'integer' ? 1 : 'any';
    return h('input', { type: 'number', min, max, step, placeholder, inputmode: type === 'integer' ? 'numeric' : 'decimal', autocomplete: 'off' });
  }
  if (type === 'flag') return h('input', { type: 'checkbox', checked: usual === true });
  if (choices) return choice(choices.map((option) => [option === usual ? '' : option, option]));
  return textInput(placeholder);
}

/** Two numbers in place of "[low, high]"; both empty: the default. */
export function rangeField({ name, help, default: usual }: Parameter): Field {
  const [low, high] = Array.isArray(usual) ? (usual as number[]) : [];
  const end = (placeholder: number | undefined): HTMLInputElement =>
    h('input', { type: 'number', step: 'any', inputmode: 'decimal', autocomplete: 'off', placeholder: placeholder === undefined ? '' : String(placeholder) });
  const [from, to] = [end(low), end(high)];
  to.name = name;
  to.setAttribute('aria-label', 'Outcomes lie up to');
  const field = fieldOf(name, 'Outcomes lie from', from, [h('code', {}, name), `: ${help}`], [h('span', {}, 'to'), to]);
  return {
    ...field,
    value: () => {
      if (from.validity.badInput || to.validity.badInput) return '[]';
      return from.value === '' && to.value === '' ? '' : `[${[from.value, to.value].filter((one) => one !== '').map(Number).join(',')}]`;
    },
    set(value) {
      const both = /^\[(.+),(.+)\]$/.exec(value);
      [from.value, to.value] = [both?.[1] ?? '', both?.[2] ?? ''];
    },
  };
}

export function textInput(placeholder = ''): HTMLInputElement {
  return h('input', { type: 'text', placeholder, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', class: 'mono' });
}

/** Values and what they are called; the empty one is chosen. */
export function choice(options: readonly (readonly [string, string])[]): HTMLSelectElement {
  return h('select', {}, ...options.map(([value, label]) => h('option', { value, selected: value === '' }, label)));
}
