import type { Tx } from '../../database/connect.ts';
import { accountOf, callerOf, type Context } from '../context.ts';
import { fault, notFound } from '../errors.ts';
import { requireReadScopes } from '../event/event-rules.ts';
import { recordIdOf } from '../record-id.ts';

/** A subscription that is locked until the transaction ends. */
export interface HeldSubscription {
  id: bigint;
  status: string;
  events: string[];
  /** Events it was subscribed to before; waiting retries and old messages may still contain them. */
  pastEvents: string[];
}

/**
 * Locks a subscription for a caller that changes where its messages go or what signs them, or sends them. The caller
 * needs the read scope of every event that the subscription has or had; otherwise a key could redirect data that it
 * may not read.
 *
 * @throws AppError `not_found`, `insufficient_scope`
 */
export async function holdSubscription(tx: Tx, context: Context, id: string): Promise<HeldSubscription> {
  const record = recordIdOf(id);
  const [subscription] = await tx.$queryRaw<HeldSubscription[]>`
    SELECT id, status, events, past_events AS "pastEvents" FROM webhook_subscriptions
    WHERE account_id = ${accountOf(context)} AND id = ${record} FOR NO KEY UPDATE`;
  if (!subscription) throw notFound('this webhook');
  requireReadScopes(callerOf(context), [...subscription.events, ...subscription.pastEvents]);
  return subscription;
}

/**
 * Locks a subscription as above and requires it to be active: a deactivated one receives nothing until its user
 * enables it.
 *
 * @throws AppError `not_found`, `insufficient_scope`, or `validation_error` when it is deactivated
 */
export async function holdActive(tx: Tx, context: Context, id: string): Promise<bigint> {
  const { id: record, status } = await holdSubscription(tx, context, id);
  if (status === 'active') return record;
  throw fault('validation_error', 'this webhook is deactivated: enable it first');
}
