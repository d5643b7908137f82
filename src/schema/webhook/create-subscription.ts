import { z } from 'zod';
import { inTransaction } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { requireRoom } from '../account/quota.ts';
import { accountOf, callerOf, type Context } from '../context.ts';
import { valid } from '../valid.ts';
import { newSecret } from './signature.ts';
import { requireReadScopes } from '../event/event-rules.ts';
import { subscriptionRules } from './subscription-rules.ts';

/** A subscription whose secret can be shown, this once. */
export interface RevealedSubscription {
  id: bigint;
  secret: string;
}

/**
 * Subscribes a URL to events from now on.
 * @throws AppError `validation_error`, `insufficient_scope`, `quota_exceeded`
 */
export async function createSubscription(context: Context, input: unknown): Promise<RevealedSubscription> {
  const subscription = valid(z.strictObject(subscriptionRules(context.allowPrivateCallbacks)), input);
  requireReadScopes(callerOf(context), subscription.events);
  const secret = newSecret();
  const accountId = accountOf(context);
  return inTransaction(context.db, async (tx) => {
    const held = Prisma.sql`SELECT FROM webhook_subscriptions WHERE account_id = ${accountId}`;
    await requireRoom(tx, accountId, 'webhooks', held);
    const { id } = await tx.webhookSubscription.create({
      data: { accountId, secret, ...subscription },
      select: { id: true },
    });
    return { id, secret };
  });
}
