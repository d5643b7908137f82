import type { Context } from '../../core/context.ts';
import { TEST_EVENT } from '../../core/event/events.ts';
import { holdActiveSubscription } from './hold-subscription.ts';

/** A test event that is being sent. */
export interface SentTest {
  subscription: bigint;
  message: bigint;
}

/**
 * Sends the event `webhook.test` to one subscription, also during a pause. @throws AppError `not_found`,
 * `insufficient_scope`, `validation_error`
 */
export async function sendTest(context: Context, subscription: string): Promise<SentTest> {
  const sent = await holdActiveSubscription(context, subscription, async (tx, { accountId, id }) => {
    // The message is created here, not by the dispatcher, so that its id can be returned.
    const [created] = await tx.$queryRaw<[{ message: bigint }]>`
      WITH event AS (
        INSERT INTO events (account_id, type, body, recipients)
        SELECT ${accountId}, ${TEST_EVENT}, row_to_json(body)::text, NULL
        FROM (SELECT ${TEST_EVENT} AS event, iso_utc(now()) AS timestamp,
                     row_to_json(data) AS data
              FROM (SELECT ${id}::bigint AS webhook_id) data) body
        RETURNING id
      )
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at, at_once)
      SELECT ${accountId}, ${id}, id, 'pending', now(), true FROM event
      RETURNING id AS message`;
    return { subscription: id, ...created };
  });
  context.announce(false);
  return sent;
}
