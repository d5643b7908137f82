import type { z } from 'zod';
import { violation } from '../../../problems.ts';
import { AppError, type Fault, faultAt, renamedFault } from '../errors.ts';
import { MAX_FAULTS, MAX_UPSERT_ROWS } from '../limits.ts';
import { type Fields, fieldsIn } from '../noun/fields.ts';
import { faultsIn, valid } from '../noun/valid.ts';

export const OUTCOMES = ['created', 'updated', 'unchanged', 'refused', 'differs', 'revised'] as const;

export type RowOutcome = (typeof OUTCOMES)[number];

/** Why a row was refused: its first fault, and all of them in `details` when there are several. */
export type RowError = Fault & { details?: readonly Fault[] };

/** The result of a row; `id` names the record unless the row was refused. */
export interface RowResult {
  index: number;
  outcome: RowOutcome;
  id: bigint | null;
  error: RowError | null;
  /** The names of the fields in which the record differs from the row, for the outcome `differs`. */
  differs?: readonly string[];
}

/** A valid row, and its position in the input. */
export interface InputRow<Values> {
  index: number;
  values: Values;
}

/** Returns the fields of a row: the required reference, and the fields that can change. */
export function rowFields(fields: Fields): Fields {
  const { reference, ...others } = Object.fromEntries(fieldsIn(fields, 'change'));
  const { isOptional: _, isClearable: __, ...required } = reference!;
  const optional = Object.entries(others).map(([name, field]) => [
    name,
    { ...field, isOptional: true, ...(!field.isClearable && { refusesNull: true }) },
  ]);
  return {
    reference: {
      ...required,
      inputNote: 'The record with it is changed, or created if there is none.',
      example: 'A-100',
    },
    ...Object.fromEntries(optional),
  };
}

/** A row whose references were replaced by ids. */
export interface ResolvedRow {
  /** The faults of its references. */
  faults: readonly Fault[];
  /** Returns the path that the caller sent for the path of a resolved field. */
  pathOf(path: string): string;
}

/** Returns the result of a refused row. @throws the error itself, unless it is an `AppError` */
export function refused(index: number, error: unknown, pathOf?: ResolvedRow['pathOf']): RowResult {
  if (!(error instanceof AppError)) throw error;
  return refusedBy(index, (pathOf ? error.renamed(pathOf) : error).faults);
}

/** Returns the result of a row that is refused for these faults. */
export function refusedBy(index: number, faults: readonly Fault[]): RowResult {
  return { index, outcome: 'refused', id: null, error: { ...faults[0]!, ...detailsOf(faults) } };
}

/** Returns all faults as `details` if there are several. */
export function detailsOf<Each>(faults: readonly Each[]): { details?: readonly Each[] } {
  return faults.length > 1 ? { details: faults } : {};
}

/**
 * Validates each row for itself.
 *
 * @param options the maximum number of rows, whether rows can have the same reference, and the rows that had
 * references
 * @returns the valid rows, and the results of the others
 * @throws AppError `validation_error` on `input` for too many rows
 */
export function validRows<Rule extends z.ZodType>(
  input: readonly unknown[],
  rule: Rule,
  {
    max = MAX_UPSERT_ROWS,
    mayRepeat = false,
    resolved,
  }: { max?: number; mayRepeat?: boolean; resolved?: readonly ResolvedRow[] } = {},
): { rows: InputRow<z.output<Rule>>[]; results: RowResult[] } {
  requireAtMost(max, input);
  const rows: InputRow<z.output<Rule>>[] = [];
  const results: RowResult[] = [];
  const first = new Map<unknown, number>();
  for (const [index, each] of input.entries()) {
    const { faults, pathOf } = resolved?.[index] ?? {};
    if (faults && faults.length > 0) {
      const others = faultsIn(rule, each).map((fault) => renamedFault(fault, pathOf!));
      results.push(refusedBy(index, [...faults, ...others]));
      continue;
    }
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
      results.push(refused(index, error, pathOf));
    }
  }
  return { rows, results };
}

/** @throws AppError `validation_error` on `input` for too many rows */
export function requireAtMost(max: number, input: readonly unknown[]): void {
  if (input.length > max)
    throw new AppError(faultAt('input', violation('too_many', `must have at most ${max} items`, { max })));
}

interface Ordered {
  index: number;
  error: { details?: readonly unknown[] } | null;
}

/**
 * Returns the results in the order of the input. All their details together are limited like those of one
 * request.
 */
export function inOrderOfInput<Result extends Ordered>(results: readonly Result[]): Result[] {
  let left = MAX_FAULTS;
  return results
    .toSorted((one, other) => one.index - other.index)
    .map((result) => {
      if (!result.error?.details) return result;
      const { details, ...error } = result.error;
      const shown = details.slice(0, left);
      left -= shown.length;
      return { ...result, error: { ...error, ...detailsOf(shown) } };
    });
}
