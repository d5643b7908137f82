import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Stage } from './stage.ts';
import { createSuppliers, type Supplier } from './supplier.ts';

const SLOW_ENDPOINT = fileURLToPath(new URL('slow-endpoint-process.ts', import.meta.url));

/**
 * Starts an endpoint that responds 200, but late. It has its own process, so that the callbacks it gets do not slow the
 * clocks of the script. Returns its URL.
 */
export async function startSlowEndpoint({ onEnd }: Stage, afterMs: number): Promise<string> {
  const child = fork(SLOW_ENDPOINT, [String(afterMs)]);
  onEnd(async () => child.disconnect());
  const [url] = (await once(child, 'message')) as [string];
  return url;
}

/** Creates an account with these subscriptions and a number of events for all of them, beyond every quota. */
export async function attack(stage: Stage, urls: string[], events: number): Promise<Supplier> {
  const [supplier] = (await createSuppliers(stage.database, 1)) as [Supplier];
  await stage.database.pool.query(
    `WITH subscription AS (
       INSERT INTO webhook_subscriptions (account_id, url, events, secret)
       SELECT $1, url, '{product.created}', 'whsec_plJ3nmyCDGBKInavdOK15jsl' FROM unnest($2::text[]) AS url RETURNING id)
     INSERT INTO events (account_id, type, body, recipients)
     SELECT $1, 'product.created', '{}', (SELECT array_agg(id) FROM subscription) FROM generate_series(1, $3)`,
    [supplier.accountId, urls, events],
  );
  return supplier;
}

/** Creates an account with one subscription and a number of failed messages. Returns its id. */
export async function failedMessages(stage: Stage, url: string, count: number): Promise<[Supplier, string]> {
  const supplier = await attack(stage, [url], 0);
  const { rows } = await stage.database.pool.query<{ id: string }>(
    `WITH event AS (
       INSERT INTO events (account_id, type, body) SELECT $1, 'product.created', '{}' FROM generate_series(1, $2) RETURNING id
     ), message AS (
       INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
       SELECT $1, subscription.id, event.id, 'failed', NULL FROM event, webhook_subscriptions subscription
       WHERE subscription.account_id = $1)
     SELECT id FROM webhook_subscriptions WHERE account_id = $1`,
    [supplier.accountId, count],
  );
  return [supplier, rows[0]!.id];
}
