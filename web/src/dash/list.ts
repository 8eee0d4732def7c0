// All bandits, live. Of many, the first ones are in the document; a change touches the rows it is about.
import { h, say } from '../dom.ts';
import { whole } from '../format.ts';
import { sortHeads } from '../table.ts';
import { pressed, type Order } from '../table_sort.ts';
import type { Client, Context, View } from './context.ts';
import { codeBlock } from './copy.ts';
import { createLine } from './form_curl.ts';
import { chosen, kColumns, listHash, orderOf } from './list_columns.ts';
import { listHelp } from './list_help.ts';
import { row, type Row } from './list_row.ts';
import { rate } from './span.ts';
import type { Bandits, Health } from './wire.ts';

const kMost = 200; // rows, until the reader wants more
const kFirst = 40; // that are drawn at once; the others when those are seen

export function listView(context: Context, query: URLSearchParams): View {
  const bandits = new Map<string, Health>();
  const rows = new Map<string, Row>();
  let order = orderOf(query.get('sort'));
  let most = kMost;
  let ready = kFirst; // rows that may be drawn so far
  let ahead = 0; // the server's clock before ours
  let wanted: Health[] = [];
  let over = false; // a mouse is over the rows

  const totals = totalsOf();
  const find = h('input', { type: 'search', placeholder: 'Filter by name or agent', 'aria-label': 'Filter by name or agent', oninput: () => choose(true) });
  find.value = query.get('find') ?? '';
  const count = h('span', { class: 'note grow', role: 'status' });
  const heads = sortHeads(kColumns, (key) => sort(pressed(order, key)));
  const sorter = sorterOf((text) => sort(orderOf(text)));
  const body = h('tbody');
  const table = h('table', { class: 'table cards bandits' },
    h('caption', { class: 'hidden' }, 'All bandits'), h('thead', {}, h('tr', {}, ...heads.elements)), body);
  const more = h('p', { class: 'more', hidden: true }, h('button', { type: 'button', onclick: showMore }, 'Show more'));
  const scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'All bandits' }, table);
  const full = h('div', { hidden: true }, totals.element, h('div', { class: 'tools list-tools' }, find, sorter.element, count), scroll, more, listHelp());
  const none = emptyOf(context.client);
  const loading = h('p', { class: 'note', role: 'status' }, 'Asking the server…');
  const another = h('a', { class: 'button primary', href: '#/new' }, 'New bandit');
  const element = h('div', {}, h('div', { class: 'bar' }, h('h1', {}, 'Bandits'), another), loading, full, none.element);

  const now = (): number => Date.now() + ahead;
  const busy = (): boolean => over || body.contains(document.activeElement);

  function sort(next: Order): void {
    order = next;
    choose(true);
  }

  function showMore(): void {
    const next = wanted[most];
    most += kMost;
    ready = Infinity;
    draw();
    if (next) rows.get(next.name)?.element.querySelector('a')?.focus();
  }

  /** Which rows there are, and their order. It stands still under a pointer, and while a link has the focus. */
  function choose(asked: boolean): void {
    if (asked) most = kMost;
    if (asked || !busy()) wanted = chosen(bandits.values(), order, find.value, now());
    else wanted = wanted.flatMap(({ name }) => bandits.get(name) ?? []);
    if (asked) history.replaceState(null, '', listHash(order, find.value.trim()));
    heads.show(order);
    sorter.show(order);
    draw();
  }

  function draw(): void {
    const shown = wanted.slice(0, Math.min(most, ready));
    const kept = new Set(shown.map(({ name }) => name));
    for (const [name, { element: gone }] of rows) {
      if (kept.has(name)) continue;
      gone.remove();
      rows.delete(name);
    }
    let place = body.firstElementChild;
    for (const bandit of shown) {
      const one = rows.get(bandit.name) ?? row(bandit.name);
      rows.set(bandit.name, one);
      one.show(bandit, now());
      if (one.element === place) place = place.nextElementSibling;
      else body.insertBefore(one.element, place);
    }
    more.hidden = wanted.length <= most;
    say(count, find.value.trim() === '' ? '' : `${whole(wanted.length)} of ${whole(bandits.size)}`);
    if (!more.hidden) say(count, `${whole(most)} of ${whole(wanted.length)} are shown`);
    totals.show(bandits.values(), bandits.size);
  }

  function hear({ at, bandits: lines, gone }: Bandits, first: boolean): void {
    ahead = Date.parse(at) - Date.now();
    if (first) bandits.clear(); // it says all of them
    for (const line of lines) bandits.set(line.name, line);
    for (const name of gone) bandits.delete(name);
    loading.hidden = true;
    full.hidden = bandits.size === 0;
    none.show(bandits.size === 0);
    another.hidden = bandits.size === 0; // it is in the middle then
    choose(false);
    if (ready === kFirst) painted(() => {
      ready = Infinity;
      draw();
    });
  }

  body.addEventListener('pointerenter', (event) => void (over = event.pointerType === 'mouse'));
  body.addEventListener('pointerleave', () => {
    over = false;
    choose(false);
  });
  body.addEventListener('focusout', () => setTimeout(() => busy() || choose(false))); // once the focus is where it goes
  let begun = false;
  const stop = context.client.listen('/v1/live',
    (kind, data) => {
      if (kind !== 'bandits') return;
      hear(data as Bandits, !begun);
      begun = true;
    },
    (line) => {
      if (line !== 'open') begun = false;
      table.classList.toggle('away', line === 'lost' || line === 'closed');
      loading.hidden ||= line === 'lost' || line === 'closed'; // the top says why
    });
  const clock = setInterval(() => begun && wanted.slice(0, most).forEach((bandit) => rows.get(bandit.name)?.show(bandit, now())), 1000);
  return {
    element,
    title: 'Bandits',
    stop: () => {
      stop();
      clearInterval(clock);
    },
  };
}

