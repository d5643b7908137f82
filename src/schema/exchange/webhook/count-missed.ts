import { accountOf, type Context } from '../../core/context.ts';

/** How long before the deactivation messages must have failed to count as missed. */
export const MISSED_BEFORE_MS = 86_400_000;
const MAX_MISSED = 10_000;
/**
 * The maximum number of events that are examined, because the account can have millions of other types of
 * events.
 */
const MAX_SEEN = 100_000;

/**
 * Returns how many messages enabling a deactivated webhook with `recover` would send, counted up to 10,000.
 */
export async function countMissed(context: Context, id: bigint, deactivatedAt: Date): Promise<number> {
  const accountId = accountOf(context);
  const since = new Date(deactivatedAt.getTime() - MISSED_BEFORE_MS);
  const [counted] = await context.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      (SELECT FROM webhook_messages m JOIN webhook_subscriptions s
         ON s.account_id = m.account_id AND s.id = m.subscription_id
       WHERE m.account_id = ${accountId} AND subscription_id = ${id} AND m.status IN ('failed', 'cancelled')
         AND m.created_at >= greatest(${since}, s.created_at)
       LIMIT ${MAX_MISSED})
      UNION ALL
      (SELECT FROM (
         SELECT id, type, recipients FROM events
         WHERE account_id = ${accountId} AND created_at >= greatest(${since},
           (SELECT created_at FROM webhook_subscriptions WHERE account_id = ${accountId} AND id = ${id}))
         ORDER BY id DESC LIMIT ${MAX_SEEN}
       ) AS event
       WHERE type = ANY(
               (SELECT events FROM webhook_subscriptions WHERE account_id = ${accountId} AND id = ${id})::text[])
         AND (recipients IS NULL OR ${id} <> ALL(recipients))
         AND NOT EXISTS (
           SELECT FROM webhook_messages
           WHERE account_id = ${accountId} AND subscription_id = ${id} AND event_id = event.id)
       LIMIT ${MAX_MISSED})
      LIMIT ${MAX_MISSED}
    ) AS missed`;
  return counted.count;
}
