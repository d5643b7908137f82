import { useState } from 'react';

/** The selected rows of a list, also on its other pages. */
export interface RowSelection<Row> {
  rows: Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /**
   * Selects the rows from the one that was toggled last to `to`; deselects them if that one was deselected.
   * The range before gives way to it.
   *
   * @param list the rows in the order in which they are shown
   * @param from the row that a key leads from: unless the last range ended there, a new one begins
   */
  extend: (list: readonly Row[], to: Row, from?: Row) => void;
  /** Selects all of these rows, or none of them if they are selected already. */
  toggleAll: (rows: readonly Row[]) => void;
  clear: () => void;
}

interface Kept<Row> {
  scope: string;
  rows: ReadonlyMap<string, Row>;
  /** The ids at the ends of the last range, and the selection before it. */
  range?: { from: string; to: string; base: ReadonlyMap<string, Row> };
}

/**
 * Keeps a selection of rows. It ends when `scope` changes, such as the filters of the list: what is no longer
 * visible must not be changed by accident.
 *
 * @param shown the rows as they are now; the selection keeps the last known state of the others
 */
export function useSelection<Row extends { id: string }>(
  scope: string,
  shown: readonly Row[],
): RowSelection<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ scope, rows: new Map() });
  const { rows, range }: Kept<Row> = kept.scope === scope ? kept : { scope, rows: new Map() };
  const current = new Map(shown.map((row) => [row.id, row]));
  return {
    rows: Array.from(rows.values(), (row) => current.get(row.id) ?? row),
    has: ({ id }) => rows.has(id),
    toggle(row) {
      const next = changed(rows, [row], !rows.has(row.id));
      setKept({ scope, rows: next, range: { from: row.id, to: row.id, base: next } });
    },
    extend(list, to, from) {
      const isOngoing = range && (!from || from.id === range.to) && list.some(({ id }) => id === range.from);
      const start = from ?? to;
      const { from: anchor, base } = isOngoing
        ? range
        : { from: start.id, base: changed(rows, [start], true) };
      const [first, last] = [anchor, to.id]
        .map((end) => list.findIndex(({ id }) => id === end))
        .toSorted((one, other) => one - other);
      const next = changed(base, list.slice(first, last! + 1), base.has(anchor));
      setKept({ scope, rows: next, range: { from: anchor, to: to.id, base } });
    },
    toggleAll(all) {
      setKept({ scope, rows: changed(rows, all, !all.every(({ id }) => rows.has(id))) });
    },
    clear: () => setKept({ scope, rows: new Map() }),
  };
}

/** Returns a selection with or without some rows. */
function changed<Row extends { id: string }>(
  rows: ReadonlyMap<string, Row>,
  some: readonly Row[],
  isSelected: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(rows);
  for (const row of some)
    if (isSelected) next.set(row.id, row);
    else next.delete(row.id);
  return next;
}
