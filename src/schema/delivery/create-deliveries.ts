import { inSavepoint } from '../../database/in-savepoint.ts';
import { accountOf, type Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { chargeRows } from '../upsert/charge.ts';
import { inOrderOfInput, refused, type Result, type Row, validRows } from '../upsert/rows.ts';
import { CreateDelivery, createDelivery } from './create-delivery.ts';

export const MAX_DELIVERIES = 100;

/**
 * Creates deliveries. One whose reference the account has already is left unchanged, so that a batch can be repeated. A
 * refused one does not stop the others; each is a transaction of its own.
 *
 * @throws AppError `validation_error` for too many rows, `rate_limited`
 */
export async function createDeliveries(context: Context, input: readonly unknown[]): Promise<Result[]> {
  const { rows, results } = validRows(input, CreateDelivery, MAX_DELIVERIES);
  await chargeRows(context, input.length);
  const known = await idsOf(
    context,
    rows.flatMap(({ values }) => values.reference ?? []),
  );
  for (const row of rows) results.push(await create(context, row, input[row.index], known));
  return inOrderOfInput(results);
}

async function create(
  context: Context,
  { index, values: { reference } }: Row<CreateDelivery>,
  input: unknown,
  known: ReadonlyMap<string, bigint>,
): Promise<Result> {
  const old = reference == null ? undefined : known.get(reference);
  if (old !== undefined) return { index, outcome: 'unchanged', id: old, error: null };
  try {
    const { id } = await inSavepoint(context.db, () => createDelivery(context, input));
    return { index, outcome: 'created', id, error: null };
  } catch (error) {
    // Another request may have created it in the meantime.
    const isTaken = error instanceof AppError && error.faults[0]!.field === 'reference' && reference != null;
    const other = isTaken ? (await idsOf(context, [reference])).get(reference) : undefined;
    if (other !== undefined) return { index, outcome: 'unchanged', id: other, error: null };
    return refused(index, error);
  }
}

async function idsOf(context: Context, references: string[]): Promise<Map<string, bigint>> {
  if (references.length === 0) return new Map();
  const found = await context.db.$queryRaw<{ id: bigint; reference: string }[]>`
    SELECT id, reference FROM deliveries
    WHERE account_id = ${accountOf(context)} AND reference = ANY(${references}::text[])`;
  return new Map(found.map(({ id, reference }) => [reference, id]));
}
