import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';

const GRACE_MS = 5_000;

/**
 * Waits for the end of `runner`. Once its jobs are finished only a few statements are left to it; it
 * can wait for ever, though, for statements that failed as the database went away. It is left to that.
 */
export async function runnerEnd(runner: Runner, events: WorkerEvents): Promise<void> {
  const over = new AbortController();
  const finished = once(events, 'pool:gracefulShutdown:complete', over);
  const failed = once(events, 'pool:gracefulShutdown:error', over);
  const overdue = Promise.race([finished, failed]).then(() => sleep(GRACE_MS, undefined, over));
  try {
    await Promise.race([runner.promise, overdue]);
  } finally {
    over.abort();
  }
}
