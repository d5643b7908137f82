import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { valid } from '../valid.ts';
import { type ImportItem, placeOf, problemOf } from './import-item.ts';
import { refusalAt } from './import-rows.ts';

/** Validates the values of a record. Cells that were refused already are not refused twice. */
export function checkItem(
  item: ImportItem,
  rule: z.ZodType,
  columns: Readonly<Record<string, string>>,
  nameOf: (path: string) => string,
): ImportItem {
  const refusals = [...item.rows.flatMap((row) => row.refusals), ...item.refusals];
  try {
    const values = valid(rule, item.values) as Record<string, unknown>;
    return { ...item, values, refusals };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const fault of error.faults) {
      const { row, name } = placeOf(item, fault, nameOf);
      const refusal = refusalAt(columns, row, name, problemOf(fault));
      const isKnown = refusals.some((each) => each.row === refusal.row && each.column === refusal.column);
      if (!isKnown) refusals.push(refusal);
    }
    return { ...item, refusals };
  }
}
