import type { z } from 'zod';
import { violation } from '../../problems.ts';
import { AppError, type Fault, faultAt } from '../errors.ts';
import { type Fields, fieldsIn } from '../noun/fields.ts';
import { valid } from '../noun/valid.ts';

/** The maximum number of rows in a call. */
export const MAX_UPSERT_ROWS = 500;

export const OUTCOMES = ['created', 'updated', 'unchanged', 'refused', 'differs', 'revised'] as const;

export type RowOutcome = (typeof OUTCOMES)[number];

/** What became of a row; `id` names the record unless the row was refused. */
export interface RowResult {
  index: number;
  outcome: RowOutcome;
  id: bigint | null;
  error: Fault | null;
  /** The names of the fields in which the record differs from the row, for that outcome. */
  differs?: readonly string[];
}

/** A valid row, and its place in the input. */
export interface InputRow<Values> {
  index: number;
  values: Values;
}

/** Returns the fields of a row: the reference, which each needs, and those that can change. */
export function rowFields(fields: Fields): Fields {
  const { reference, ...others } = Object.fromEntries(fieldsIn(fields, 'change'));
  const { isOptional: _, isClearable: __, ...required } = reference!;
  const optional = Object.entries(others).map(([name, field]) => [name, { ...field, isOptional: true }]);
  return {
    reference: {
      ...required,
      inputNote: 'The record with it is changed, or created if there is none.',
      example: 'A-100',
    },
    ...Object.fromEntries(optional),
  };
}

/** Returns a row that is refused. @throws what is no error of the caller's */
export function refused(index: number, error: unknown): RowResult {
  if (!(error instanceof AppError)) throw error;
  return { index, outcome: 'refused', id: null, error: error.faults[0]! };
}

/**
 * Validates each row for itself.
 *
 * @param options the maximum number of rows, and whether rows can have the same reference
 * @returns the valid rows, and the results of the others
 * @throws AppError `validation_error` on `input` for too many rows
 */
export function validRows<Rule extends z.ZodType>(
  input: readonly unknown[],
  rule: Rule,
  { max = MAX_UPSERT_ROWS, mayRepeat = false }: { max?: number; mayRepeat?: boolean } = {},
): { rows: InputRow<z.output<Rule>>[]; results: RowResult[] } {
  if (input.length > max)
    throw new AppError(faultAt('input', violation('too_many', `must have at most ${max} items`, { max })));
  const rows: InputRow<z.output<Rule>>[] = [];
  const results: RowResult[] = [];
  const first = new Map<unknown, number>();
  for (const [index, each] of input.entries()) {
    try {
      const values = valid(rule, each);
      const { reference } = values as { reference?: string | null };
      const before = reference == null || mayRepeat ? undefined : first.get(reference);
      if (before !== undefined)
        throw new AppError(
          faultAt('reference', violation('repeats_row', `repeats that of row ${before}`, { row: before })),
        );
      first.set(reference, index);
      rows.push({ index, values });
    } catch (error) {
      results.push(refused(index, error));
    }
  }
  return { rows, results };
}

/** Returns the results in the order of the input. */
export function inOrderOfInput(results: RowResult[]): RowResult[] {
  return results.toSorted((one, other) => one.index - other.index);
}
