import { Prisma } from '../../../generated/prisma/client.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { chargeRows } from '../../core/upsert/charge.ts';
import { inOrderOfInput, refused, type RowResult, type InputRow, validRows } from '../../core/upsert/rows.ts';
import { whileRacing } from '../../core/upsert/while-racing.ts';
import { withMissing } from '../../core/upsert/with-missing.ts';
import { withReferences } from '../../core/upsert/with-references.ts';
import { countUp } from './count-up.ts';
import { type KnownSupermarkets, NewSupermarket, planOf } from './plan-upsert.ts';
import { type SupermarketValues, UpsertRow } from './upsert-rows.ts';
import { insertRows, updateRows } from './write-rows.ts';

/** A row, whose supermarket is found by the reference or by this id. */
export interface SupermarketRow extends InputRow<SupermarketValues> {
  id?: bigint | undefined;
}

/** The records that earlier rows would create, for rows that are only checked. */
export interface PlannedSupermarkets {
  supermarkets: number;
  branches: number;
  /** The references of the branches that earlier rows would create. */
  planned: Set<string>;
}

/**
 * Creates the supermarkets whose references the account does not have, and changes the others, with their
 * branches; omitted fields stay. A row is written as a whole or refused, and a refused row does not stop the
 * others. Takes the same statements for any number of rows.
 *
 * @throws AppError `validation_error` for too many rows, `rate_limited`
 */
export async function upsertSupermarkets(context: Context, input: readonly unknown[]): Promise<RowResult[]> {
  const { rows, results } = validRows(input, UpsertRow);
  await chargeRows(context, input.length);
  const refused = await withMissing(context, { noun: 'Supermarket', create: NewSupermarket }, input, results);
  if (rows.length === 0) return inOrderOfInput(refused);
  const written = await inOneTransaction(context, (inside) => {
    return whileRacing(inside.db, () => writeSupermarkets(inside, rows as unknown as SupermarketRow[]));
  });
  return inOrderOfInput([...refused, ...written]);
}

/**
 * Creates and changes the supermarkets of valid rows with their branches, in the open transaction of
 * `context`.
 *
 * @param checked if set, nothing is locked or written
 */
export async function writeSupermarkets(
  context: Context,
  rows: SupermarketRow[],
  checked?: PlannedSupermarkets,
): Promise<RowResult[]> {
  const { accountId } = callerOf(context);
  const { db } = context;
  const stored = await readKnown(context, rows, checked);
  const results: RowResult[] = [];
  const accepted: SupermarketRow[] = [];
  const ownOf = ({ id, values: { reference } }: SupermarketRow) =>
    stored.supermarkets.get(id === undefined ? reference! : keyOf(id));
  for (const row of rows) {
    try {
      planOf(row.values, ownOf(row), stored);
      accepted.push(row);
    } catch (error) {
      results.push(refused(row.index, error));
    }
  }
  const created = accepted.filter((row) => !ownOf(row));
  const newRows = checked ? [] : created.map(({ values }) => values);
  const inserted = await insertRows(db, 'supermarkets', accountId, newRows);
  const idOf = (row: SupermarketRow) => ownOf(row)?.id ?? inserted.get(row.values.reference!) ?? null;
  const old = accepted.flatMap((row) => {
    const own = ownOf(row);
    return own ? [{ id: own.id, values: row.values }] : [];
  });
  const changed = await updateRows(db, 'supermarkets', accountId, old, checked !== undefined);
  const branches = accepted.flatMap((row) =>
    (row.values.branches ?? []).map((branch) => ({ branch, supermarketId: idOf(row) })),
  );
  const added = branches.filter(({ branch }) => !stored.branches.has(branch.reference));
  const newBranches = checked ? [] : added.map(({ branch, supermarketId }) => ({ ...branch, supermarketId }));
  await insertRows(db, 'branches', accountId, newBranches);
  const kept = branches.filter(({ branch }) => stored.branches.has(branch.reference));
  const changedBranches = await updateRows(
    db,
    'branches',
    accountId,
    kept.map(({ branch }) => ({ id: stored.branches.get(branch.reference)!.id, values: branch })),
    checked !== undefined,
  );
  const counts = { supermarkets: created.length, branches: added.length };
  if (checked) {
    checked.supermarkets += counts.supermarkets;
    checked.branches += counts.branches;
  } else if (created.length + added.length > 0) await countUp(db, context, counts);
  const touched = new Set([
    ...changed,
    ...added.map(({ supermarketId }) => supermarketId),
    ...kept
      .filter(({ branch }) => changedBranches.has(stored.branches.get(branch.reference)!.id))
      .map(({ supermarketId }) => supermarketId),
  ]);
  for (const row of accepted) {
    const id = idOf(row);
    const outcome = !ownOf(row) ? 'created' : touched.has(id) ? 'updated' : 'unchanged';
    results.push({ index: row.index, outcome, id, error: null });
  }
  return results;
}

