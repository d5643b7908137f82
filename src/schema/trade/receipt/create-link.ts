import { violation } from '../../../problems.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { AppError, faultAt, notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { MAX_RECEIPT_LINKS, RECEIPT_LINK_DAYS } from '../limits.ts';
import { hashOfLink, newLinkToken } from './link-token.ts';

export interface CreatedLink {
  token: string;
  expiresAt: Date;
}

/** Creates a link as {@link createLink} does, and its audit entry in the same transaction. */
export async function createAuditedLink(context: Context, id: string): Promise<CreatedLink> {
  return inOneTransaction(context, async (inside) => {
    const link = await createLink(inside, id);
    await leaveEntry(inside, { action: 'receipt_link.created', details: { delivery: id } });
    return link;
  });
}

/**
 * Creates a link with which a branch confirms a delivery. It is valid until seven days after the delivery
 * date, in the account's time zone.
 *
 * @throws AppError `not_found`, or `validation_error` for a delivery that is cancelled or too old
 */
async function createLink(context: Context, id: string): Promise<CreatedLink> {
  const accountId = accountOf(context);
  const { timeZone = 'UTC' } = callerOf(context);
  const deliveryId = recordIdOf(id);
  const token = newLinkToken();
  // With the lock, a link is created before or after a revision of the delivery or the end of its links, not
  // during it.
  const [link] = await context.db.$queryRaw<{ expiresAt: Date }[]>`
    WITH delivery AS (
      SELECT id, (delivery_date + ${RECEIPT_LINK_DAYS}::int)::timestamp AT TIME ZONE ${timeZone} AS expires_at
      FROM deliveries WHERE account_id = ${accountId} AND id = ${deliveryId} AND status <> 'cancelled'
      FOR NO KEY UPDATE
    ), dropped AS (
      DELETE FROM receipt_links WHERE account_id = ${accountId} AND token_hash IN (
        SELECT token_hash FROM receipt_links WHERE account_id = ${accountId} AND delivery_id = ${deliveryId}
        ORDER BY created_at DESC OFFSET ${MAX_RECEIPT_LINKS - 1})
    )
    INSERT INTO receipt_links (account_id, token_hash, delivery_id, expires_at)
    SELECT ${accountId}, ${hashOfLink(token)}, id, expires_at FROM delivery WHERE expires_at > now()
    RETURNING expires_at AS "expiresAt"`;
  if (!link) throw await refusal(context, deliveryId);
  return { token, expiresAt: link.expiresAt };
}

async function refusal(context: Context, id: bigint): Promise<AppError> {
  const delivery = await context.db.delivery.findUnique({
    where: { accountId_id: { accountId: accountOf(context), id } },
    select: { status: true },
  });
  if (!delivery) return notFound('delivery');
  const found =
    delivery.status === 'cancelled'
      ? violation('delivery_cancelled', 'is a cancelled delivery')
      : violation('delivery_too_old', `is a delivery that was due more than ${RECEIPT_LINK_DAYS} days ago`, {
          days: RECEIPT_LINK_DAYS,
        });
  return new AppError(faultAt('deliveryId', found));
}
