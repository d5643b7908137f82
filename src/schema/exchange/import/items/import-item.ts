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
  /** Its values, by the names of fields in inputs. */
  values: Record<string, unknown>;
  /** The number that the service gave the record, as the CSV download shows it. */
  number?: string | undefined;
  /** The rows of its list, such as branches, in the order of the list. */
  lines: ImportRow[];
  /** Why it cannot be imported, as far as the file alone shows. */
  refusals: RowRefusal[];
}

/** Makes records of rows, and checks what the file alone shows. */
export type Group = (
  rows: readonly ImportRow[],
  columns: Readonly<Record<string, string>>,
  describer: Describer,
) => ImportItem[];

/** How the records of one kind are written. */
export interface Importer {
  /** Returns the name of the field that a fault is about, as cells have it. */
  nameOf(path: string): string;
  /** Writes or checks records in the open transaction of `context`; the results have their positions. */
  write(context: Context, items: readonly ImportItem[], options: ItemWriteOptions): Promise<RowResult[]>;
  /** Returns what a check remembers between batches, at its start. */
  needs(): object;
}

/** Makes one record of the rows with the same reference or number, or of each row without one. */
export function grouped(rows: readonly ImportRow[]): ImportRow[][] {
  const groups = new Map<unknown, ImportRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

function keyOf(row: ImportRow): unknown {
  const { reference, number } = row.values;
  if (reference !== undefined) return `reference ${String(reference)}`;
  return number === undefined ? row : `number ${String(number)}`;
}

/** Returns the place of a fault: a row of the record, and the name of the field there. */
export function placeOf(
  { rows, lines }: ImportItem,
  { field }: Pick<Fault, 'field'>,
  nameOf: (path: string) => string,
): { row: ImportRow; name: string | null } {
  if (field === null) return { row: rows[0]!, name: null };
  const [, index, rest] = /^\w+\[(\d+)\](?:\.(.+))?$/.exec(field) ?? [];
  const row = index === undefined ? rows[0]! : (lines[Number(index)] ?? rows[0]!);
  if (index !== undefined && rest === undefined) return { row, name: null };
  const name = nameOf(field);
  // A record can be named by its id or otherwise.
  const other = name.replace(/Id$/, '');
  return { row, name: name in row.texts || !name.endsWith('Id') ? name : other };
}

/** Returns what is wrong, in the names of files, without the path that the message may begin with. */
export function violationOf(fault: Fault): Violation {
  const { message, problem, values, wording = message } = renamedFault(fault, restPathOf);
  return { problem, values, wording };
}
