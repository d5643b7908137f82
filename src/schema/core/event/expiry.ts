import { type Expiry, olderThanDays } from '../../../database/expiry.ts';

/** How long events, messages and their log are stored. */
export const EVENT_DAYS = 30;

/** Events that are dispatched and sent. Deleting an event deletes its messages. */
export const EVENT_EXPIRY: readonly Expiry[] = [
  {
    table: 'events',
    key: ['account_id', 'id'],
    hasExpired: `${olderThanDays('created_at', EVENT_DAYS)} AND recipients IS NULL
         AND NOT EXISTS (SELECT FROM webhook_messages message
                         WHERE message.account_id = events.account_id AND message.event_id = events.id
                           AND message.status = 'pending')`,
  },
];
