import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { PATIENCE, stored, subscribe, type TestWebhook } from '../support/webhook/webhook.ts';
import { startTestWorker } from '../support/service/worker.ts';

const service = useService({ own: 'runs a worker' });
const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);

describe('many messages at once', () => {
  it('are recovered in batches, with a response before all are found', async () => {
    const { account, webhook } = await withUnsent(60_000);
    const began = Date.now();
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/recover`);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(json.data.count).toBeGreaterThan(0);
    // Nothing listens at its URL, so each batch is due, and failed messages are not recovered again.
    startTestWorker(service, { disableAfter: 1_000_000, retryDelays: [3_600] });
    await expect.poll(() => countOf(webhook, 'cancelled'), { timeout: 60_000, interval: 200 }).toBe(0);
    await expect.poll(async () => (await stored(service, webhook)).recoverSince, PATIENCE).toBe(null);
    await expect.poll(tidying, PATIENCE).toBe(0);
    const { rows } = await query(
      `SELECT count(*)::int AS notes, count(DISTINCT resent_event_id)::int AS events
       FROM events WHERE account_id = $1 AND type = 'webhook.resent'`,
      [account.id],
    );
    expect(rows).toEqual([{ notes: 60_000, events: 60_000 }]);
  });

  it('are deleted after their webhook, which is gone at once', async () => {
    const { account, webhook } = await withUnsent(5_000);
    await query(
      `INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms)
       SELECT account_id, id, now(), 1 FROM webhook_messages WHERE account_id = $1 LIMIT 100`,
      [account.id],
    );
    const { status } = await account.call('DELETE', `/webhooks/${webhook.id}`);
    expect(status).toBe(200);
    expect((await account.call('GET', `/webhooks/${webhook.id}`)).status).toBe(404);
    startTestWorker(service);
    await expect.poll(() => countOf(webhook), { timeout: 60_000, interval: 200 }).toBe(0);
    await expect.poll(tidying, PATIENCE).toBe(0);
    const { rowCount } = await query('SELECT FROM webhook_attempts WHERE account_id = $1', [account.id]);
    expect(rowCount).toBe(0);
  });

  it('are cancelled in batches when their webhook is deactivated', async () => {
    const { account, webhook } = await withUnsent(5_000);
    await query(
      `UPDATE webhook_messages SET status = 'pending', next_attempt_at = now() WHERE account_id = $1`,
      [account.id],
    );
    startTestWorker(service, { disableAfter: 2 });
    await expect.poll(() => countOf(webhook, 'pending'), { timeout: 60_000, interval: 200 }).toBe(0);
    expect(await countOf(webhook, 'cancelled')).toBe(5_000);
  });
});

/** Returns a webhook with this many cancelled messages. */
async function withUnsent(count: number) {
  const account = await createAccount(service);
  const webhook = await subscribe(account, 'http://127.0.0.1:1/');
  await query(
    `WITH event AS (
       INSERT INTO events (account_id, type, body) SELECT $1, 'product.created', '{}' FROM generate_series(1, $3) RETURNING id)
     INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
     SELECT $1, $2, id, 'cancelled', NULL FROM event`,
    [account.id, webhook.id, count],
  );
  return { account, webhook };
}

async function countOf({ id }: TestWebhook, status?: string): Promise<number> {
  return service.database.prisma.webhookMessage.count({ where: { subscriptionId: BigInt(id), status } });
}

async function tidying(): Promise<number> {
  return (await query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'tidyWebhook'`)).rowCount!;
}