/** Locks and reads the records that the rows refer to, and how many more the plan allows. */
async function readKnown(
  context: Context,
  rows: SupermarketRow[],
  checked?: PlannedSupermarkets,
): Promise<KnownSupermarkets> {
  const { accountId, plan, scopes } = callerOf(context);
  const { db } = context;
  const locked = checked ? Prisma.empty : Prisma.sql`FOR NO KEY UPDATE`;
  const references = rows.flatMap(({ values }) => values.reference ?? []);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const branchReferences = rows.flatMap(({ values }) =>
    (values.branches ?? []).map((each) => each.reference),
  );
  // Calls of one account run one after the other.
  if (!checked)
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`supermarkets of ${accountId}`}, 0))`;
  const [counter] = await db.$queryRaw<{ supermarkets: number; branches: number }[]>`
    SELECT supermarkets, branches FROM supermarket_counts WHERE account_id = ${accountId} ${locked}`;
  const supermarkets = await db.$queryRaw<{ id: bigint; reference: string | null }[]>`
    SELECT id, reference FROM supermarkets
    WHERE account_id = ${accountId} AND (reference = ANY(${references}::text[]) OR id = ANY(${ids}::bigint[]))
    ORDER BY id ${locked}`;
  const counts = await db.$queryRaw<{ id: bigint; count: number }[]>`
    SELECT supermarket_id AS id, count(*)::int AS count FROM branches
    WHERE account_id = ${accountId} AND supermarket_id = ANY(${supermarkets.map(({ id }) => id)}::bigint[])
    GROUP BY supermarket_id`;
  const branches = await db.$queryRaw<{ id: bigint; reference: string; supermarket_id: bigint }[]>(
    withReferences({
      noun: 'Branch',
      accountId,
      references: branchReferences,
      columns: Prisma.sql`id, reference, supermarket_id`,
      isLocked: !checked,
    }),
  );
  const { quotas } = PLAN_LIMITS[plan];
  const countOf = new Map(counts.map(({ id, count }) => [id, count]));
  return {
    plan,
    mayRead: scopes.has('supermarkets:read'),
    supermarkets: new Map(
      supermarkets.flatMap(({ id, reference }) => {
        const own = { id, branches: countOf.get(id) ?? 0 };
        return [[keyOf(id), own] as const, ...(reference === null ? [] : [[reference, own] as const])];
      }),
    ),
    branches: new Map(
      branches.map(({ id, reference, supermarket_id }) => [reference, { id, supermarketId: supermarket_id }]),
    ),
    planned: checked?.planned ?? new Set(),
    left: {
      supermarkets: quotas.supermarkets - (counter?.supermarkets ?? 0) - (checked?.supermarkets ?? 0),
      branches: quotas.branches - (counter?.branches ?? 0) - (checked?.branches ?? 0),
    },
  };
}

/** Returns the key of a supermarket by its id; references are trimmed, so none begins with a space. */
function keyOf(id: bigint): string {
  return ` ${id}`;
}
