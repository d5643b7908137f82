import type { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { valid } from '../../../core/noun/valid.ts';
import { type ImportItem, placeOf, REFERENCE_REQUIRED, violationOf } from './import-item.ts';
import { refusalAt } from '../columns/import-rows.ts';
import type { Describer, RowRefusal } from '../columns/refusals.ts';

/** The rule of a kind of record, and the names of its fields in the file. */
export interface ItemCheck {
  rule: z.ZodType;
  columns: Readonly<Record<string, string>>;
  nameOf(path: string): string;
  describer: Describer;
}

/** Validates the values of a record. Cells that were already refused are not refused twice. */
export function checkItem(item: ImportItem, check: ItemCheck): ImportItem {
  const { rule, describer } = check;
  const refusals = [...item.rows.flatMap((row) => row.refusals), ...item.refusals];
  if (Object.keys(item.values).length === 0) return withoutValues({ ...item, refusals }, check);
  if (describer.isSpent()) {
    if (refusals.length > 0) return { ...item, refusals };
    const { success, data } = rule.safeParse(item.values);
    if (success) return { ...item, values: data as Record<string, unknown>, refusals };
    describer.add(refusals, () => []);
    return { ...item, refusals };
  }
  try {
    const values = valid(rule, item.values) as Record<string, unknown>;
    return { ...item, values, refusals };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    describer.add(refusals, () => newRefusals(item, error, refusals, check));
    return { ...item, refusals };
  }
}

/** Checks a record without values. It must be identified by its number. */
function withoutValues(item: ImportItem, { columns, describer }: ItemCheck): ImportItem {
  if (item.number === undefined && item.refusals.length === 0)
    describer.add(item.refusals, () => [refusalAt(columns, item.rows[0]!, 'reference', REFERENCE_REQUIRED)]);
  return item;
}

function newRefusals(
  item: ImportItem,
  { faults }: AppError,
  known: readonly RowRefusal[],
  { columns, nameOf }: ItemCheck,
): RowRefusal[] {
  const made: RowRefusal[] = [];
  for (const fault of faults) {
    const { row, name } = placeOf(item, fault, nameOf);
    const refusal = refusalAt(columns, row, name, violationOf(fault));
    const isSame = (each: RowRefusal) => each.row === refusal.row && each.column === refusal.column;
    if (!known.some(isSame) && !made.some(isSame)) made.push(refusal);
  }
  return made;
}
