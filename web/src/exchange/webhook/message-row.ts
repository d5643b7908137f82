import type { WebhookLogQuery } from '../../generated/operations.ts';

/** A message in the log of a webhook. */
export type MessageRow = NonNullable<WebhookLogQuery['webhook']>['messages']['nodes'][number];

/** Returns the event of a message with the number of its record. */
export function nameOf({ event, recordId }: Pick<MessageRow, 'event' | 'recordId'>): string {
  return recordId === null ? event : `${event} #${recordId}`;
}
