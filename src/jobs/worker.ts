import { randomUUID } from 'node:crypto';
import type { Metric } from '@prometheus-io/client';
import { FairQueue } from '@provender/fair-pool/fair-queue';
import { type Attempt, createSender, type SenderOptions } from '@provender/guarded-sender';
import { configOf, openPool, watchErrors } from '../database/client.ts';
import type { Logger } from '../log.ts';
import { type SecretBox, webhookSecret } from '../schema/secret/secret-box.ts';
import type { AttemptError } from '../schema/webhook/attempt-errors.ts';
import type { RetryPolicy } from '../schema/webhook/record-attempts.ts';
import type { OutgoingMessage } from '../schema/webhook/take-due.ts';
import { startDispatcher } from './dispatcher.ts';
import { JobPool } from './job-pool.ts';
import { startRunner } from './runner.ts';
import { createRuns, PLACES } from './send-webhooks.ts';
import { createTasks } from './tasks.ts';
import { traceCallback } from './trace-callback.ts';
import { warmConnections } from './warm-connections.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** Connections of graphile-worker, one of which listens, and of the runs; an account uses one at a time. */
const CONNECTIONS = { jobs: 4, runs: 8, warm: 4 };

/** Callbacks that start in one turn of the event loop, of accounts in turn: signing and connecting blocks it. */
const STARTS = 2;

export interface WorkerOptions {
  /** The direct connection string: listening and locks need a session. */
  url: string;
  sender: Omit<SenderOptions, 'userAgent'>;
  policy: RetryPolicy;
  /** Decrypts the secrets that sign callbacks. */
  secrets: SecretBox;
  /** The statement timeout. */
  statementTimeoutMs?: number;
  log: Logger;
}

export interface Worker {
  isAlive(): boolean;
  /** Makes the dispatcher check for events soon. */
  wake(): void;
  metrics: Metric[];
  /** Finishes the running jobs and leaves nothing locked. */
  stop(): Promise<void>;
}

/** Starts a worker, which dispatches events and runs jobs until stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { url, policy, secrets, statementTimeoutMs = 0, log } = options;
  const stopping = new AbortController();
  const onError = (error: Error) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'the worker lost a connection');
  };
  // A crash of PostgreSQL can lose these commits, but no event: the worker then does the work again.
  const session = { synchronous_commit: 'off' };
  const settings = { url, name: 'provender worker', session, statementTimeoutMs };
  const jobPool = watchErrors(new JobPool({ ...configOf(settings), max: CONNECTIONS.jobs }), onError);
  const pool = openPool({ ...settings, max: CONNECTIONS.runs }, onError);
  void warmConnections(pool, CONNECTIONS.warm, stopping.signal);
  const metrics = createWorkerMetrics(pool);
  const sender = createSender({ ...options.sender, userAgent: 'Provender-Webhooks/1' });
  const runs = createRuns({ pool, worker: `worker-${randomUUID()}`, send, policy, metrics });
  const dispatcher = startDispatcher({ url, pool, runs, log });
  const runner = startRunner({ pool: jobPool, taskList: createTasks(url, runs), places: PLACES, log });

  const starts = new FairQueue({ name: 'callbacks starting', share: STARTS, total: STARTS });

  /** Sends a message. If its secret cannot be decrypted, it is not sent, and never signed with anything else. */
  async function send(account: bigint, message: OutgoingMessage): Promise<Attempt> {
    const subject = String(account);
    await starts.enter(subject);
    setImmediate(() => starts.leave(subject));
    const place = webhookSecret(account, message.subscriptionId);
    try {
      const opened = message.secrets.map((stored) => secrets.open(stored, place));
      return await traceCallback(account, message, (headers) =>
        metrics.underWay(sender.send({ ...message, headers, secrets: opened })),
      );
    } catch (fault) {
      log.error({ err: fault }, 'a webhook could not be signed');
      const error = 'signing_failed' satisfies AttemptError;
      const attempt = { statusCode: null, error, responseExcerpt: null };
      return { attemptedAt: new Date(), durationMs: 0, ...attempt };
    }
  }

  return {
    isAlive: () => runner.isAlive() && dispatcher.succeeds(),
    wake: dispatcher.wake,
    metrics: metrics.all,
    async stop() {
      stopping.abort();
      runs.stop();
      await Promise.all([dispatcher.stop(), runner.stop()]);
      await sender.close();
      await Promise.all([jobPool.end(), pool.end()]);
    },
  };
}
