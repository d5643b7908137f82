/** A message that is due, with all it takes to send it. */
export interface OutgoingMessage {
  id: bigint;
  /** Counts its attempts and resends: a result counts only for the number it was sent under. */
  number: number;
  webhookId: string;
  subscriptionId: bigint;
  url: string;
  body: string;
  /** The secret, and the one before while both sign. */
  secrets: string[];
  /** Whether the subscription's last callback failed. */
  isFailing: boolean;
  /** When its event happened, if this is its first attempt. */
  since: Date | null;
}

/** Its columns, of a `message`, its `subscription` and the event's `body` and `happened_at`. */
export const SENDABLE = `
  message.id, job_number AS number, webhook_id AS "webhookId", subscription_id AS "subscriptionId", url, body,
  CASE WHEN previous_secret_expires_at > now() THEN ARRAY[secret, previous_secret] ELSE ARRAY[secret] END AS secrets,
  consecutive_failures > 0 AS "isFailing", CASE job_number WHEN 1 THEN happened_at END AS since`;

type Row = Omit<OutgoingMessage, 'id' | 'subscriptionId'> & { id: string | null; subscriptionId: string };

/** Reads rows of these columns; one without an id is no message. */
export function toMessages(rows: Row[]): OutgoingMessage[] {
  return rows.flatMap(({ id, ...row }) =>
    id === null ? [] : [{ ...row, id: BigInt(id), subscriptionId: BigInt(row.subscriptionId) }],
  );
}
