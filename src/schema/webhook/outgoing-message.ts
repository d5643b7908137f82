import type { Pool } from 'pg';
import { gathered } from '../../database/gathered.ts';
import { type SecretBox, webhookSecret } from '../secret/secret-box.ts';
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

// Each by its keys, whatever the planner thinks of the tables' sizes: that may be hours old.
const LOAD = {
  name: 'load-message',
  text: `
    SELECT asked.position, found.*
    FROM unnest($1::bigint[], $2::bigint[], $3::int[]) WITH ORDINALITY AS asked (account_id, id, job, position)
    CROSS JOIN LATERAL (
      SELECT message.webhook_id AS "webhookId", subscription.id AS "subscriptionId", url, body,
             CASE WHEN previous_secret_expires_at > now() THEN ARRAY[secret, previous_secret]
                  ELSE ARRAY[secret] END AS secrets,
             consecutive_failures > 0 AS "isFailing"
      FROM webhook_messages message
      JOIN webhook_subscriptions subscription
        ON subscription.account_id = message.account_id AND subscription.id = message.subscription_id
      JOIN events event ON event.account_id = message.account_id AND event.id = message.event_id
      WHERE message.account_id = asked.account_id AND message.id = asked.id AND message.job_number = asked.job
        AND message.status = 'pending' AND subscription.status = 'active'
      LIMIT 1
    ) AS found`,
};

type Row = Omit<OutgoingMessage, 'subscriptionId'> & { position: string; subscriptionId: string };

/** Loads the message a job is to send; undefined when it was overtaken, finished or its subscription deactivated. */
export type LoadMessage = (job: DeliverMessage) => Promise<OutgoingMessage | undefined>;

/** What jobs that begin together are to send is loaded together. */
export function createLoadMessage(pool: Pool, secrets: SecretBox): LoadMessage {
  return gathered(async (jobs: readonly DeliverMessage[]) => {
    const values = [
      jobs.map(({ account }) => account),
      jobs.map(({ message }) => message),
      jobs.map(({ job }) => job),
    ];
    const { rows } = await pool.query<Row>({ ...LOAD, values });
    const byPosition = new Map(rows.map((row) => [Number(row.position), row]));
    return jobs.map(({ account }, at) => {
      const row = byPosition.get(at + 1);
      return row && toMessage(row, account, secrets);
    });
  });
}

/** A secret that cannot be decrypted fails its own message, which is tried again: it is never signed with anything else. */
function toMessage(row: Row, account: string, box: SecretBox): OutgoingMessage | Error {
  const place = webhookSecret(account, row.subscriptionId);
  try {
    const secrets = row.secrets.map((stored) => box.open(stored, place));
    return { ...row, secrets, subscriptionId: BigInt(row.subscriptionId) };
  } catch (error) {
    return error as Error;
  }
}
