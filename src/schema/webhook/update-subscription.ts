import { z } from 'zod';
import { accountOf, callerOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { given } from '../given.ts';
import { recordIdOf } from '../record-id.ts';
import { valid } from '../valid.ts';
import { requireReadScopes } from '../event/event-rules.ts';
import { subscriptionRules } from './subscription-rules.ts';

/** Any subset of a subscription's fields. */
function subscriptionChanges(allowPrivateNetworks: boolean) {
  const { url, events, description } = subscriptionRules(allowPrivateNetworks);
  return given(z.strictObject({ url: url.nullish(), events: events.nullish(), description }));
}

/** Changes only what is given. @throws AppError `validation_error`, `insufficient_scope`, `not_found` */
export async function updateSubscription(context: Context, id: string, input: unknown): Promise<bigint> {
  const changes = valid(subscriptionChanges(context.allowPrivateCallbacks), input);
  requireReadScopes(callerOf(context), changes.events ?? []);
  const record = recordIdOf(id);
  const { count } = await context.db.webhookSubscription.updateMany({
    where: { accountId: accountOf(context), id: record },
    data: changes,
  });
  if (count === 0) throw notFound('this webhook');
  return record;
}
