import type { WebhookLogQuery } from '../../generated/operations.ts';

/** A message in the log of a webhook. */
export type MessageRow = NonNullable<WebhookLogQuery['webhook']>['messages']['nodes'][number];

/** Returns the event of a message with the number of its record. */
export function nameOf({ event, recordId }: Pick<MessageRow, 'event' | 'recordId'>): string {
  return recordId === null ? event : `${event} #${recordId}`;
}

/** Returns when a message is sent next: one that was never tried waits for the end of the webhook's pause. */
export function nextAttemptOf(
  { nextAttemptAt, attempts }: Pick<MessageRow, 'nextAttemptAt' | 'attempts'>,
  pausedUntil: string | null,
): string | null {
  const isHeld = nextAttemptAt !== null && pausedUntil !== null && attempts.length === 0;
  return isHeld && pausedUntil > nextAttemptAt ? pausedUntil : nextAttemptAt;
}
