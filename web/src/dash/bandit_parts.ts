// Small things of which the page of a bandit is made.
import { h } from '../dom.ts';
import { momentWords, stretchWords } from '../chart/time.ts';
import type { Model } from './bandit_model.ts';

/** A part of the page that follows the model. */
export interface Part {
  element: HTMLElement;
  update(): void;
  stop?(): void;
}

export function section(id: string, title: string, ...children: (Node | string | false | null)[]): HTMLElement {
  return h('section', { id, class: 'panel', 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), ...children);
}

export interface Choice<T> {
  value: T;
  name: string;
  long?: string;
}

/** One of a few: buttons side by side, of which one is down. */
export function choice<T>(label: string, choices: readonly Choice<T>[], now: () => T, pick: (value: T) => void): Part {
  const buttons = choices.map(({ value, name, long }) => ({
    value,
    element: h('button', { type: 'button', title: long, onclick: () => pick(value) }, name),
  }));
  const update = () => buttons.forEach(({ value, element }) => element.setAttribute('aria-pressed', String(value === now())));
  update();
  return { element: h('div', { class: 'tabs', role: 'group', 'aria-label': label }, ...buttons.map(({ element }) => element)), update };
}

/** A square of a colour of the style sheet. */
export function square(color: string | null): HTMLElement {
  return h('i', { class: 'square', 'aria-hidden': 'true', style: color ? `background:${color}` : undefined });
}

/** What the colours of a chart are. */
export function keyOf(entries: readonly { name: string; color: string }[]): HTMLElement {
  return h('ul', { class: 'arm-key', 'aria-label': 'Colours' }, ...entries.map(({ name, color }) => h('li', {}, square(color), name)));
}

export function heightFor(width: number): number {
  return width < 420 ? 220 : width < 700 ? 240 : 270;
}

/** What a reading says of a bin. */
export function binPlace(model: Model, edges: readonly number[]): (i: number) => string {
  return (i) => stretchWords(edges[i]!, edges[i + 1]!, model.now());
}

/** What a reading says of the middle of a bin, or of a moment between. */
export function placeIn(model: Model, edges: readonly number[]): (x: number) => string {
  return (x) => {
    const i = edges.findIndex((edge) => edge > x) - 1;
    return i < 0 ? momentWords(x, model.now()) : binPlace(model, edges)(i);
  };
}

export function momentPlace(model: Model): (x: number) => string {
  return (x) => momentWords(x, model.now());
}

export function creditOf(model: Model): string {
  return `${model.state.name} (${model.state.agent}), ${new Date(model.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC, banker`;
}
