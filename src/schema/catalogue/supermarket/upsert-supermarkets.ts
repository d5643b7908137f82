import { Prisma } from '../../../generated/prisma/client.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { chargeRows } from '../../core/upsert/charge.ts';
import { type EarlierRows, noEarlierRows, roomAfter } from '../../core/upsert/earlier-rows.ts';
import { inOrderOfInput, refused, type RowResult, type InputRow, validRows } from '../../core/upsert/rows.ts';
import { whileRacing } from '../../core/upsert/while-racing.ts';
import { withMissing } from '../../core/upsert/with-missing.ts';
import { withReferences } from '../../core/upsert/with-references.ts';
import { countUp } from './count-up.ts';
import { type ExistingSupermarkets, NewSupermarket, planUpsert } from './plan-upsert.ts';
import { type SupermarketValues, SupermarketUpsertRow } from './upsert-rows.ts';
import { insertRows, updateRows } from './write-rows.ts';

/** A row, whose supermarket is found by the reference or by this id. */
export interface SupermarketInputRow extends InputRow<SupermarketValues> {
  id?: bigint | undefined;
}

/**
 * Creates the supermarkets whose references the account does not have, and changes the others, with their
 * branches; omitted fields stay. A row is written as a whole or refused, and a refused row does not stop the
 * others. Takes the same statements for any number of rows.
 *
 * @throws AppError `validation_error` for too many rows, `rate_limited`
 */
export async function upsertSupermarkets(context: Context, input: readonly unknown[]): Promise<RowResult[]> {
  const { rows, results } = validRows(input, SupermarketUpsertRow);
  await chargeRows(context, input.length);
  const refused = await withMissing(context, { noun: 'Supermarket', create: NewSupermarket }, input, results);
  if (rows.length === 0) return inOrderOfInput(refused);
  const written = await inOneTransaction(context, (inside) => {
    return whileRacing(inside.db, () =>
      writeSupermarkets(inside, rows as unknown as SupermarketInputRow[], noEarlierRows()),
    );
  });
  return inOrderOfInput([...refused, ...written]);
}

/**
 * Creates and changes the supermarkets of valid rows with their branches, in the open transaction of
 * `context`.
 */
export async function writeSupermarkets(
  context: Context,
  rows: SupermarketInputRow[],
  earlier: EarlierRows,
): Promise<RowResult[]> {
  const { accountId } = callerOf(context);
  const { db } = context;
  const stored = await readExisting(context, rows, earlier);
  const results: RowResult[] = [];
  const accepted: SupermarketInputRow[] = [];
  const ownOf = ({ id, values: { reference } }: SupermarketInputRow) =>
    stored.supermarkets.get(id === undefined ? reference! : supermarketKey(id));
  for (const row of rows) {
    try {
      planUpsert(row.values, ownOf(row), stored);
      accepted.push(row);
    } catch (error) {
      results.push(refused(row.index, error));
    }
  }
  const created = accepted.filter((row) => !ownOf(row));
  const inserted = await insertRows(
    db,
    'supermarkets',
    accountId,
    created.map(({ values }) => values),
  );
  const idOf = (row: SupermarketInputRow) => ownOf(row)?.id ?? inserted.get(row.values.reference!) ?? null;
  const old = accepted.flatMap((row) => {
    const own = ownOf(row);
    return own ? [{ id: own.id, values: row.values }] : [];
  });
  const changed = await updateRows(db, 'supermarkets', accountId, old);
  const branches = accepted.flatMap((row) =>
    (row.values.branches ?? []).map((branch) => ({ branch, supermarketId: idOf(row) })),
  );
  const added = branches.filter(({ branch }) => !stored.branches.has(branch.reference));
  await insertRows(
    db,
    'branches',
    accountId,
    added.map(({ branch, supermarketId }) => ({ ...branch, supermarketId })),
  );
  const kept = branches.filter(({ branch }) => stored.branches.has(branch.reference));
  const changedBranches = await updateRows(
    db,
    'branches',
    accountId,
    kept.map(({ branch }) => ({ id: stored.branches.get(branch.reference)!.id, values: branch })),
  );
  const counts = { supermarkets: created.length, branches: added.length };
  if (created.length + added.length > 0) await countUp(db, context, counts);
  Object.assign(earlier.room, stored.left);
  for (const { branch } of branches) earlier.branches.add(branch.reference);
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
async function readExisting(
  context: Context,
  rows: SupermarketInputRow[],
  earlier: EarlierRows,
): Promise<ExistingSupermarkets> {
  const { accountId, plan, scopes } = callerOf(context);
  const { db } = context;
  const references = rows.flatMap(({ values }) => values.reference ?? []);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const branchReferences = rows.flatMap(({ values }) =>
    (values.branches ?? []).map((each) => each.reference),
  );
  // Calls of one account run one after the other.
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`supermarkets of ${accountId}`}, 0))`;
  const [counter] = await db.$queryRaw<{ supermarkets: number; branches: number }[]>`
    SELECT supermarkets, branches FROM supermarket_counts WHERE account_id = ${accountId} FOR NO KEY UPDATE`;
  const supermarkets = await db.$queryRaw<{ id: bigint; reference: string | null }[]>`
    SELECT id, reference FROM supermarkets
    WHERE account_id = ${accountId} AND (reference = ANY(${references}::text[]) OR id = ANY(${ids}::bigint[]))
    ORDER BY id FOR NO KEY UPDATE`;
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
      isLocked: true,
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
        return [
          [supermarketKey(id), own] as const,
          ...(reference === null ? [] : [[reference, own] as const]),
        ];
      }),
    ),
    branches: new Map(
      branches.map(({ id, reference, supermarket_id }) => [reference, { id, supermarketId: supermarket_id }]),
    ),
    earlier: earlier.branches,
    planned: new Set(),
    left: {
      supermarkets: roomAfter(earlier, 'supermarkets', quotas.supermarkets - (counter?.supermarkets ?? 0)),
      branches: roomAfter(earlier, 'branches', quotas.branches - (counter?.branches ?? 0)),
    },
  };
}

/** Returns the key of a supermarket by its id; references are trimmed, so none begins with a space. */
function supermarketKey(id: bigint): string {
  return ` ${id}`;
}
