import { z } from 'zod';
import { inTransaction } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { valid } from '../valid.ts';
import { holdActive } from './hold-subscription.ts';
import { enqueueEach } from './delivery-job.ts';
import { afresh } from './resend-message.ts';

/** Since when; everything that is kept when left out. */
const RecoverInput = z.strictObject({
  since: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 time with an offset' })
    .refine((time) => time >= '1900' && time < '2101', 'must be between the years 1900 and 2100')
    .transform((time) => new Date(time))
    .nullish(),
});

/**
 * Sends what a subscription did not get since then: its messages that failed or were cancelled, and
 * the events that came while it was deactivated.
 *
 * @returns how many messages are sent
 * @throws AppError `not_found`, `insufficient_scope`, `validation_error`
 */
export async function recoverMessages(context: Context, id: string, input: unknown): Promise<number> {
  const { since } = valid(RecoverInput, input);
  const from = since ?? new Date(0);
  const accountId = accountOf(context);
  return inTransaction(context.db, async (tx) => {
    const subscriptionId = await holdActive(tx, context, id);
    const [unsent] = await tx.$queryRaw<[{ count: bigint }]>`
      WITH message AS (${afresh(
        accountId,
        Prisma.sql`
        subscription_id = ${subscriptionId} AND status IN ('failed', 'cancelled') AND created_at >= ${from}`,
      )})
      ${enqueueEach(Prisma.sql`message`)}`;
    const [missed] = await tx.$queryRaw<[{ count: bigint }]>`
      WITH message AS (
        INSERT INTO webhook_messages (account_id, subscription_id, event_id)
        SELECT event.account_id, subscription.id, event.id
        FROM webhook_subscriptions subscription
        JOIN events event ON event.account_id = subscription.account_id
          AND event.type = ANY(subscription.events)
          AND event.created_at >= greatest(subscription.created_at, ${from})
        WHERE subscription.account_id = ${accountId} AND subscription.id = ${subscriptionId}
          -- One still on its way to the dispatcher was not missed.
          AND (event.recipients IS NULL OR subscription.id <> ALL(event.recipients))
        ORDER BY event.id
        ON CONFLICT (account_id, subscription_id, event_id) DO NOTHING
        RETURNING *
      ) ${enqueueEach(Prisma.sql`message`)}`;
    return Number(unsent.count + missed.count);
  });
}
