// A chart on the page: heading, controls, the plot, what it says where the reader stands, and a note. Data may change: everything
// is asked for again by redraw().
import type { Chart, Drawing, Stop } from './chart/drawing.ts';
import { entry, nearest, step } from './chart/drawing.ts';
import { h, say } from './dom.ts';
import { savePng, saveSvg } from './export.ts';
import { node, render } from './scene.ts';

export interface FigureOptions {
  title: () => string;
  chart: () => Chart;
  summary: () => string; // one sentence for those who do not see the plot
  credit: () => string; // in files of the plot
  note?: () => string;
  hint?: () => string; // what a reader can do; not on paper
  controls?: HTMLElement[];
  height?: number; // about: the room it has until it is drawn
  name?: () => string; // of files, if the title says too little
  onPick?: (stop: number) => void;
}

export interface Figure {
  element: HTMLElement;
  redraw(): void;
  refresh(): void; // the same, once somebody can see it: for data that change all the time
  stop(): void; // looks no more whether somebody can
}

const kKeys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
const kTrouble = 'The picture could not be made.';
const kNear = '600px'; // of the window: what is farther away is not drawn yet

export function figure(options: FigureOptions): Figure {
  const heading = h('h3');
  const plot = h('div', { class: 'plot', tabindex: '0', role: 'group', 'aria-roledescription': 'chart' });
  const reading = readingBox();
  const note = h('p', { class: 'note' });
  const trouble = h('p', { class: 'note', hidden: true }, kTrouble);
  const plain = options.controls?.length ? '' : ' plain';
  const tools = [tool('SVG', () => file(saveSvg)), tool('PNG', () => file(savePng))];
  const files = h('span', { class: 'files' }, ...tools);
  const controls = h('div', { class: 'controls' }, ...(options.controls ?? []), files);
  const body = h('div', { class: 'body' }, plot, reading.element, reading.live);
  const head = h('div', { class: `head${plain}` }, heading, controls);
  const hint = h('p', { class: 'note hint' });
  const element = h('figure', { class: 'figure' }, head, body, trouble, options.note && note, options.hint && hint);

  let drawing: Drawing | null = null;
  let marks: SVGElement | null = null;
  let at = -1;
  let pointer: PointerEvent | null = null; // over the plot, where it was last
  let seen = false;
  let stale = false;

  function refresh(): void {
    stale = !seen;
    if (seen) redraw();
    else say(note, options.note?.() ?? ''); // its figures are those of the rest of the page, also in a picture of all of it
  }

  function redraw(): void {
    stale = false;
    say(heading, options.title());
    for (const one of tools) named(one, `${one.textContent} of ${(options.name ?? options.title)()}`);
    say(note, options.note?.() ?? '');
    say(hint, options.hint?.() ?? '');
    if (drawing) draw();
    else plot.setAttribute('aria-label', options.title());
  }

  function draw(): void {
    const width = Math.floor(plot.clientWidth);
    if (width < 1) return;
    const key = drawing?.stops[at]?.key;
    const reads = drawing !== null && document.activeElement === plot;
    drawing = options.chart()(width);
    const { height } = drawing;
    const scene = node('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' }, drawing.body);
    const picture = render(scene);
    marks = render(node('g', { 'pointer-events': 'none' }));
    picture.append(marks);
    plot.replaceChildren(picture);
    plot.style.minHeight = '';
    // Where a reader stands, nothing is said anew every second.
    if (!reads) plot.setAttribute('aria-label', `${options.title()}. ${options.summary()} ${help(drawing, options)}`);
    stand(pointer ? under(pointer) : document.activeElement === plot ? again(drawing.stops, at, key) : -1);
  }

  /** Marks the stop and says what it is; of none, how to read. */
  function stand(where: number, aloud = false): void {
    at = where;
    const stop = drawing?.stops[where];
    marks?.replaceChildren(...(stop ? stop.marks.map(render) : []));
    reading.show(stop, aloud);
    if (stop) reading.place(stop.x, plot.getBoundingClientRect());
  }

  function under(event: PointerEvent | MouseEvent): number {
    const box = plot.getBoundingClientRect();
    return drawing?.stops.length ? nearest(drawing.stops, event.clientX - box.left, event.clientY - box.top) : -1;
  }

  /** A pointer moves more often than it comes to another stop. */
  function move(event: PointerEvent): void {
    pointer = event;
    const where = under(event);
    if (where !== at) stand(where);
  }

  function press(event: KeyboardEvent): void {
    if (kKeys.includes(event.key)) pointer = null; // from now on the keys say where
    if (!drawing?.stops.length || event.altKey || event.ctrlKey || event.metaKey) return;
    if (kKeys.includes(event.key)) stand(at < 0 ? entry(drawing.stops, event.key) : step(drawing.stops, at, event.key), true);
    else if (event.key === 'Escape' && at >= 0) stand(-1);
    else if ((event.key === 'Enter' || event.key === ' ') && options.onPick && at >= 0) options.onPick(at);
    else return;
    event.preventDefault();
  }

  async function file(save: (drawing: Drawing, title: string, credit: string) => void | Promise<void>): Promise<void> {
    if (!drawing) draw();
    trouble.hidden = true;
    try {
      if (drawing) await save(drawing, (options.name ?? options.title)(), options.credit());
    } catch {
      trouble.hidden = false;
      reading.live.textContent = kTrouble;
    }
  }

  plot.style.minHeight = `${options.height ?? 360}px`;
  plot.classList.toggle('pick', options.onPick !== undefined);
  plot.addEventListener('pointermove', move);
  plot.addEventListener('pointerdown', (event) => {
    pointer = event;
    stand(under(event));
  });
  plot.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'mouse') return;
    pointer = null;
    stand(-1);
  });
  plot.addEventListener('pointercancel', () => (pointer = null)); // a finger that scrolls
  plot.addEventListener('blur', () => {
    pointer = null;
    stand(-1);
  });
  plot.addEventListener('keydown', press);
  plot.addEventListener('click', (event) => options.onPick && under(event) >= 0 && options.onPick(under(event)));
  element.addEventListener('draw', () => {
    if (stale) redraw();
    if (!drawing) draw();
  }); // before the page is printed
  const stop = watch(
    plot,
    () => (drawing === null || Math.floor(plot.clientWidth) !== drawing.width) && draw(),
    (now) => {
      seen = now;
      if (seen && stale) redraw();
    },
  );
  redraw();
  return { element, redraw, refresh, stop };
}

