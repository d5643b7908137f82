import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as graphile from 'graphile-worker';
import { keepAsking } from '../database/keep-asking.ts';
import type { Logger } from '../log.ts';
import type { JobPool } from './job-pool.ts';
import { schedule } from './tasks.ts';

const POLL_MS = 1_000;
/** A runner that fails its first lookup of tasks never retries it, and never gets a job. */
const FIRST_ANSWER_MS = 5_000;
/** How long a fetched job waits for a free slot before other processes may take it. */
const FETCHED_MS = 2_000;
const RESTART_PAUSE_MS = 1_000;
/** How long a runner may take to end once its jobs are finished: it can wait forever for failed statements. */
const GRACE_MS = 5_000;
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

export interface RunnerOptions {
  pool: JobPool;
  taskList: graphile.TaskList;
  /** The number of concurrent jobs. */
  places: number;
  log: Logger;
}

export interface Runner {
  isAlive(): boolean;
  /** Finishes the running jobs and leaves none locked. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped. If the runner of graphile-worker gives up, for example because the database is unavailable,
 * it is started again.
 */
export function startRunner({ pool, taskList, places, log }: RunnerOptions): Runner {
  let runner: graphile.Runner | undefined;
  let isStopping = false;
  const finished = supervise();

  async function supervise(): Promise<void> {
    while (!isStopping) {
      await runOnce().catch((error: unknown) => {
        log.warn({ err: error }, 'the worker stopped and will be started again');
      });
      runner = undefined;
      if (!isStopping) await sleep(RESTART_PAUSE_MS);
    }
  }

  async function runOnce(): Promise<void> {
    const events: graphile.WorkerEvents = new EventEmitter();
    const unanswered = setTimeout(stopRunner, FIRST_ANSWER_MS);
    events.once('localQueue:getJobs:complete', () => clearTimeout(unanswered));
    let stopAsking: (() => void) | undefined;
    events.on('pool:listen:success', ({ client }) => (stopAsking = keepAsking(client)));
    events.on('pool:listen:release', () => stopAsking?.());
    try {
      runner = await graphile.run({
        pgPool: pool,
        taskList,
        events,
        parsedCronItems: schedule,
        concurrency: places,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: loggerFor(log),
        preset: {
          worker: {
            // One statement fetches jobs for all free slots.
            localQueue: { size: places, ttl: FETCHED_MS },
            // With a delay, a stop awaits these statements, so that no finished job stays locked.
            completeJobBatchDelay: 5,
            failJobBatchDelay: 0,
          },
        },
      });
      const ended = endOf(runner, events);
      if (isStopping) stopRunner();
      await ended;
    } finally {
      clearTimeout(unanswered);
      stopAsking?.();
    }
  }

  /** `runOnce` awaits the end. */
  function stopRunner(): void {
    // A runner that is already stopping throws.
    runner?.stop().catch(() => {});
  }

  return {
    isAlive: () => runner !== undefined,
    async stop() {
      isStopping = true;
      stopRunner();
      await finished;
    },
  };
}

/** Waits for the end of a runner; for a stopping one, only as long as its last statements may take. */
async function endOf(runner: graphile.Runner, events: graphile.WorkerEvents): Promise<void> {
  const finished = new Promise((resolve) => {
    events.once('pool:gracefulShutdown:complete', resolve).once('pool:gracefulShutdown:error', resolve);
  });
  const overdue = finished.then(() => sleep(GRACE_MS, undefined, { ref: false }));
  await Promise.race([runner.promise, overdue]);
}

/** Returns a logger for graphile-worker; its info messages are logged at debug level. */
function loggerFor(log: Logger): graphile.Logger {
  return new graphile.Logger((scope) => (level, message, meta) => {
    const { error, ...rest } = meta ?? {};
    const bound = { ...scope, ...rest, ...(error !== undefined && { err: error }) };
    // Drops its advice to have one connection per slot: most slots wait for webhook endpoints.
    const isAdvice = level === 'warning' && rest.concurrency !== undefined;
    log[isAdvice ? 'debug' : (LEVELS[level as keyof typeof LEVELS] ?? 'debug')](bound, message);
  });
}
