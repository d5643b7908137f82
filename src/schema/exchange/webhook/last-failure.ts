import { accountOf, type Context } from '../../core/context.ts';

/** How many of the newest messages are searched for failed ones, besides those that wait for a retry. */
const MAX_NEWEST = 1_000;
/** How many failed messages are compared. */
const MAX_FAILED = 100;

/**
 * Returns the id of the message whose attempt failed last; undefined without one, or if a thousand messages
 * were created after it.
 */
export async function lastFailureOf(context: Context, id: bigint): Promise<bigint | undefined> {
  const accountId = accountOf(context);
  const [found] = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT failed.id
    FROM (
      (SELECT id FROM webhook_messages
       WHERE account_id = ${accountId} AND subscription_id = ${id} AND status = 'pending' AND failures > 0
       ORDER BY next_attempt_at LIMIT ${MAX_FAILED})
      UNION
      (SELECT id FROM (
         SELECT id, failures FROM webhook_messages WHERE account_id = ${accountId} AND subscription_id = ${id}
         ORDER BY id DESC LIMIT ${MAX_NEWEST}) AS newest
       WHERE failures > 0 LIMIT ${MAX_FAILED})
    ) AS failed
    CROSS JOIN LATERAL (
      SELECT attempted_at FROM webhook_attempts attempt
      WHERE attempt.account_id = ${accountId} AND message_id = failed.id AND error IS NOT NULL
      ORDER BY attempt.id DESC LIMIT 1
    ) AS attempt
    ORDER BY attempted_at DESC LIMIT 1`;
  return found?.id;
}
