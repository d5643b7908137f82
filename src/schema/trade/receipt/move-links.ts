import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { RECEIPT_LINK_DAYS } from '../limits.ts';

/**
 * Returns the UPDATE that moves the links of a delivery to its new version, the row of `delivery`, with the
 * expiry for its date: notes that were printed before the change then show the new version.
 */
export function moveLinks(context: Context, oldId: bigint): Prisma.Sql {
  const { timeZone = 'UTC' } = callerOf(context);
  return Prisma.sql`
    UPDATE receipt_links SET delivery_id = delivery.id,
      expires_at = (delivery.delivery_date + ${RECEIPT_LINK_DAYS}::int)::timestamp AT TIME ZONE ${timeZone}
    FROM delivery WHERE receipt_links.account_id = ${accountOf(context)} AND receipt_links.delivery_id = ${oldId}`;
}
