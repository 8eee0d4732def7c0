// In which order the rows of a table stand.

export type Value = number | string | null;

/** The column that decides, and the direction that every column had last: true is downwards. */
export interface Order {
  key: string | null; // null: as the rows come
  down: Readonly<Record<string, boolean>>;
}

/** After a press on the head of a column: the column that decides turns round, another one decides as it did last. */
export function pressed(order: Order, key: string): Order {
  const before = order.down[key] ?? false;
  return { key, down: { ...order.down, [key]: order.key === key ? !before : before } };
}

/** Of equal rows the first stays first, and rows without a value are last, both in either direction. */
export function sorted<Row>(rows: readonly Row[], value: (row: Row) => Value, down: boolean): Row[] {
  const held = rows.map((row) => ({ row, value: value(row) }));
  held.sort((a, b) => {
    const [here, there] = [isMissing(a.value), isMissing(b.value)];
    if (here || there) return Number(here) - Number(there);
    return (down ? -1 : 1) * compare(a.value!, b.value!);
  });
  return held.map(({ row }) => row);
}

function isMissing(value: Value): boolean {
  return value === null || Number.isNaN(value);
}

const kWords = new Intl.Collator('en', { numeric: true }); // "fixed:20" before "fixed:200", on every machine

/** Numbers before words. */
function compare(a: number | string, b: number | string): number {
  if (typeof a === 'string' && typeof b === 'string') return kWords.compare(a, b);
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
