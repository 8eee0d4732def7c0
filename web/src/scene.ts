// A picture as plain values: charts are pure functions that return such nodes; render() makes elements of them, and
// export writes them into files. Colours are variables of the style sheet (var(--ink)), so that a picture follows the theme.

export type Attribute = string | number | undefined;

export interface Node {
  tag: string;
  attributes: Record<string, Attribute>;
  children: (Node | string)[];
}

export function node(tag: string, attributes: Record<string, Attribute> = {}, children: (Node | string)[] = []): Node {
  return { tag, attributes, children };
}

export function text(x: number, y: number, content: string, attributes: Record<string, Attribute> = {}): Node {
  return node('text', { x: round(x), y: round(y), ...attributes }, [content]);
}

/** A number of a path: a twentieth of a pixel is enough. */
export function round(value: number): number {
  return Math.round(value * 20) / 20;
}

/** "M x y L x y ..." */
export function path(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

const kSpace = 'http://www.w3.org/2000/svg';

export function render(scene: Node): SVGElement {
  const element = document.createElementNS(kSpace, scene.tag) as SVGElement;
  for (const [name, value] of Object.entries(scene.attributes)) {
    if (value === undefined) continue;
    if (name === 'style') element.style.cssText = String(value); // a page may forbid the attribute
    else element.setAttribute(name, String(value));
  }
  for (const child of scene.children) element.append(typeof child === 'string' ? child : render(child));
  return element;
}

/** As SVG source. */
export function serialize(scene: Node): string {
  const attributes = Object.entries(scene.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');
  const inside = scene.children.map((child) => (typeof child === 'string' ? escape(child) : serialize(child))).join('');
  return `<${scene.tag}${attributes}>${inside}</${scene.tag}>`;
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
