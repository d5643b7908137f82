import { type CronItem, parseCronItems, type TaskList } from 'graphile-worker';
import { connect } from '../database/connect.ts';
import { DELIVER_MESSAGES, type DeliverMessage } from '../schema/webhook/delivery-job.ts';
import { deliverMessage, type DeliveryOptions } from './deliver-message.ts';
import { pruneExpired } from './prune-expired.ts';

/** Every task of the worker. */
export function createTasks(url: string, delivery: DeliveryOptions): TaskList {
  return {
    // Of several messages each succeeds or fails by itself: those that failed alone run again.
    [DELIVER_MESSAGES]: (payload) =>
      (payload as DeliverMessage[]).map((message) => deliverMessage(message, delivery)),
    pruneExpired: () => pruneOn(url),
  };
}

/** On a connection of its own: no statement of it is cut short, and the planner may use all kinds of indexes. */
async function pruneOn(url: string): Promise<void> {
  const database = connect(url, { max: 1 });
  await pruneExpired(database.pool).finally(() => database.close());
}

/** When tasks run by themselves, in UTC. */
export const schedule = parseCronItems([
  { task: 'pruneExpired', match: '*/10 * * * *', identifier: 'prune-expired', options: { maxAttempts: 3 } },
] satisfies CronItem[]);
