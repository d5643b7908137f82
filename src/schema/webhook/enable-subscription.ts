import type { Db } from '../../database/connect.ts';
import { notFound } from '../errors.ts';

/**
 * Makes a subscription active again and sets its count of failures to 0 (specification, "Webhook
 * subscription"). What was missed stays where it is: it can be recovered.
 *
 * @throws AppError `not_found`
 */
export async function enableSubscription(db: Db, where: { accountId?: bigint; id: bigint }): Promise<void> {
  const { count } = await db.webhookSubscription.updateMany({
    where,
    data: { status: 'active', consecutiveFailures: 0, deactivatedAt: null, deactivationReason: null },
  });
  if (count === 0) throw notFound('this webhook');
}
