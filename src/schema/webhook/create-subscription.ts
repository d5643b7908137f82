import { z } from 'zod';
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

/** Subscribes a URL to events from now on. @throws AppError `validation_error`, `insufficient_scope` */
export async function createSubscription(context: Context, input: unknown): Promise<RevealedSubscription> {
  const subscription = valid(z.strictObject(subscriptionRules(context.allowPrivateCallbacks)), input);
  requireReadScopes(callerOf(context), subscription.events);
  const secret = newSecret();
  const { id } = await context.db.webhookSubscription.create({
    data: { accountId: accountOf(context), secret, ...subscription },
    select: { id: true },
  });
  return { id, secret };
}
