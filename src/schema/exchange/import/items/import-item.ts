import { type Violation, violation } from '../../../../problems.ts';
import { type Fault, renamedFault } from '../../../core/errors.ts';
import { restPathOf } from '../../../core/noun/names.ts';
import type { RowResult } from '../../../core/upsert/rows.ts';
import type { Context } from '../../../core/context.ts';
import type { ImportRow } from '../columns/import-rows.ts';
import type { ItemWriteOptions } from '../columns/import-check.ts';
import type { Describer, RowRefusal } from '../columns/refusals.ts';

export const REFERENCE_REQUIRED = violation(
  'required',
  'is required: importing the file again finds the record by it',
);

/** A record of a file, from one row or several. */
export interface ImportItem {
  rows: ImportRow[];
  /** The values of the record, by the names of fields in inputs. */
  values: Record<string, unknown>;
  /** The sequential number of the record, as the CSV download shows it. */
  number?: string | undefined;
  /** The rows of the record's list, such as branches, in the order of the list. */
  lines: ImportRow[];
  /** The records with the same text are written together, because they depend on one another. */
  together?: string;
  /** The reasons why the record cannot be imported, as far as the file alone shows. */
  refusals: RowRefusal[];
}

/** Groups rows into records, and validates all that does not depend on the account. */
export type Group = (
  rows: readonly ImportRow[],
  columns: Readonly<Record<string, string>>,
  describer: Describer,
) => ImportItem[];

/** The functions that write the records of one kind. */
export interface Importer {
  /** Returns the name of a column's field for the path of a fault. */
  nameOf(path: string): string;
  /** Writes records in the open transaction of `context`. Results have the positions of the records. */
  write(context: Context, items: readonly ImportItem[], options: ItemWriteOptions): Promise<RowResult[]>;
}

/** Groups the rows with the same reference or number into one record; rows without either stay alone. */
export function groupedRows(rows: readonly ImportRow[]): ImportRow[][] {
  const groups = new Map<unknown, ImportRow[]>();
  for (const row of rows) {
    const key = itemKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

function itemKey(row: ImportRow): unknown {
  const { reference, number } = row.values;
  if (reference !== undefined) return `reference ${String(reference)}`;
  return number === undefined ? row : `number ${String(number)}`;
}

/** Returns the location of a fault: a row of the record, and the name of the field in it. */
export function faultLocation(
  { rows, lines }: ImportItem,
  { field }: Pick<Fault, 'field'>,
  nameOf: (path: string) => string,
): { row: ImportRow; name: string | null } {
  if (field === null) return { row: rows[0]!, name: null };
  const [, index, rest] = /^\w+\[(\d+)\](?:\.(.+))?$/.exec(field) ?? [];
  const row = index === undefined ? rows[0]! : (lines[Number(index)] ?? rows[0]!);
  if (index !== undefined && rest === undefined) return { row, name: null };
  const name = nameOf(field);
  // A row can name the record by its id or in another column.
  const other = name.replace(/Id$/, '');
  return { row, name: name in row.texts || !name.endsWith('Id') ? name : other };
}

/**
 * Returns the violation of a fault, with the names of fields in files, and without the path in its message.
 */
export function violationInFile(fault: Fault): Violation {
  const { message, problem, values, wording = message } = renamedFault(fault, restPathOf);
  return { problem, values, wording };
}
