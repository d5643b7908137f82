import { type CronItem, parseCronItems, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { DELIVER_MESSAGE, type DeliverMessage } from '../schema/webhook/delivery-job.ts';
import { deliverMessage, type DeliveryOptions } from './deliver-message.ts';
import { pruneExpired } from './prune-expired.ts';

/** Every task of the worker. */
export function createTasks(pool: Pool, delivery: DeliveryOptions): TaskList {
  return {
    [DELIVER_MESSAGE]: (payload) => deliverMessage(payload as DeliverMessage, delivery),
    pruneExpired: () => pruneExpired(pool),
  };
}

/** When tasks run by themselves, in UTC. */
export const schedule = parseCronItems([
  { task: 'pruneExpired', match: '*/10 * * * *', identifier: 'prune-expired', options: { maxAttempts: 3 } },
] satisfies CronItem[]);
