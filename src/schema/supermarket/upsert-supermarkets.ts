import type { Tx } from '../../database/connect.ts';
import { PLAN_LIMITS } from '../account/plans.ts';
import { callerOf, type Context } from '../context.ts';
import { inOneTransaction } from '../in-one-transaction.ts';
import { chargeRows } from '../upsert/charge.ts';
import { inOrderOfInput, refused, type Result, type Row, validRows } from '../upsert/rows.ts';
import { whileRacing } from '../upsert/while-racing.ts';
import { countUp } from './count-up.ts';
import { type Known, planOf } from './plan-upsert.ts';
import { type SupermarketValues, UpsertRow } from './upsert-rows.ts';
import { insertRows, updateRows } from './write-rows.ts';

type SupermarketRow = Row<SupermarketValues>;

/**
 * Creates the supermarkets whose references the account does not have, and changes the others, with their branches;
 * what is left out stays. A row is written whole or refused, and a refused row does not stop the others. Takes the same
 * statements for any number of rows.
 *
 * @throws AppError `validation_error` for too many rows, `rate_limited`
 */
export async function upsertSupermarkets(context: Context, input: readonly unknown[]): Promise<Result[]> {
  const { rows, results } = validRows(input, UpsertRow);
  await chargeRows(context, input.length);
  if (rows.length === 0) return results;
  const written = await inOneTransaction(context, (inside) => {
    const { db } = inside;
    return whileRacing(db, () => write(inside, db, rows as unknown as SupermarketRow[]));
  });
  return inOrderOfInput([...results, ...written]);
}

async function write(context: Context, tx: Tx, rows: SupermarketRow[]): Promise<Result[]> {
  const { accountId } = callerOf(context);
  const known = await readKnown(context, tx, rows);
  const results: Result[] = [];
  const accepted: SupermarketRow[] = [];
  for (const row of rows) {
    try {
      planOf(row.values, known);
      accepted.push(row);
    } catch (error) {
      results.push(refused(row.index, error));
    }
  }
  const isKnown = ({ values }: SupermarketRow) => known.supermarkets.has(values.reference);
  const created = accepted.filter((row) => !isKnown(row));
  const inserted = await insertRows(
    tx,
    'supermarkets',
    accountId,
    created.map(({ values }) => values),
  );
  const ids = new Map([
    ...inserted,
    ...Array.from(known.supermarkets, ([name, { id }]) => [name, id] as const),
  ]);
  const changed = await updateRows(
    tx,
    'supermarkets',
    accountId,
    accepted.filter(isKnown).map(({ values }) => ({ id: ids.get(values.reference)!, values })),
  );
  const branches = accepted.flatMap(({ values }) =>
    (values.branches ?? []).map((branch) => ({ branch, supermarketId: ids.get(values.reference)! })),
  );
  const isNew = ({ branch }: { branch: { reference: string } }) => !known.branches.has(branch.reference);
  const added = branches.filter(isNew);
  await insertRows(
    tx,
    'branches',
    accountId,
    added.map(({ branch, supermarketId }) => ({ ...branch, supermarketId })),
  );
  const kept = branches.filter((each) => !isNew(each));
  const changedBranches = await updateRows(
    tx,
    'branches',
    accountId,
    kept.map(({ branch }) => ({ id: known.branches.get(branch.reference)!.id, values: branch })),
  );
  if (created.length + added.length > 0) {
    await countUp(tx, context, { supermarkets: created.length, branches: added.length });
  }
  const touched = new Set([
    ...changed,
    ...added.map(({ supermarketId }) => supermarketId),
    ...kept
      .filter(({ branch }) => changedBranches.has(known.branches.get(branch.reference)!.id))
      .map(({ supermarketId }) => supermarketId),
  ]);
  for (const row of accepted) {
    const id = ids.get(row.values.reference)!;
    const outcome = !isKnown(row) ? 'created' : touched.has(id) ? 'updated' : 'unchanged';
    results.push({ index: row.index, outcome, id, error: null });
  }
  return results;
}

/** Locks and reads what the rows refer to, and what the plan leaves room for. */
async function readKnown(context: Context, tx: Tx, rows: SupermarketRow[]): Promise<Known> {
  const { accountId, plan } = callerOf(context);
  const references = rows.map(({ values }) => values.reference);
  const branchReferences = rows.flatMap(({ values }) =>
    (values.branches ?? []).map((each) => each.reference),
  );
  // Calls of one account run one after the other.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`supermarkets of ${accountId}`}, 0))`;
  const [counter] = await tx.$queryRaw<{ supermarkets: number; branches: number }[]>`
    SELECT supermarkets, branches FROM supermarket_counts WHERE account_id = ${accountId} FOR UPDATE`;
  const supermarkets = await tx.$queryRaw<{ id: bigint; reference: string }[]>`
    SELECT id, reference FROM supermarkets
    WHERE account_id = ${accountId} AND reference = ANY(${references}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
  const counts = await tx.$queryRaw<{ id: bigint; count: number }[]>`
    SELECT supermarket_id AS id, count(*)::int AS count FROM branches
    WHERE account_id = ${accountId} AND supermarket_id = ANY(${supermarkets.map(({ id }) => id)}::bigint[])
    GROUP BY supermarket_id`;
  const branches = await tx.$queryRaw<{ id: bigint; reference: string; supermarket_id: bigint }[]>`
    SELECT id, reference, supermarket_id FROM branches
    WHERE account_id = ${accountId} AND reference = ANY(${branchReferences}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
  const { quotas } = PLAN_LIMITS[plan];
  const countOf = new Map(counts.map(({ id, count }) => [id, count]));
  return {
    plan,
    supermarkets: new Map(
      supermarkets.map(({ id, reference }) => [reference, { id, branches: countOf.get(id) ?? 0 }]),
    ),
    branches: new Map(
      branches.map(({ id, reference, supermarket_id }) => [reference, { id, supermarketId: supermarket_id }]),
    ),
    planned: new Set(),
    left: {
      supermarkets: quotas.supermarkets - (counter?.supermarkets ?? 0),
      branches: quotas.branches - (counter?.branches ?? 0),
    },
  };
}
