import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { startWorker } from '../../../src/jobs/worker.ts';
import type { RetryPolicy } from '../../../src/schema/exchange/webhook/retry-policy.ts';
import type { TestAccount } from './account.ts';
import { settings } from './context.ts';
import type { TestService } from './service.ts';

/** Starts a worker that stops with the test, or earlier. Without a `pauseMs` failures pause nothing. */
export function startTestWorker({ testDatabase }: TestService, policy: Partial<RetryPolicy> = {}) {
  const worker = startWorker({
    requestLogDays: 7,
    url: testDatabase.url,
    settings,
    log: pino({ level: 'silent' }),
    sender: { timeoutMs: 30_000, allowPrivateNetworks: true },
    policy: { retryDelays: [60, 300, 1800], pauseMs: 0, disableAfter: 10, ...policy },
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= worker.stop());
  onTestFinished(stop);
  return { stop, wake: worker.wake };
}

/** Writes events for these webhooks, as changes do. */
export async function publishEvents(
  { database }: TestService,
  { id }: TestAccount,
  count: number,
  recipients: { id: number }[],
): Promise<void> {
  await database.pool.query(
    `INSERT INTO events (account_id, type, body, recipients)
     SELECT $1, 'product.created', '{}', $2::bigint[] FROM generate_series(1, $3)`,
    [id, recipients.map((webhook) => webhook.id), count],
  );
}
