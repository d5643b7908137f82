import type { Tx } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { fault, notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';

/**
 * Holds a subscription active for the rest of the transaction: nothing is sent to a deactivated one
 * until its user enables it.
 *
 * @throws AppError `not_found`, or `validation_error` when it is deactivated
 */
export async function holdActive(tx: Tx, context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const [subscription] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status FROM webhook_subscriptions
    WHERE account_id = ${accountOf(context)} AND id = ${record} FOR NO KEY UPDATE`;
  if (!subscription) throw notFound('this webhook');
  if (subscription.status === 'active') return record;
  throw fault('validation_error', 'this webhook is deactivated: enable it first');
}
