import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as graphile from 'graphile-worker';
import { sendPings } from '../database/send-pings.ts';
import type { Logger } from '../log.ts';
import {
  DISPATCHED,
  SENDING_POLL_MS,
  JOB_SLOTS,
  SENDING_STOP_MS,
  SENDING_SWEEP_MS,
} from '../schema/exchange/webhook/sending-limits.ts';
import type { JobPool } from './job-pool.ts';
import { schedule } from './tasks.ts';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

export interface RunnerOptions {
  pool: JobPool;
  taskList: graphile.TaskList;
  log: Logger;
}

export interface Runner {
  isAlive(): boolean;
  /** Finishes the running jobs and leaves none locked. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped. If the runner of graphile-worker gives up, for example because the database is
 * unavailable, it is started again.
 */
export function startRunner({ pool, taskList, log }: RunnerOptions): Runner {
  let runner: graphile.Runner | undefined;
  let isStopping = false;
  const finished = supervise();

  async function supervise(): Promise<void> {
    while (!isStopping) {
      await runOnce().catch((error: unknown) => {
        log.warn({ err: error }, 'the worker stopped and will be started again');
      });
      runner = undefined;
      if (!isStopping) await sleep(SENDING_POLL_MS);
    }
  }

  async function runOnce(): Promise<void> {
    const events: graphile.WorkerEvents = new EventEmitter();
    // A runner that fails its first lookup of tasks never retries it, and never gets a job.
    const unanswered = setTimeout(stopRunner, SENDING_STOP_MS);
    events.once('localQueue:getJobs:complete', () => clearTimeout(unanswered));
    let stopPings: (() => void) | undefined;
    events.on('pool:listen:success', ({ client }) => (stopPings = sendPings(client)));
    events.on('pool:listen:release', () => stopPings?.());
    try {
      runner = await graphile.run({
        pgPool: pool,
        taskList,
        events,
        parsedCronItems: schedule,
        concurrency: JOB_SLOTS,
        pollInterval: SENDING_POLL_MS,
        noHandleSignals: true,
        logger: loggerFor(log),
        preset: {
          worker: {
            // One statement fetches the jobs of many subscriptions.
            localQueue: { size: DISPATCHED, ttl: SENDING_SWEEP_MS },
            // Without these delays, no error handler sees an end that the database does not record, and no
            // stop waits for it.
            completeJobBatchDelay: 5,
            failJobBatchDelay: 0,
          },
        },
      });
      const ended = runnerEnd(runner, events);
      if (isStopping) stopRunner();
      await ended;
    } finally {
      clearTimeout(unanswered);
      stopPings?.();
    }
  }

  /** Stops the runner, whose end `runOnce` awaits. */
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

/**
 * Waits for the end of a runner; for a stopping one, only for a time: it can wait forever for failed
 * statements.
 */
async function runnerEnd(runner: graphile.Runner, events: graphile.WorkerEvents): Promise<void> {
  const finished = new Promise((resolve) => {
    events.once('pool:gracefulShutdown:complete', resolve).once('pool:gracefulShutdown:error', resolve);
  });
  const overdue = finished.then(() => sleep(SENDING_STOP_MS, undefined, { ref: false }));
  await Promise.race([runner.promise, overdue]);
}

/** Returns a logger for graphile-worker; its info messages are logged at debug level. */
function loggerFor(log: Logger): graphile.Logger {
  return new graphile.Logger((scope) => (level, message, meta) => {
    const { error, ...rest } = meta ?? {};
    const bound = { ...scope, ...rest, ...(error !== undefined && { err: error }) };
    // Drops its advice to have one connection per slot: most jobs end at once.
    const isAdvice = level === 'warning' && rest.concurrency !== undefined;
    log[isAdvice ? 'debug' : (LEVELS[level as keyof typeof LEVELS] ?? 'debug')](bound, message);
  });
}
