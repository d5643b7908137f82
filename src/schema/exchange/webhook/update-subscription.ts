import { z } from 'zod';
import type { Db } from '../../../database/connect.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { given } from '../../core/noun/given.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { requireReadScopes } from '../live-event/event-rules.ts';
import { WEBHOOK_FIELDS } from './fields.ts';
import { subscriptionRules } from './create-subscription.ts';
import { holdSubscription } from './hold-subscription.ts';

/** Returns the rules for an update: any subset of a subscription's fields. */
function subscriptionChanges(allowPrivateNetworks: boolean) {
  const { url, events, description } = subscriptionRules(allowPrivateNetworks);
  return given(
    z.strictObject({ url: url.optional(), events: events.optional(), description }),
    WEBHOOK_FIELDS,
  );
}

/**
 * Changes the fields of the input.
 *
 * @throws AppError `validation_error`, `insufficient_scope`, `not_found`, `precondition_failed`
 */
export async function updateSubscription(
  context: Context,
  id: string,
  input: unknown,
  ifMatch?: string | null,
): Promise<bigint> {
  const changes = valid(subscriptionChanges(context.settings.allowPrivateCallbacks), input);
  const { url, events } = changes;
  requireReadScopes(callerOf(context), events ?? []);
  const record = recordIdOf(id);
  return ifVersion(context, 'Webhook', record, ifMatch, (inside) => {
    if (!url && !events) return storeChanges(inside.db, inside, record, changes);
    return holdSubscription(inside, id, (tx, held) => {
      const before = new Set([...held.pastEvents, ...held.events]);
      const pastEvents = events && [...before.difference(new Set<string>(events))];
      return storeChanges(tx, inside, held.id, { ...changes, ...(pastEvents && { pastEvents }) });
    });
  });
}

type Changes = { url?: string; events?: string[]; pastEvents?: string[]; description?: string | null };

async function storeChanges(db: Db, context: Context, id: bigint, data: Changes): Promise<bigint> {
  const { count } = await db.webhookSubscription.updateMany({
    where: { accountId: accountOf(context), id },
    data,
  });
  if (count === 0) throw notFound('webhook');
  return id;
}
