import { violation } from '../../../../problems.ts';
import { type ImportRow, refusalAt } from '../columns/import-rows.ts';
import type { Describer, RowRefusal } from '../columns/refusals.ts';

/**
 * Returns the values that the rows of a record share. Rows may differ in the fields `own`, and leave others
 * out.
 */
export function mergeRows(
  rows: readonly ImportRow[],
  isOwn: (name: string) => boolean,
  columns: Readonly<Record<string, string>>,
  describer: Describer,
): { values: Record<string, unknown>; refusals: RowRefusal[] } {
  const values: Record<string, unknown> = {};
  const firstWith = new Map<string, ImportRow>();
  const refusals: RowRefusal[] = [];
  for (const row of rows) {
    for (const [name, value] of Object.entries(row.values)) {
      if (isOwn(name)) continue;
      const first = firstWith.get(name);
      if (!first) {
        firstWith.set(name, row);
        values[name] = value;
      } else if (value !== values[name]) {
        describer.add(refusals, () => [
          refusalAt(
            columns,
            row,
            name,
            violation('differs_from_row', `differs from row ${first.row}, which is about the same record`, {
              row: first.row,
            }),
          ),
        ]);
      }
    }
  }
  return { values, refusals };
}
