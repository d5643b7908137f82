import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { holdActiveSubscription } from './hold-subscription.ts';
import { isWebhookId } from '../../core/noun/webhook-id.ts';

/**
 * The SQL that adds an event for each message of a query `sent`, so that live streams show that a user
 * resends it. Its type is not sent to webhooks or listed.
 */
export const NOTE_RESENDS = `
  INSERT INTO events (account_id, type, body, resent_event_id)
  SELECT account_id, 'webhook.resent', '', event_id FROM sent ORDER BY event_id`;

/**
 * Sends a message now, whatever its status, also during a pause, with the same webhook-id and the full retry
 * schedule.
 *
 * @throws AppError `not_found`, `insufficient_scope`, `validation_error`
 */
export async function resendMessage(
  context: Context,
  subscription: string,
  webhookId: string,
): Promise<bigint> {
  const sent = await holdActiveSubscription(context, subscription, async (tx, { accountId, id }) => {
    if (!isWebhookId(webhookId)) throw notFound('webhook message');
    const [message] = await tx.$queryRaw<{ id: bigint }[]>`
      WITH sent AS (
        UPDATE webhook_messages
        SET status = 'pending', failures = 0, lease = NULL, next_attempt_at = now(), at_once = true
        WHERE account_id = ${accountId} AND webhook_id = ${webhookId} AND subscription_id = ${id}
        RETURNING account_id, id, event_id
      ), noted AS (${Prisma.raw(NOTE_RESENDS)})
      SELECT id FROM sent`;
    if (!message) throw notFound('webhook message');
    return message.id;
  });
  context.announce(false);
  return sent;
}
