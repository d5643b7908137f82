import type { z } from 'zod';
import { identifier, isVisible } from '../texts.ts';
import { unguarded } from './formula.ts';
import { CellProblem, cellValue, separatorOf, type Separator } from './cell-value.ts';
import { IMPORT_FIELDS, type ImportKind } from './import-fields.ts';
import type { ImportColumn } from './map-columns.ts';
import { createDescriber, type Refusal } from './refusals.ts';
import type { TableRow } from '../../spreadsheet/parse-table.ts';

/** A row with its values, by the names of fields in inputs. Empty cells have none. */
export interface ImportRow {
  row: number;
  values: Record<string, unknown>;
  texts: Record<string, string>;
  refusals: Refusal[];
}

/** Returns the columns that have a field, as positions in the file. */
export function usedColumns(columns: readonly ImportColumn[]): number[] {
  return columns.flatMap(({ field }, index) => (field === null ? [] : [index]));
}

/** Converts the cells of the used columns. */
export function importRows(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  table: readonly TableRow[],
): ImportRow[] {
  const fields = IMPORT_FIELDS[kind];
  const isDownload = columns[0]?.field === 'number';
  const used = columns.flatMap(({ column, field }) =>
    field === null ? [] : [{ column, ...fields[field]! }],
  );
  const decimals = used.map(({ kind }, at): Separator =>
    kind === 'number' || kind === 'integer'
      ? separatorOf(table.map(({ cells }) => identifier(cells[at]!)))
      : undefined,
  );
  const describer = createDescriber();
  return table.map(({ row, cells, excess }) => {
    const made: ImportRow = { row, values: {}, texts: {}, refusals: [] };
    for (const [at, { column, kind, name, rule }] of used.entries()) {
      const text = isDownload ? unguarded(cells[at]!) : cells[at]!;
      if (!isVisible(text)) continue;
      const isText = kind === 'text' || kind === 'identifier';
      const formed = isText ? formedBy(rule, text) : identifier(text);
      const value = cellValue(kind, name, formed, decimals[at]);
      made.texts[name] = text;
      if (value instanceof CellProblem) {
        const { message } = value;
        describer.add(made.refusals, () => [{ row, column, value: shownValue(text), message }]);
      } else made.values[name] = value;
    }
    if (excess > 0) {
      const message = `has ${excess} more cells than the header. Quote text that contains the delimiter`;
      describer.add(made.refusals, () => [{ row, column: null, value: null, message }]);
    }
    return made;
  });
}

/** Returns a text in the form of its field, by which rows of one record are found; others stay, to be refused. */
function formedBy(rule: z.ZodType, text: string): string {
  const { data } = rule.safeParse(text);
  return typeof data === 'string' ? data : text;
}

/** Returns the refusal of a field of a row. */
export function refusalAt(
  columns: Readonly<Record<string, string>>,
  { row, texts }: ImportRow,
  name: string | null,
  message: string,
): Refusal {
  if (name === null) return { row, column: null, value: null, message };
  return { row, column: columns[name] ?? null, value: shownValue(texts[name] ?? null), message };
}

/** Returns the names of the columns by those of their fields in inputs. */
export function columnNames(kind: ImportKind, columns: readonly ImportColumn[]): Record<string, string> {
  const fields = IMPORT_FIELDS[kind];
  return Object.fromEntries([
    ...Object.entries(fields).map(([field, { name }]) => [name, field]),
    ...columns.flatMap(({ column, field }) => (field === null ? [] : [[fields[field]!.name, column]])),
  ]);
}

/** Long values are cut: many refusals are stored. */
function shownValue(text: string | null): string | null {
  return text !== null && text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
