import { type CronItem, parseCronItems, type TaskList } from 'graphile-worker';
import { connect } from '../database/connect.ts';
import { SEND_WEBHOOKS } from '../schema/webhook/account-jobs.ts';
import { pruneExpired } from './prune-expired.ts';
import type { Runs } from './send-webhooks.ts';

/** Returns the tasks of the worker. */
export function createTasks(url: string, runs: Pick<Runs, 'send'>): TaskList {
  return {
    [SEND_WEBHOOKS]: (payload) => runs.send(BigInt((payload as { accountId: string }).accountId)),
    pruneExpired: () => pruneOn(url),
  };
}

/** Uses a separate connection without a statement timeout. */
async function pruneOn(url: string): Promise<void> {
  const database = connect(url, { max: 1 });
  await pruneExpired(database.pool).finally(() => database.close());
}

/** The schedule of the tasks, in UTC. */
export const schedule = parseCronItems([
  { task: 'pruneExpired', match: '*/10 * * * *', identifier: 'prune-expired', options: { maxAttempts: 3 } },
] satisfies CronItem[]);