/** After the next picture. */
function painted(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

/** Where rows are cards there are no heads to press. */
function sorterOf(choose: (sort: string) => void) {
  const select = h('select', { onchange: () => choose(select.value) }, ...kColumns.flatMap(({ key, title, left }) =>
    (left ? [[key, '']] : [[`-${key}`, ', most first'], [key, ', least first']]).map(([value, way]) => h('option', { value }, `${title}${way}`))));
  return {
    element: h('label', { class: 'select narrow' }, h('span', {}, 'Sort by'), select),
    show: (order: Order) => (select.value = `${order.down[order.key ?? ''] ? '-' : ''}${order.key}`),
  };
}

function totalsOf() {
  const titles = ['Bandits', 'Decisions', 'Open', 'Decisions per minute'];
  const values = titles.map(() => h('dd', {}));
  return {
    element: h('dl', { class: 'figures' }, ...titles.map((title, i) => h('div', {}, h('dt', {}, title), values[i]))),
    show(bandits: Iterable<Health>, size: number): void {
      let [rounds, open, asks] = [0, 0, 0];
      for (const bandit of bandits) {
        rounds += bandit.rounds;
        open += bandit.open;
        asks += bandit.asks_per_minute;
      }
      [whole(size), whole(rounds), whole(open), rate(asks)].forEach((text, i) => say(values[i]!, text));
    },
  };
}

function emptyOf(client: Client) {
  const code = codeBlock('Command that makes a bandit');
  const element = h('div', { class: 'panel empty', hidden: true },
    h('p', {}, 'There are no bandits yet. Make the first one here, or from a terminal:'), code.element,
    h('p', {}, h('a', { class: 'button primary', href: '#/new' }, 'New bandit')));
  return {
    element,
    show(here: boolean): void {
      element.hidden = !here;
      code.set(createLine(client.origin, { name: 'ads', agent: 'banker', arms: ['red', 'green', 'blue'] }, client.token));
    },
  };
}
