// Elements in one line, and what they all need.

type Child = globalThis.Node | string | null | undefined | false;
type Listeners = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void };
type Properties = Listeners & Record<string, unknown>;

/** h('button', {class: 'tool', onclick: () => {}}, 'text', child) */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'style') element.style.cssText = String(value); // pages forbid it as an attribute
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child): child is globalThis.Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

/** Words that are there already are not said again. */
export function say(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

let count = 0;
/** An id that no other element has. */
export function unique(): string {
  return `own-${++count}`;
}
