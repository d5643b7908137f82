import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { useService } from '../support/service/service.ts';
import {
  dispatch,
  expectStatuses,
  messagesOf,
  PATIENCE,
  subscribe,
  type TestWebhook,
} from '../support/webhook/webhook.ts';
import { publishEvents, startTestWorker } from '../support/service/worker.ts';

const service = useService();
const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);

it('loses no messages of an older version, whose jobs were for groups of messages', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(204);
  const webhook = await subscribe(account, receiver.url);
  // As an older version left them: messages with jobs that are due, wait for a retry, or were lost in a crash; and
  // events.
  await publishEvents(service, account, 3, [webhook]);
  await dispatch(service, account);
  const [due, later] = await messagesOf(service, webhook);
  for (const [message, delay] of [
    [due!, '0 s'],
    [later!, '2 s'],
  ] as const) {
    await query(
      `WITH message AS (UPDATE webhook_messages SET next_attempt_at = now() + $2::interval WHERE id = $1 RETURNING *)
       SELECT graphile_worker.add_job('deliverMessages', json_build_array(json_build_object(
         'account', account_id::text, 'message', id::text, 'job', job_number)), run_at => next_attempt_at,
         flags => ARRAY['subscription:' || subscription_id], priority => 1) FROM message`,
      [message.id, delay],
    );
  }
  await publishEvents(service, account, 1, [webhook]);
  const worker = startTestWorker(service);
  await expectStatuses(service, webhook, Array<string>(4).fill('succeeded'));
  expect(receiver.callbacks).toHaveLength(4);
  await expect.poll(() => oldJobs(), PATIENCE).toBe(0);
  await worker.stop();
});

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
    await expect.poll(() => chores(account), PATIENCE).toBe(0);
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
    await expect.poll(() => chores(account), PATIENCE).toBe(0);
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

async function count(rows: string, values?: unknown[]): Promise<number> {
  return (await query(`SELECT FROM ${rows}`, values)).rowCount!;
}

const oldJobs = () => count(`graphile_worker.jobs WHERE task_identifier = 'deliverMessages'`);
const chores = ({ id }: TestAccount) => count('webhook_chores WHERE account_id = $1', [id]);
