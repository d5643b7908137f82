import { inTransaction } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { wakeAccount } from './account-jobs.ts';
import { holdActive } from './hold-subscription.ts';

/** A test event that is being sent. */
export interface SentTest {
  subscription: bigint;
  message: bigint;
}

/** Sends the event `webhook.test` to one subscription. @throws AppError `not_found`, `insufficient_scope`, `validation_error` */
export async function sendTest(context: Context, id: string): Promise<SentTest> {
  const sent = await inTransaction(context.db, async (tx) => {
    const subscription = await holdActive(tx, context, id);
    // The message is created here, not by the dispatcher, so that its id can be returned.
    const [created] = await tx.$queryRaw<[{ message: bigint }]>`
      WITH event AS (
        INSERT INTO events (account_id, type, body, recipients)
        SELECT ${accountOf(context)}, 'webhook.test', row_to_json(body)::text, NULL
        FROM (SELECT 'webhook.test' AS event, iso_utc(now()) AS timestamp,
                     row_to_json(data) AS data
              FROM (SELECT ${subscription}::bigint AS webhook_id) data) body
        RETURNING id
      )
      INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
      SELECT ${accountOf(context)}, ${subscription}, id, 'pending', now() FROM event
      RETURNING id AS message`;
    await wakeAccount(tx, accountOf(context));
    return { subscription, message: created.message };
  });
  context.announce(false);
  return sent;
}
