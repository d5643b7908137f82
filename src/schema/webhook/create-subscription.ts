import { z } from 'zod';
import { accountOf, callerOf, type Context } from '../context.ts';
import { valid } from '../valid.ts';
import { webhookSecret } from '../secret/secret-box.ts';
import { newSecret } from './signature.ts';
import { requireReadScopes } from '../event/event-rules.ts';
import { subscriptionRules } from './subscription-rules.ts';

/** A subscription whose secret can be shown, this once. */
export interface RevealedSubscription {
  id: bigint;
  secret: string;
}

/** Subscribes a URL to events from now on. @throws AppError `validation_error`, `insufficient_scope` */
export async function createSubscription(context: Context, input: unknown): Promise<RevealedSubscription> {
  const subscription = valid(z.strictObject(subscriptionRules(context.allowPrivateCallbacks)), input);
  requireReadScopes(callerOf(context), subscription.events);
  const accountId = accountOf(context);
  // The secret is bound to the id, which is therefore drawn first.
  const [{ id }] = await context.db.$queryRaw<[{ id: bigint }]>`
    SELECT nextval(pg_get_serial_sequence('webhook_subscriptions', 'id')) AS id`;
  const secret = newSecret();
  const sealed = context.secrets.seal(secret, webhookSecret(accountId, id));
  await context.db.webhookSubscription.create({
    data: { accountId, id, secret: sealed, ...subscription },
    select: { id: true },
  });
  return { id, secret };
}
