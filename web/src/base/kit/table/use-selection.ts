import { useState } from 'react';

/** The selected rows of a list, also on its other pages. */
export interface RowSelection<Row> {
  rows: Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Selects all of these rows, or none of them if they are selected already. */
  toggleAll: (rows: readonly Row[]) => void;
  clear: () => void;
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
  const [kept, setKept] = useState({ scope, rows: new Map<string, Row>() });
  const rows = kept.scope === scope ? kept.rows : new Map<string, Row>();
  const change = (apply: (rows: Map<string, Row>) => void) => {
    const next = new Map(rows);
    apply(next);
    setKept({ scope, rows: next });
  };
  const current = new Map(shown.map((row) => [row.id, row]));
  return {
    rows: Array.from(rows.values(), (row) => current.get(row.id) ?? row),
    has: ({ id }) => rows.has(id),
    toggle: (row) => change((next) => void (next.delete(row.id) || next.set(row.id, row))),
    toggleAll: (all) =>
      change((next) => {
        const isFull = all.every(({ id }) => next.has(id));
        for (const row of all)
          if (isFull) next.delete(row.id);
          else next.set(row.id, row);
      }),
    clear: () => setKept({ scope, rows: new Map() }),
  };
}
