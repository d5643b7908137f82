import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metric } from '@prometheus-io/client';
import { createSender, type SenderOptions } from '@provender/guarded-sender';
import { run, type Runner, type WorkerEvents } from 'graphile-worker';
import { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { type SecretBox, webhookSecret } from '../schema/secret/secret-box.ts';
import type { OutgoingMessage } from '../schema/webhook/outgoing-message.ts';
import type { Attempt, RetryPolicy } from '../schema/webhook/record-attempts.ts';
import { startDispatcher } from './dispatcher.ts';
import { startHeartbeat } from './heartbeat.ts';
import { JobPool } from './job-pool.ts';
import { runnerEnd } from './runner-end.ts';
import { createRuns, PLACES } from './send-webhooks.ts';
import { createTasks, schedule } from './tasks.ts';
import { workerLog } from './worker-log.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** Connections of graphile-worker, of which one listens, and of the runs: an account uses one at a time. */
const CONNECTIONS = { jobs: 4, runs: 8 };
const POLL_MS = 1_000;
/** A runner that could not look up its tasks at first never asks again, and never gets a job. */
const FIRST_ANSWER_MS = 5_000;
/** How long a fetched job waits for a place at most, before other processes may have it. */
const FETCHED_MS = 2_000;
const RESTART_PAUSE_MS = 1_000;

export interface WorkerOptions {
  url: string;
  sender: Omit<SenderOptions, 'userAgent'>;
  policy: RetryPolicy;
  /** Decrypts the secrets that callbacks are signed with. */
  secrets: SecretBox;
  /** How long a statement may take before the server cancels it. */
  statementTimeoutMs?: number;
  log: Logger;
}

export interface Worker {
  isAlive(): boolean;
  /** Has waiting events dispatched soon. */
  wake(): void;
  metrics: Metric[];
  /** Finishes the jobs under way and leaves nothing locked. */
  stop(): Promise<void>;
}

/**
 * Dispatches events and runs jobs until stopped. A runner that gives up, as graphile-worker's may
 * when the database goes away, is started again: the process never quietly goes on without one.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { url, policy, secrets, statementTimeoutMs = 0, log } = options;
  const onError = (error: Error) => {
    if (!isStopping) log.warn({ err: error }, 'the worker lost a connection');
  };
  const common = { connectionString: url, application_name: 'provender worker' };
  // A lock or a finished job that a crash of the server forgets costs a look at the account's rows.
  const jobPool = new JobPool({ ...common, max: CONNECTIONS.jobs, options: '-c synchronous_commit=off' });
  const pool = new Pool({ ...common, max: CONNECTIONS.runs, statement_timeout: statementTimeoutMs });
  for (const each of [jobPool, pool]) {
    each.on('error', onError).on('connect', (client) => client.on('error', onError));
  }
  const metrics = createWorkerMetrics(pool);
  const sender = createSender({ ...options.sender, userAgent: 'Provender-Webhooks/1' });
  const id = `worker-${randomUUID()}`;
  const heartbeat = startHeartbeat(pool, id, log);
  const runs = createRuns({
    pool,
    worker: id,
    send,
    policy,
    metrics,
  });
  const taskList = createTasks(url, runs);
  const dispatcher = startDispatcher({ url, pool, runs, worker: id, log });
  let runner: Runner | undefined;
  let isStopping = false;
  const finished = supervise();

  /** A message whose secret cannot be decrypted is not sent: it is never signed with anything else. */
  async function send(account: bigint, message: OutgoingMessage): Promise<Attempt> {
    const place = webhookSecret(account, message.subscriptionId);
    try {
      const opened = message.secrets.map((stored) => secrets.open(stored, place));
      return await metrics.underWay(sender.send({ ...message, secrets: opened }));
    } catch (error) {
      log.error({ err: error }, 'a webhook could not be signed');
      const attempt = { statusCode: null, error: 'signing_failed', responseExcerpt: null };
      return { attemptedAt: new Date(), durationMs: 0, ...attempt };
    }
  }

  async function supervise(): Promise<void> {
    await heartbeat.begun;
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
    const unanswered = setTimeout(stopRunner, FIRST_ANSWER_MS);
    events.once('localQueue:getJobs:complete', () => clearTimeout(unanswered));
    try {
      runner = await run({
        pgPool: jobPool,
        taskList,
        events,
        parsedCronItems: schedule,
        concurrency: PLACES,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: workerLog(log),
        preset: {
          worker: {
            // One statement asks for the jobs of all places that are free.
            localQueue: { size: PLACES, ttl: FETCHED_MS },
            // Completions are then awaited at a stop, so that no finished job stays locked.
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
      await Promise.all(heartbeats.map((each) => each.stop()));
    }
  }

  /** Its end is awaited by runOnce, and no end is later than that. */
  function stopRunner(): void {
    // One that stops already says so.
    runner?.stop().catch(() => {});
  }

  return {
    isAlive: () => runner !== undefined,
    wake: dispatcher.wake,
    metrics: metrics.all,
    async stop() {
      isStopping = true;
      runs.stop();
      stopRunner();
      await Promise.all([dispatcher.stop(), finished]);
      await heartbeat.stop();
      await sender.close();
      await Promise.all([jobPool.end(), pool.end()]);
    },
  };
}
