import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, type Context } from '../../core/context.ts';
import type { Field, NamesIn } from '../../core/noun/fields.ts';
import { differing, newValues, setFrom } from '../../core/noun/fields-sql.ts';
import { DELIVERY_FIELDS } from './fields.ts';

type InPlace = Exclude<NamesIn<typeof DELIVERY_FIELDS, 'change'>, 'products' | 'branchId' | 'deliveryDate'>;

const { notes, reference, orderNumber, carrier } = DELIVERY_FIELDS;

/** The fields that change without a new version, because events do not show them. */
export const IN_PLACE = { notes, reference, orderNumber, carrier } satisfies Record<InPlace, Field>;

/**
 * Changes a pending delivery without a new version, and records who changed it, if anything differs. Returns
 * undefined if it is not pending.
 */
export async function changeInPlace(
  context: Context,
  id: bigint,
  changes: { [Name in InPlace]?: unknown },
): Promise<bigint | undefined> {
  const accountId = accountOf(context);
  const [changed] = await context.db.$queryRaw<{ id: bigint }[]>`
    WITH before AS (
      SELECT * FROM deliveries
      WHERE account_id = ${accountId} AND id = ${id} AND status = 'pending' FOR NO KEY UPDATE
    ), after AS (
      SELECT ${newValues(IN_PLACE, changes)} FROM before
    ), noted AS (
      INSERT INTO delivery_changes (account_id, delivery_id, changed_by, fields)
      SELECT * FROM (
        SELECT account_id, id, ${actorName(context)}, ${differing(IN_PLACE, 'before', 'after')} AS fields
        FROM before, after
      ) AS change
      WHERE fields <> '{}'
    )
    UPDATE deliveries SET ${setFrom(IN_PLACE, 'after')}, updated_at = now() FROM after
    WHERE account_id = ${accountId} AND id = ${id}
    RETURNING id`;
  return changed?.id;
}
