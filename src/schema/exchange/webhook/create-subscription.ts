import { newSecret } from '@provender/guarded-sender/signature';
import { z } from 'zod';
import { inTransaction } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { requireQuota } from '../../people/account/quota.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { valid } from '../../core/noun/valid.ts';
import { webhookSecret } from '../../core/secret/secret-box.ts';
import { eventTypes, requireReadScopes } from '../live-event/event-rules.ts';
import { longText } from '../../core/noun/rules.ts';
import { callbackUrl } from './callback-url.ts';

/** A subscription with its secret, which can be shown only once. */
export interface RevealedSubscription {
  id: bigint;
  secret: string;
}

/** Returns the rules for a subscription's fields; REST uses the same names. */
export function subscriptionRules(allowPrivateNetworks: boolean) {
  return {
    url: callbackUrl(allowPrivateNetworks),
    events: eventTypes,
    description: longText.nullish(),
  };
}

/**
 * Subscribes a URL to events.
 *
 * @throws AppError `validation_error`, `insufficient_scope`, `quota_exceeded`
 */
export async function createSubscription(context: Context, input: unknown): Promise<RevealedSubscription> {
  const subscription = valid(
    z.strictObject(subscriptionRules(context.settings.allowPrivateCallbacks)),
    input,
  );
  requireReadScopes(callerOf(context), subscription.events);
  const accountId = accountOf(context);
  // The encrypted secret is bound to the id, so the id is drawn first.
  const [{ id }] = await context.db.$queryRaw<[{ id: bigint }]>`
    SELECT next_id('webhook_subscriptions_id_seq') AS id`;
  const secret = newSecret();
  const sealed = context.settings.secrets.seal(secret, webhookSecret(accountId, id));
  await inTransaction(context.db, async (tx) => {
    const held = Prisma.sql`SELECT FROM webhook_subscriptions WHERE account_id = ${accountId}`;
    await requireQuota(tx, accountId, 'webhooks', held);
    await tx.webhookSubscription.create({
      data: { accountId, id, secret: sealed, ...subscription },
      select: { id: true },
    });
  });
  return { id, secret };
}