/** The stop of a picture that has moved on: the one at the same place of the axis, or of the same number. */
function again(stops: readonly Stop[], at: number, key: number | undefined): number {
  if (at < 0 || stops.length === 0) return -1;
  if (key === undefined) return at < stops.length ? at : -1;
  const distance = (i: number): number => Math.abs((stops[i]!.key ?? Infinity) - key);
  return stops.reduce((best, _, i) => (distance(i) < distance(best) ? i : best), 0);
}

function help(drawing: Drawing, options: FigureOptions): string {
  if (drawing.stops.length === 0) return '';
  return `Arrow keys read its values${options.onPick ? ', Enter opens one' : ''}.`;
}

function tool(name: string, onclick: () => void): HTMLElement {
  return h('button', { type: 'button', class: 'tool', title: `Save this chart as ${name}`, onclick }, name);
}

/** For those who hear many of them: which chart it is of. */
function named(tool: HTMLElement, name: string): void {
  if (tool.getAttribute('aria-label') !== name) tool.setAttribute('aria-label', name);
}

/** Draws when the plot comes near the window, and again when it gets another width; says whether it is near. Returns how to end that. */
function watch(plot: HTMLElement, draw: () => void, show: (seen: boolean) => void): () => void {
  const resized = new ResizeObserver(draw);
  let drawn = false;
  const near = new IntersectionObserver(
    (entries) => {
      const seen = entries.at(-1)!.isIntersecting;
      show(seen);
      if (!seen || drawn) return;
      drawn = true;
      resized.observe(plot);
    },
    { rootMargin: kNear },
  );
  near.observe(plot);
  return () => {
    near.disconnect();
    resized.disconnect();
  };
}

/**
 * Label and lines of a stop, and the same as words for screen readers. The box floats below the plot, or above it at the end of the
 * window: it covers no curve and moves nothing.
 */
function readingBox() {
  const element = h('div', { class: 'reading', 'aria-hidden': 'true', hidden: true });
  const live = h('div', { class: 'hidden', 'aria-live': 'polite' });
  return {
    element,
    live,
    show(stop: Stop | undefined, aloud: boolean): void {
      const lines = (stop?.lines ?? []).map(({ name, value, color }) =>
        h('li', {}, h('i', color ? { style: `background:${color}` } : { class: 'none' }), h('span', {}, name), h('b', {}, value)));
      element.replaceChildren(h('p', { class: 'label' }, stop?.label ?? ''), h('ul', {}, ...lines));
      element.hidden = !stop;
      live.textContent = stop && aloud ? [stop.label, ...stop.lines.map(({ name, value }) => `${name} ${value}`)].join(', ') : '';
    },
    place(x: number, plot: DOMRect): void {
      const { width, height } = element.getBoundingClientRect();
      const above = plot.bottom + height > innerHeight && plot.top > height;
      element.style.setProperty('--left', `${Math.max(0, Math.min(plot.width - width, x - width / 2))}px`);
      element.style.setProperty('--top', `${above ? -height - 6 : plot.height + 6}px`);
    },
  };
}
