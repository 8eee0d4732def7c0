// A chart as a file: SVG that stands alone, or PNG of twice the size.
import type { Drawing } from './chart/drawing.ts';
import { saveBlob } from './download.ts';
import { node, serialize, text } from './scene.ts';

const kTop = 40; // for a title of one line
const kLine = 20;
const kCharacter = 9; // about the width of one in the title, of a wide font
const kBottom = 30; // for the credit
const kSide = 16;
const kFont = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** The values of the variables that a drawing uses, by name ("--ink"). */
export type Variables = Readonly<Record<string, string>>;

/** A drawing with its title and a line of credit. Programs that know no variables can read it: the values stand in their place. */
export function svgFile(drawing: Drawing, title: string, credit: string, variables: Variables): string {
  const width = drawing.width + 2 * kSide;
  const heading = broken(title, drawing.width / kCharacter);
  const top = kTop + kLine * (heading.length - 1);
  const height = drawing.height + top + kBottom;
  const scene = node(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': kFont },
    [
      node('title', {}, [title]),
      node('rect', { width, height, fill: 'var(--paper)' }),
      ...heading.map((line, i) => text(kSide, 26 + kLine * i, line, { 'font-size': 15, 'font-weight': 600, fill: 'var(--ink)' })),
      node('g', { transform: `translate(${kSide} ${top})` }, drawing.body),
      text(kSide, height - 11, credit, { 'font-size': 11, fill: 'var(--quiet)' }),
    ],
  );
  return substitute(serialize(scene), variables);
}

/** In lines of at most so many characters, if words allow it. */
function broken(content: string, most: number): string[] {
  const found: string[] = [];
  for (const word of content.split(' ')) {
    const longer = `${found.at(-1)} ${word}`;
    if (found.length > 0 && longer.length <= most) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

/** var(--name) by its value; one without a value is black. */
export function substitute(source: string, variables: Variables): string {
  return source.replace(/var\((--[\w-]+)[^()]*\)/g, (_, name: string) => variables[name]?.trim() || '#000');
}

/** The values that the page has now. */
export function pageVariables(source: string): Variables {
  const style = getComputedStyle(document.documentElement);
  const names = new Set(source.match(/--[\w-]+/g) ?? []);
  return Object.fromEntries([...names, '--ink', '--quiet', '--paper'].map((name) => [name, style.getPropertyValue(name)]));
}

/** "Regret: banker, 5 arms" as "regret-banker-5-arms". */
export function fileName(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-+|-+$/g, '') || 'chart';
}

export function saveSvg(drawing: Drawing, title: string, credit: string): void {
  saveBlob(new Blob([fileOf(drawing, title, credit)], { type: 'image/svg+xml' }), `${fileName(title)}.svg`);
}

export async function savePng(drawing: Drawing, title: string, credit: string, times = 2): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(fileOf(drawing, title, credit))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * times;
  canvas.height = image.height * times;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  saveBlob(new Blob([bytesOf(canvas)], { type: 'image/png' }), `${fileName(title)}.png`);
}

/** At once: toBlob() waits until the page is idle, which may take seconds. */
function bytesOf(canvas: HTMLCanvasElement): Uint8Array<ArrayBuffer> {
  const [, base64] = canvas.toDataURL('image/png').split(',');
  if (!base64) throw new Error('the picture is too large'); // for a canvas of this browser: it has no bytes
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function fileOf(drawing: Drawing, title: string, credit: string): string {
  return svgFile(drawing, title, credit, pageVariables(drawing.body.map(serialize).join('')));
}
