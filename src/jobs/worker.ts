import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Runner } from 'graphile-worker';
import { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { createTasks, schedule } from './tasks.ts';
import { workerLog } from './worker-log.ts';

const CONCURRENCY = 10;
const RESTART_PAUSE_MS = 1_000;

export interface Worker {
  isAlive(): boolean;
  /** Finishes the jobs under way and leaves nothing locked. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped. A worker that gives up, as graphile-worker's may when the database goes
 * away, is started again: the process never quietly goes on without one.
 */
export function startWorker(url: string, log: Logger): Worker {
  const pool = new Pool({
    connectionString: url,
    max: CONCURRENCY + 2,
    application_name: 'provender worker',
  });
  const onError = (error: Error) => log.warn({ err: error }, 'the worker lost a connection');
  pool.on('error', onError).on('connect', (client) => client.on('error', onError));
  let runner: Runner | undefined;
  let isStopping = false;
  const finished = supervise();

  async function supervise(): Promise<void> {
    while (!isStopping) {
      try {
        runner = await run({
          pgPool: pool,
          taskList: createTasks(pool),
          parsedCronItems: schedule,
          concurrency: CONCURRENCY,
          noHandleSignals: true,
          logger: workerLog(log),
          // Completions are then awaited at a stop, so that no finished job stays locked.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        });
        if (isStopping) await runner.stop();
        await runner.promise;
      } catch (error) {
        log.warn({ err: error }, 'the worker stopped and will be started again');
      }
      runner = undefined;
      if (!isStopping) await sleep(RESTART_PAUSE_MS);
    }
  }

  return {
    isAlive: () => runner !== undefined,
    async stop() {
      isStopping = true;
      await runner?.stop();
      await finished;
      await pool.end();
    },
  };
}
