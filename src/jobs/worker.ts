import { setTimeout as sleep } from 'node:timers/promises';
import type { Metric } from '@prometheus-io/client';
import { createSender, type SenderOptions } from '@provender/guarded-sender';
import { configOf, openPool, watchErrors } from '../database/client.ts';
import type { Logger } from '../log.ts';
import type { Settings } from '../schema/core/context.ts';
import { createAnnouncer } from '../schema/exchange/live-event/announcer.ts';
import type { RetryPolicy } from '../schema/exchange/webhook/retry-policy.ts';
import { SENDING_CONNECTIONS, SENDING_STOP_MS } from '../schema/exchange/webhook/sending-limits.ts';
import { startDispatcher } from './dispatcher.ts';
import { JobPool } from './job-pool.ts';
import { createGeneration } from './generate-orders.ts';
import { createImports } from './run-imports.ts';
import { createAlerts } from './send-alerts.ts';
import { startRunner } from './runner.ts';
import { createCallbacks } from './send-callback.ts';
import { createSending } from './send-webhooks.ts';
import { createTasks } from './tasks.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** Settings of the sessions. */
const WORKER_SESSION = {
  // A crash of PostgreSQL can lose these commits, but no event: the worker then does the work again.
  synchronous_commit: 'off',
  // Every row is found by its keys, whatever the statistics of a table that was empty a moment ago. Planning
  // add_jobs anew takes as long as adding the jobs, and compiling such plans takes half a second.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

export interface WorkerOptions {
  /** A direct connection string, because listening and locks need a session. */
  url: string;
  sender: Omit<SenderOptions, 'userAgent'>;
  policy: RetryPolicy;
  /** The settings of the domain, with the keys that decrypt webhook secrets. */
  settings: Settings;
  /** How many days requests are kept in the request log. */
  requestLogDays: number;
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
  const { url, policy, settings: domain, requestLogDays, statementTimeoutMs = 0, log } = options;
  const stopping = new AbortController();
  const onError = (error: Error) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'the worker lost a connection');
  };
  const settings = { url, name: 'provender worker', statementTimeoutMs };
  const jobPool = watchErrors(new JobPool({ ...configOf(settings), max: SENDING_CONNECTIONS / 2 }), onError);
  const pool = openPool({ ...settings, session: WORKER_SESSION, max: SENDING_CONNECTIONS }, onError);
  const metrics = createWorkerMetrics(pool);
  const sender = createSender({ ...options.sender, userAgent: 'Provender-Webhooks/1' });
  const alerting = { hasMail: domain.mailer !== undefined };
  const send = createCallbacks({ sender, secrets: domain.secrets, metrics, log });
  const sending = createSending({ pool, send, policy, alerting, metrics, log });
  const { disableAfter } = policy;
  const dispatcher = startDispatcher({ url, pool, disableAfter, log });
  const announce = createAnnouncer(pool, dispatcher.wake);
  const imports = createImports({ url, announce, settings: domain, log });
  const generation = createGeneration({ url, pool, announce, settings: domain, log });
  const alerts = createAlerts({ pool, settings: domain, sender, log });
  const taskList = createTasks({
    url,
    pool,
    jobPool,
    sending,
    imports,
    alerts,
    generation,
    requestLogDays,
    settings: domain,
    log,
  });
  const runner = startRunner({ pool: jobPool, taskList, log });

  return {
    isAlive: () => runner.isAlive() && dispatcher.succeeds(),
    wake: dispatcher.wake,
    metrics: metrics.all,
    async stop() {
      stopping.abort();
      imports.stop();
      const parts = Promise.all([dispatcher.stop(), runner.stop(), generation.stop(), alerts.stop()]);
      await sending.stop();
      // If the database is gone, statements end one after the other: one deadline bounds them all.
      const everything = close(parts).catch((error: unknown) =>
        log.warn({ err: error }, 'the worker did not stop cleanly'),
      );
      await Promise.race([everything, sleep(SENDING_STOP_MS, undefined, { ref: false })]);
      sending.giveUp();
    },
  };

  async function close(parts: Promise<unknown>): Promise<void> {
    await Promise.all([parts, sending.settled()]);
    await sender.close();
    await Promise.all([jobPool.end(), pool.end()]);
  }
}
