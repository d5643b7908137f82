import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Runner, type WorkerEvents } from 'graphile-worker';
import type { Database } from '../database/connect.ts';
import type { Logger } from '../log.ts';
import type { SecretBox } from '../schema/secret/secret-box.ts';
import { createLoadMessage } from '../schema/webhook/outgoing-message.ts';
import { createPostponeMessage } from '../schema/webhook/postpone-message.ts';
import { createRecordAttempt, type RetryPolicy } from '../schema/webhook/record-attempt.ts';
import { startDispatcher } from './dispatcher.ts';
import { startHeartbeat } from './heartbeat.ts';
import { JobPool } from './job-pool.ts';
import { createLanes } from './lanes.ts';
import { runnerEnd } from './runner-end.ts';
import { createSender, type SenderOptions } from './send-callback.ts';
import { createSupply, type Supply } from './supply.ts';
import { createTasks, schedule } from './tasks.ts';
import { workerLog } from './worker-log.ts';

const CONCURRENCY = 24;
const POLL_MS = 1_000;
const RESTART_PAUSE_MS = 1_000;

export interface WorkerOptions {
  url: string;
  database: Pick<Database, 'prisma' | 'pool'>;
  sender: SenderOptions;
  policy: RetryPolicy;
  /** Decrypts the secrets that callbacks are signed with. */
  secrets: SecretBox;
  log: Logger;
}

export interface Worker {
  isAlive(): boolean;
  /** Has waiting events dispatched soon. */
  wake(): void;
  /** Finishes the jobs under way and leaves nothing locked. */
  stop(): Promise<void>;
}

/**
 * Dispatches events and runs jobs until stopped. A worker that gives up, as graphile-worker's may
 * when the database goes away, is started again: the process never quietly goes on without one.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { url, database, sender: senderOptions, policy, secrets, log } = options;
  const pool = new JobPool({
    connectionString: url,
    max: CONCURRENCY,
    application_name: 'provender worker',
    // A lock or a finished job that a crash of the server forgets costs a look at its message, which
    // knows better; waiting for the disk would cost every callback. The planner takes the few jobs there
    // are at a time for a short table, but to read it is to read all that were done since it was vacuumed.
    options: '-c synchronous_commit=off -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off',
  });
  const onError = (error: Error) => {
    if (!isStopping) log.warn({ err: error }, 'the worker lost a connection');
  };
  pool.on('error', onError).on('connect', (client) => client.on('error', onError));
  const sender = createSender(senderOptions);
  let supply: Supply | undefined;
  const lanes = createLanes((flag) => supply?.freed(flag));
  const taskList = createTasks(url, {
    database,
    loadMessage: createLoadMessage(database.pool, secrets),
    postponeMessage: createPostponeMessage(database.prisma),
    recordAttempt: createRecordAttempt(database, policy),
    sender,
    lanes,
  });
  const dispatcher = startDispatcher(url, database.prisma, log);
  let runner: Runner | undefined;
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
    const events: WorkerEvents = new EventEmitter();
    const heartbeats: ReturnType<typeof startHeartbeat>[] = [];
    events.on('pool:create', ({ workerPool }) => heartbeats.push(startHeartbeat(pool, workerPool.id, log)));
    stopUnlessAnswered(events);
    const jobs = (supply = createSupply(events));
    try {
      runner = await run({
        pgPool: pool,
        taskList,
        events,
        parsedCronItems: schedule,
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        forbiddenFlags: () => jobs.whenWorthAsking(lanes.flagsToPassOver),
        noHandleSignals: true,
        logger: workerLog(log),
        // Completions are then awaited at a stop, so that no finished job stays locked, and those of
        // a few milliseconds are one statement. Nothing waits for them.
        preset: { worker: { completeJobBatchDelay: 5, failJobBatchDelay: 0 } },
      });
      const ended = runnerEnd(runner, events);
      if (isStopping) stopRunner();
      await ended;
    } finally {
      await Promise.all(heartbeats.map((heartbeat) => heartbeat.stop()));
    }
  }

  /** A runner that could not look up its tasks at first never asks again, and never gets a job. */
  function stopUnlessAnswered(events: WorkerEvents): void {
    const answered = () => events.off('worker:getJob:error', stopRunner);
    events
      .on('worker:getJob:error', stopRunner)
      .once('worker:getJob:empty', answered)
      .once('job:start', answered);
  }

  /** Its end is awaited by runOnce, and no end is later than that. */
  function stopRunner(): void {
    // One that stops already says so.
    runner?.stop().catch(() => {});
  }

  return {
    isAlive: () => runner !== undefined,
    wake: dispatcher.wake,
    async stop() {
      isStopping = true;
      lanes.close();
      stopRunner();
      await Promise.all([dispatcher.stop(), finished]);
      await sender.close();
      await pool.end();
    },
  };
}
