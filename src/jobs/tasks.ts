import { type CronItem, parseCronItems, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { connect } from '../database/connect.ts';
import type { Logger } from '../log.ts';
import type { AlertTask } from '../schema/alert/hint-alerts.ts';
import type { Settings } from '../schema/context.ts';
import type { ImportTask } from '../schema/import/import-jobs.ts';
import type { GenerationTask } from '../schema/standing-order/generation-jobs.ts';
import { tidySubscription } from '../schema/webhook/tidy-subscription.ts';
import { planNext, type SubscriptionRef, type WebhookTask } from '../schema/webhook/webhook-jobs.ts';
import { formStoredTexts } from '../schema/text/form-stored-texts.ts';
import { fillWeights } from './fill-weights.ts';
import { fillWords } from './fill-words.ts';
import type { Generation } from './generate-orders.ts';
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
  /** Whether the job was planned for its time, by `planNext`. */
  isRetry: boolean;
}

export interface TaskOptions {
  /** For a connection without a statement timeout. */
  url: string;
  pool: Pool;
  /** The pool of graphile-worker. */
  jobPool: Pool;
  sending: Pick<Sending, 'hint'>;
  imports: Pick<Imports, 'run'>;
  alerts: Pick<Alerts, 'send'>;
  generation: Pick<Generation, 'run'>;
  requestLogDays: number;
  /** The settings of the domain. */
  settings: Settings;
  log: Logger;
}

/** Returns the tasks of the worker. A job that sends ends at once: slow endpoints must not occupy the slots of others. */
export function createTasks(options: TaskOptions): TaskList {
  const { url, pool, jobPool, sending, imports, alerts, generation, requestLogDays, settings, log } = options;
  return {
    async sendWebhook(payload: unknown) {
      const subscription = subscriptionIn(payload);
      sending.hint(subscription);
      // The next planned job is added when this one starts, because it has the same key.
      if ((payload as RecordPayload).isRetry) await planNext(pool, [subscription]);
    },
    runImport: (payload: unknown) => imports.run(subscriptionIn(payload)),
    sendAlerts: () => alerts.send(),
    generateDeliveries: () => generation.run(),
    fillWeights: () => fillWeights(pool),
    fillWords: () => fillWords(pool),
    formStoredTexts: () => formStoredTexts(pool),
    tidyWebhook: (payload: unknown) => tidySubscription(pool, subscriptionIn(payload)),
    async pruneExpired() {
      const database = connect(url, { max: 1 });
      const pruned = pruneExpired(database.pool)
        .then(() => pruneRequests(database.pool, requestLogDays))
        .then(() => pruneAudit(database.pool));
      await pruned.finally(() => database.close());
      await pruneJobs(jobPool);
    },
    async purgeAccounts() {
      const database = connect(url, { max: 1 });
      await purgeAccounts({ database, settings, log }).finally(() => database.close());
    },
  } satisfies TaskList & Record<WebhookTask | ImportTask | AlertTask | GenerationTask, unknown>;
}

function subscriptionIn(payload: unknown): SubscriptionRef {
  const { accountId, id } = payload as RecordPayload;
  return { accountId: BigInt(accountId), id: BigInt(id) };
}

/** The schedule of the tasks, in UTC. */
export const schedule = parseCronItems([
  { task: 'fillWeights', match: '* * * * *', identifier: 'fill-weights', options: { maxAttempts: 1 } },
  { task: 'fillWords', match: '* * * * *', identifier: 'fill-words', options: { maxAttempts: 1 } },
  {
    task: 'formStoredTexts',
    match: '* * * * *',
    identifier: 'form-stored-texts',
    options: { maxAttempts: 1 },
  },
  { task: 'sendAlerts', match: '* * * * *', identifier: 'send-alerts', options: { maxAttempts: 1 } },
  { task: 'pruneExpired', match: '*/10 * * * *', identifier: 'prune-expired', options: { maxAttempts: 3 } },
  { task: 'purgeAccounts', match: '*/10 * * * *', identifier: 'purge-accounts', options: { maxAttempts: 1 } },
] satisfies CronItem[]);
