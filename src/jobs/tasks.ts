import { type CronItem, parseCronItems, type TaskList } from 'graphile-worker';
import { connect } from '../database/connect.ts';
import { SEND_WEBHOOKS } from '../schema/webhook/account-jobs.ts';
import { pruneExpired } from './prune-expired.ts';
import type { Runs } from './send-webhooks.ts';

/** Every task of the worker. */
export function createTasks(url: string, runs: Pick<Runs, 'send'>): TaskList {
  return {
    [SEND_WEBHOOKS]: (payload) => runs.send(BigInt((payload as { accountId: string }).accountId)),
    // Jobs of an older version, one for some messages: these messages' own rows say that they wait.
    deliverMessages: () => {},
    pruneExpired: () => pruneOn(url),
  };
}

/** On a connection of its own, on which no statement is cut short. */
async function pruneOn(url: string): Promise<void> {
  const database = connect(url, { max: 1 });
  await pruneExpired(database.pool).finally(() => database.close());
}

/** When tasks run by themselves, in UTC. */
export const schedule = parseCronItems([
  { task: 'pruneExpired', match: '*/10 * * * *', identifier: 'prune-expired', options: { maxAttempts: 3 } },
] satisfies CronItem[]);
