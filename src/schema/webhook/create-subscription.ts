import { z } from 'zod';
import type { Db } from '../../database/connect.ts';
import { accountOf, callerOf, type Context } from '../context.ts';
import { valid } from '../valid.ts';
import { newSecret } from './signature.ts';
import { requireReadScopes, subscriptionRules } from './subscription-rules.ts';

/** A subscription whose secret can be shown, this once. */
export interface RevealedSubscription {
  id: bigint;
  secret: string;
}

/** Subscribes a URL to events from now on. @throws AppError `validation_error`, `insufficient_scope` */
export async function createSubscription(context: Context, input: unknown): Promise<RevealedSubscription> {
  const subscription = valid(z.strictObject(subscriptionRules(context.allowPrivateCallbacks)), input);
  requireReadScopes(callerOf(context), subscription.events);
  return insertSubscription(context.db, accountOf(context), subscription);
}

/** Stores a subscription that was checked. */
export async function insertSubscription(
  db: Db,
  accountId: bigint,
  subscription: { url: string; events: string[]; description?: string | null },
): Promise<RevealedSubscription> {
  const secret = newSecret();
  const { id } = await db.webhookSubscription.create({
    data: { accountId, secret, ...subscription },
    select: { id: true },
  });
  return { id, secret };
}
