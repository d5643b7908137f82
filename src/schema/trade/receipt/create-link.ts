import { violation } from '../../../problems.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { AppError, faultAt, notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { MAX_RECEIPT_LINKS, RECEIPT_LINK_DAYS } from '../limits.ts';
import { hashOfLink, newLinkToken } from './link-token.ts';

export interface CreatedLink {
  token: string;
  expiresAt: Date;
}

/** Creates a link as {@link createLink} does, and its audit entry in the same transaction. */
export function createAuditedLink(context: Context, id: string): Promise<CreatedLink> {
  return inAuditedTransaction(context, (inside) => createLink(inside, id), {
    action: 'receipt_link.created',
    details: { delivery: id },
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
      FROM deliveries WHERE /* guard: link-account */ account_id = ${accountId} AND /* end */ id = ${deliveryId}
        /* guard: link-of-cancelled */ AND status <> 'cancelled'
      FOR NO KEY UPDATE
    ) /* guard: receipt-link-count */, dropped AS (
      DELETE FROM receipt_links WHERE account_id = ${accountId} AND token_hash IN (
        SELECT token_hash FROM receipt_links WHERE account_id = ${accountId} AND delivery_id = ${deliveryId}
        ORDER BY created_at DESC OFFSET ${MAX_RECEIPT_LINKS - 1})
    ) /* end */
    INSERT INTO receipt_links (account_id, token_hash, delivery_id, expires_at)
    SELECT ${accountId}, ${hashOfLink(token)}, id, expires_at FROM delivery
      /* guard: link-of-old-delivery */ WHERE expires_at > now()
    RETURNING expires_at AS "expiresAt"`;
  if (!link) throw await linkRefusal(context, deliveryId);
  return { token, expiresAt: link.expiresAt };
}

async function linkRefusal(context: Context, id: bigint): Promise<AppError> {
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
