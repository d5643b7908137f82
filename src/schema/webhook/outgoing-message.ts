import type { Pool } from 'pg';
import type { DeliverMessage } from './delivery-job.ts';

/** A message as a job finds it when its time has come. */
export interface OutgoingMessage {
  webhookId: string;
  subscriptionId: bigint;
  url: string;
  body: string;
  /** The secret, and the one before while both sign. */
  secrets: string[];
  /** Whether the subscription's last callback failed. */
  isFailing: boolean;
}

const LOAD = {
  name: 'load-message',
  text: `
    SELECT message.webhook_id AS "webhookId", subscription.id AS "subscriptionId", url, body,
           CASE WHEN previous_secret_expires_at > now() THEN ARRAY[secret, previous_secret]
                ELSE ARRAY[secret] END AS secrets,
           consecutive_failures > 0 AS "isFailing"
    FROM webhook_messages message
    JOIN webhook_subscriptions subscription
      ON subscription.account_id = message.account_id AND subscription.id = message.subscription_id
    JOIN events event ON event.account_id = message.account_id AND event.id = message.event_id
    WHERE message.account_id = $1 AND message.id = $2
      AND message.job_number = $3 AND message.status = 'pending' AND subscription.status = 'active'`,
};

/** The message a job is to send; undefined when it was overtaken, finished or its subscription deactivated. */
export async function loadMessage(
  pool: Pool,
  { account, message, job }: DeliverMessage,
): Promise<OutgoingMessage | undefined> {
  const { rows } = await pool.query<Omit<OutgoingMessage, 'subscriptionId'> & { subscriptionId: string }>({
    ...LOAD,
    values: [account, message, job],
  });
  const [row] = rows;
  return row && { ...row, subscriptionId: BigInt(row.subscriptionId) };
}
