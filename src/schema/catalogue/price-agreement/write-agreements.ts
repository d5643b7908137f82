import { isExcluded } from '../../../database/duplicate.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { inSavepoint } from '../../core/write/in-savepoint.ts';
import { quotaExceeded } from '../../people/account/quota.ts';
import { type AgreementRow, overlapFault, type RowFault } from './agreement-row.ts';
import { countAgreements, inputRows, isMeant } from './read-agreements.ts';

/** The results of written rows. */
export interface WrittenAgreements {
  /** The id of each row's agreement; null for a removed one. */
  ids: (bigint | null)[];
  added: number;
  changed: number;
  removed: number;
}

/**
 * Writes agreements that do not contradict one another, all with one statement, in the open transaction of
 * `context`; or returns the rows that overlap a stored agreement which no row names.
 *
 * @throws AppError `quota_exceeded`
 */
export async function writeAgreements(
  context: Context,
  rows: readonly AgreementRow[],
  pathOf: (index: number) => string,
): Promise<WrittenAgreements | RowFault[]> {
  await lockAgreements(context);
  try {
    const written = await inSavepoint(context, () => writeRows(context, rows));
    if (written.added > 0) await requireRoom(context);
    return written;
  } catch (error) {
    if (!isExcluded(error)) throw error;
    const overlaps = await findOverlaps(context, rows, pathOf);
    if (overlaps.length === 0) throw error;
    return overlaps;
  }
}

/**
 * Locks the agreements of the account until the transaction ends. Without it, two calls that add overlapping
 * periods could wait for each other, and the quota be exceeded.
 */
export async function lockAgreements(context: Context): Promise<void> {
  const { accountId } = callerOf(context);
  // guard: agreements-lock
  await context.db.$queryRaw`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
}

async function writeRows(context: Context, rows: readonly AgreementRow[]): Promise<WrittenAgreements> {
  const { accountId } = callerOf(context);
  const written = await context.db.$queryRaw<WrittenRow[]>`
    WITH input AS MATERIALIZED (
      SELECT input.*, agreement.id, (agreement.price, agreement.valid_to)
               IS DISTINCT FROM (input.price, input.valid_to) AS differs
      FROM ${inputRows(rows)} LEFT JOIN price_agreements agreement ON ${isMeant(accountId)}
    ), removed AS (
      DELETE FROM price_agreements agreement USING input
      WHERE agreement.account_id = ${accountId} AND agreement.id = input.id AND input.price IS NULL
    ), changed AS (
      UPDATE price_agreements agreement
      SET price = input.price, valid_to = input.valid_to, changed_at = now(), changed_by = ${actorName(context)}
      FROM input
      WHERE agreement.account_id = ${accountId} AND agreement.id = input.id AND input.price IS NOT NULL
        AND input.differs
    ), numbered AS MATERIALIZED (
      SELECT ordered.*, next_id('price_agreements_id_seq') AS new_id
      FROM (SELECT * FROM input WHERE id IS NULL AND price IS NOT NULL ORDER BY position) AS ordered
    ), added AS (
      INSERT INTO price_agreements (account_id, id, supermarket_id, product_id, price, valid_from, valid_to, changed_by)
      SELECT ${accountId}, new_id, supermarket_id, product_id, price, valid_from, valid_to, ${actorName(context)}
      FROM numbered
    )
    SELECT CASE WHEN input.price IS NOT NULL THEN coalesce(input.id, new_id) END AS id,
           CASE WHEN input.price IS NULL THEN CASE WHEN input.id IS NOT NULL THEN 'removed' END
                WHEN input.id IS NULL THEN 'added' WHEN input.differs THEN 'changed' END AS outcome
    FROM input LEFT JOIN numbered USING (position)
    ORDER BY input.position`;
  const count = (outcome: WrittenRow['outcome']) => written.filter((row) => row.outcome === outcome).length;
  return {
    ids: written.map(({ id }) => id),
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
  };
}

interface WrittenRow {
  id: bigint | null;
  outcome: 'added' | 'changed' | 'removed' | null;
}

async function requireRoom({ db, ...context }: Context): Promise<void> {
  const { accountId, plan } = callerOf(context);
  const max = PLAN_LIMITS[plan].quotas.priceAgreements;
  const count = await countAgreements(db, accountId, max);
  if (count > max) throw quotaExceeded(plan, 'priceAgreements');
}

/** Returns the rows whose periods overlap a stored one that no row names, each with the first of these. */
async function findOverlaps(
  context: Context,
  rows: readonly AgreementRow[],
  pathOf: (index: number) => string,
): Promise<RowFault[]> {
  const { accountId } = callerOf(context);
  const found = await context.db.$queryRaw<{ index: number; validFrom: string; validTo: string | null }[]>`
    WITH input AS MATERIALIZED (SELECT * FROM ${inputRows(rows)})
    SELECT DISTINCT ON (position) (position - 1)::int AS index, stored.valid_from::text AS "validFrom",
           stored.valid_to::text AS "validTo"
    FROM input JOIN price_agreements stored
      ON stored.account_id = ${accountId} AND stored.supermarket_id = input.supermarket_id
      AND stored.product_id = input.product_id
      AND daterange(stored.valid_from, stored.valid_to, '[]') && daterange(input.valid_from, input.valid_to, '[]')
    WHERE input.price IS NOT NULL
      AND (stored.supermarket_id, stored.product_id, stored.valid_from)
        NOT IN (SELECT supermarket_id, product_id, valid_from FROM input)
    ORDER BY position, stored.valid_from`;
  return found.map(({ index, ...period }) => ({ index, fault: overlapFault(pathOf(index), period) }));
}
