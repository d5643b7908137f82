import { type CronItem, parseCronItems, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { pruneExpired } from './prune-expired.ts';

/** Every task of the worker. */
export function createTasks(pool: Pool): TaskList {
  return {
    pruneExpired: () => pruneExpired(pool),
  };
}

/** When tasks run by themselves, in UTC. */
export const schedule = parseCronItems([
  { task: 'pruneExpired', match: '*/10 * * * *', identifier: 'prune-expired', options: { maxAttempts: 3 } },
] satisfies CronItem[]);
