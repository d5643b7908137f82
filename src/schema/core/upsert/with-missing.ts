import type { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import type { Fault } from '../errors.ts';
import { reference } from '../noun/trade-numbers.ts';
import { faultsIn } from '../noun/valid.ts';
import { refusedBy, type RowResult } from './rows.ts';
import { withReferences } from './with-references.ts';

/** The records that rows create and change. */
export interface Upserted {
  noun: 'Product' | 'Supermarket';
  /** The rule of a new record. */
  create: z.ZodType;
}

/** A row that was refused, and the faults that it has if its record is new. */
interface Incomplete {
  result: RowResult;
  row: GivenRow;
  asNew: Fault[];
}

interface GivenRow {
  reference?: unknown;
  branches?: GivenRow[];
}

/**
 * Adds the missing fields of new records to rows that were refused, in the order in which a single request
 * reports them.
 */
export async function withMissing(
  context: Context,
  { noun, create }: Upserted,
  input: readonly unknown[],
  refused: readonly RowResult[],
): Promise<RowResult[]> {
  const incomplete = refused.flatMap((result): Incomplete[] => {
    const row = input[result.index] as GivenRow | null;
    const faults = result.error?.details ?? [result.error!];
    if (faults.some(({ problem }) => problem === 'repeats_row') || referenceIn(row) === undefined) return [];
    const asNew = faultsIn(create, row);
    return asNew.some(({ problem }) => problem === 'required') ? [{ result, row: row!, asNew }] : [];
  });
  if (incomplete.length === 0) return [...refused];
  const known = await knownOf(
    context,
    noun,
    incomplete.map(({ row }) => row),
  );
  const knownBranches = await knownOf(
    context,
    'Branch',
    incomplete.flatMap(({ row }) => branchesOf(row)),
  );
  const whole = new Map(
    incomplete.map(({ result, row, asNew }) => {
      const isNew = ({ field }: Fault) => {
        const branch = /^branches\[(\d+)\]/.exec(field ?? '')?.[1];
        const inBranch = branch === undefined ? undefined : referenceIn(branchesOf(row)[Number(branch)]);
        return !known.has(referenceIn(row)!) || (inBranch !== undefined && !knownBranches.has(inBranch));
      };
      const own = result.error!.details ?? [result.error!];
      const fields = new Set(own.map(({ field }) => field));
      const missing = asNew.filter(
        (each) => each.problem === 'required' && !fields.has(each.field) && isNew(each),
      );
      if (missing.length === 0) return [result, result];
      const places = new Map(asNew.map(({ field }, place) => [field, place]));
      const placeOf = ({ field }: Fault) => places.get(field) ?? asNew.length;
      const faults = [...own, ...missing].toSorted((one, other) => placeOf(one) - placeOf(other));
      return [result, refusedBy(result.index, faults)];
    }),
  );
  return refused.map((result) => whole.get(result) ?? result);
}

/** Returns the reference of a row, if it can be one. */
function referenceIn(row: GivenRow | null | undefined): string | undefined {
  return reference.safeParse(row?.reference).data;
}

function branchesOf({ branches }: GivenRow): GivenRow[] {
  return Array.isArray(branches) ? branches : [];
}

/** Returns the references that records of the account already have. */
async function knownOf(
  context: Context,
  noun: Upserted['noun'] | 'Branch',
  rows: readonly GivenRow[],
): Promise<Set<string>> {
  const references = rows.flatMap((row) => referenceIn(row) ?? []);
  if (references.length === 0) return new Set();
  const columns = Prisma.sql`reference`;
  const found = await context.db.$queryRaw<{ reference: string }[]>(
    withReferences({ noun, accountId: accountOf(context), references, columns }),
  );
  return new Set(found.map(({ reference }) => reference));
}
