// A table whose rows a reader can sort. It scrolls sideways in a box of its own, and its first column names the rows.
import { h } from './dom.ts';
import { pressed, sorted, type Order, type Value } from './table_sort.ts';

export interface Column<Row> {
  key: string;
  title: string;
  help?: string; // what the figures of the column are
  left?: boolean; // words: at the left; figures stand at the right
  value: (row: Row) => Value; // what it is sorted by
  text: (row: Row) => string;
  cell?: (row: Row) => globalThis.Node; // instead of the text
}

export interface TableOptions<Row> {
  caption: () => string;
  columns: readonly Column<Row>[];
  rows: () => readonly Row[];
  order?: Order; // at first; otherwise the rows stand as they come
}

export interface Table {
  element: HTMLElement;
  redraw(): void; // with the rows of now, in the order that the reader chose
}

export function table<Row>(options: TableOptions<Row>): Table {
  const { columns } = options;
  let order = options.order ?? { key: null, down: {} };
  const caption = h('caption');
  const heads = sortHeads(columns, (key) => {
    order = pressed(order, key);
    redraw();
  });
  const body = h('tbody');
  const element = h('div', { class: 'scroll', tabindex: '0', role: 'region' },
    h('table', { class: 'sortable' }, caption, h('thead', {}, h('tr', {}, ...heads.elements)), body));

  function redraw(): void {
    caption.textContent = options.caption();
    element.setAttribute('aria-label', options.caption());
    heads.show(order);
    const rows = inOrder(options.rows(), columns, order);
    body.replaceChildren(...rows.map((row) => h('tr', {}, ...columns.map((column, i) => cell(column, row, i === 0)))));
  }

  redraw();
  return { element, redraw };
}

function inOrder<Row>(rows: readonly Row[], columns: readonly Column<Row>[], { key, down }: Order): readonly Row[] {
  const column = columns.find((one) => one.key === key);
  return column ? sorted(rows, column.value, down[column.key] ?? false) : rows;
}

function direction({ key, down }: Order, column: string): 'ascending' | 'descending' | 'none' {
  if (key !== column) return 'none';
  return down[column] ? 'descending' : 'ascending';
}

type Headed = Pick<Column<never>, 'key' | 'title' | 'help' | 'left'>;

/** The heads of columns: buttons that sort. */
export function sortHeads(columns: readonly Headed[], press: (key: string) => void) {
  const elements = columns.map(({ key, title, help, left }) => h('th', { scope: 'col', class: left && 'left' },
    h('button', { type: 'button', title: help, onclick: () => press(key) }, title, h('span', { class: 'arrow', 'aria-hidden': 'true' }))));
  const show = (order: Order): void => columns.forEach(({ key }, i) => elements[i]!.setAttribute('aria-sort', direction(order, key)));
  return { elements, show };
}

function cell<Row>({ left, text, cell: own }: Column<Row>, row: Row, first: boolean): HTMLElement {
  const content = own ? own(row) : text(row);
  return first ? h('th', { scope: 'row', class: left && 'left' }, content) : h('td', { class: left && 'left' }, content);
}
