import { type CronItem, parseCronItems, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { connect, type Database } from '../database/connect.ts';
import type { Logger } from '../log.ts';
import type { AlertTask } from '../schema/core/event/alert-job.ts';
import type { Settings } from '../schema/core/context.ts';
import type { ImportRef, ImportTask } from '../schema/exchange/import/run/import-jobs.ts';
import type { GenerationTask } from '../schema/trade/standing-order/generation-jobs.ts';
import { tidySubscription } from '../schema/exchange/webhook/tidy-subscription.ts';
import type { SubscriptionRef, WebhookTask } from '../schema/exchange/webhook/webhook-jobs.ts';
import type { Generation } from './generate-orders.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { pruneAudit } from './prune-audit.ts';
import { purgeAccounts } from './purge-accounts.ts';
import { pruneExpired, pruneJobs } from './prune-expired.ts';
import { pruneRequests } from './prune-requests.ts';
import type { Alerts } from './send-alerts.ts';
import type { Imports } from './run-imports.ts';
import type { Sending } from './send-webhooks.ts';

interface RecordPayload {
  accountId: number;
  id: number;
}

export interface TaskOptions {
  /** For a connection without a statement timeout. */
  url: string;
  pool: Pool;
  /** The pool of graphile-worker. */
  jobPool: Pool;
  sending: Pick<Sending, 'sendSoon'>;
  imports: Pick<Imports, 'run'>;
  alerts: Pick<Alerts, 'send'>;
  generation: Pick<Generation, 'run'>;
  requestLogDays: number;
  /** The settings of the domain. */
  settings: Settings;
  log: Logger;
}

/**
 * Returns the tasks of the worker. A job that sends a webhook ends at once, and of each other task, which can
 * take long, a process runs one at a time, two imports apart: none of them can occupy all of the worker's
 * slots.
 */
export function createTasks(options: TaskOptions): TaskList {
  const { url, pool, jobPool, sending, imports, alerts, generation, requestLogDays, settings, log } = options;
  return {
    sendWebhook: (payload: unknown) => sending.sendSoon(recordIn(payload)),
    tidyWebhook: (payload: unknown) => tidySubscription(pool, recordIn(payload)),
    runImport: (payload: unknown) => imports.run(recordIn(payload)),
    sendAlerts: () => alerts.send(),
    generateDeliveries: () => generation.run(),
    pruneExpired: oneAtATime(() =>
      onOwnConnection(async ({ pool }) => {
        await pruneExpired(pool);
        await pruneRequests(pool, requestLogDays);
        await pruneAudit(pool);
        await pruneJobs(jobPool);
      }),
    ),
    purgeAccounts: oneAtATime(() =>
      onOwnConnection((database) => purgeAccounts({ database, settings, log })),
    ),
  } satisfies TaskList & Record<WebhookTask | ImportTask | AlertTask | GenerationTask, unknown>;

  /** Runs long work on a connection without a statement timeout. */
  async function onOwnConnection(work: (database: Database) => Promise<void>): Promise<void> {
    const database = connect(url, { max: 1 });
    await work(database).finally(() => database.close());
  }
}

function recordIn(payload: unknown): SubscriptionRef & ImportRef {
  const { accountId, id } = payload as RecordPayload;
  return { accountId: BigInt(accountId), id: BigInt(id) };
}

/** The schedule of the tasks, in UTC. */
export const schedule = parseCronItems([
  { task: 'sendAlerts', match: '* * * * *', identifier: 'send-alerts', options: { maxAttempts: 1 } },
  { task: 'pruneExpired', match: '*/10 * * * *', identifier: 'prune-expired', options: { maxAttempts: 3 } },
  { task: 'purgeAccounts', match: '*/10 * * * *', identifier: 'purge-accounts', options: { maxAttempts: 1 } },
] satisfies CronItem[]);
