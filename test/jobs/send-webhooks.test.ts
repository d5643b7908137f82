import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWorker } from '../../src/jobs/worker.ts';
import { createAccount, type TestAccount } from '../support/account.ts';
import { hold, startReceiver } from '../support/receiver.ts';
import { createProduct } from '../support/records.ts';
import { secrets } from '../support/secrets.ts';
import { useService } from '../support/service.ts';
import { dispatch, expectStatuses, messagesOf, PATIENCE, subscribe, type TestWebhook } from '../support/webhook.ts';

const service = useService();
const { query } = { query: (text: string, values?: unknown[]) => service.database.pool.query(text, values) };

describe('the job of an account', () => {
  it('sends side by side: a webhook that hangs delays no other, nor what comes meanwhile', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using slow = await startReceiver(held.behaviour);
    await using healthy = await startReceiver(200);
    const [slowWebhook, webhook] = [
      await subscribe(account, slow.url),
      await subscribe(account, healthy.url),
    ];
    const worker = start();
    for (let sent = 1; sent <= 3; sent += 1) {
      await createProduct(account);
      await expect.poll(() => healthy.callbacks.length, PATIENCE).toBe(sent);
    }
    await expect.poll(held.held, PATIENCE).toBe(3);
    expect(await claims(account)).toBe(1);
    held.release(200);
    await expectStatuses(service, slowWebhook, Array<string>(3).fill('succeeded'));
    await expectStatuses(service, webhook, Array<string>(3).fill('succeeded'));
    await worker.stop();
    expect([await jobs(account), await claims(account)]).toEqual([0, 0]);
    expect([slow.callbacks.length, healthy.callbacks.length]).toEqual([3, 3]);
  });

  it('sends four at a time to a webhook, and one after a failure', async () => {
    const account = await createAccount(service);
    let [underWay, most, mostFailing] = [0, 0, 0];
    await using receiver = await startReceiver((response) => {
      const isFailing = receiver.callbacks.length > 40;
      underWay += 1;
      if (receiver.callbacks.length > 45) mostFailing = Math.max(mostFailing, underWay);
      else most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(isFailing ? 500 : 204).end();
      }, 5);
    });
    const webhook = await subscribe(account, receiver.url);
    await publish(account, 60, [webhook]);
    start({ disableAfter: 1_000 });
    await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(60);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(mostFailing).toBe(1);
  });

  it('finishes what is under way when the worker stops, and leaves the rest to the next one', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(held.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await publish(account, 6, [webhook]);
    const worker = start();
    await expect.poll(held.held, PATIENCE).toBe(4);
    const stopped = worker.stop();
    held.release(200);
    await stopped;
    const statuses = (await messagesOf(service, webhook)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual(['pending', 'pending', 'succeeded', 'succeeded', 'succeeded', 'succeeded']);
    expect([await claims(account), await locked()]).toEqual([0, 0]);
    start();
    await expect.poll(held.held, PATIENCE).toBe(2);
    held.release(200);
    await expectStatuses(service, webhook, Array<string>(6).fill('succeeded'));
    expect(receiver.callbacks).toHaveLength(6);
  });

  it('is one alone, however many workers there are: nothing is sent twice', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => createAccount(service)));
    await using receiver = await startReceiver(204);
    const webhooks: TestWebhook[] = [];
    for (const account of accounts) webhooks.push(await subscribe(account, receiver.url));
    const workers = [start(), start(), start()];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(accounts.map((account, at) => publish(account, 10, [webhooks[at]!])));
      for (const { wake } of workers) wake();
    }
    for (const webhook of webhooks) {
      await expectStatuses(service, webhook, Array<string>(100).fill('succeeded'));
    }
    const ids = receiver.callbacks.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([500, 500]);
  });

  it('sends all, within seconds, although all jobs are deleted again and again', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, 204);
    const webhook = await subscribe(account, receiver.url);
    start({ retryDelays: [1] });
    for (let round = 0; round < 10; round += 1) {
      await createProduct(account);
      await query('DELETE FROM graphile_worker._private_jobs');
    }
    const began = Date.now();
    await expectStatuses(service, webhook, Array<string>(10).fill('succeeded'));
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it('sends what a worker was about to that has died since', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(204);
    const webhook = await subscribe(account, receiver.url);
    await query(`INSERT INTO worker_heartbeats (pool_id, seen_at) VALUES ('dead', now() - interval '14 seconds')`);
    await query(`INSERT INTO webhook_runs (account_id, worker) VALUES ($1, 'dead')`, [account.id]);
    await publish(account, 3, [webhook]);
    start();
    await expectStatuses(service, webhook, Array<string>(3).fill('succeeded'));
  });

  it('leaves a job for the next retry alone', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500);
    const webhook = await subscribe(account, receiver.url);
    await publish(account, 1, [webhook]);
    start();
    await expect.poll(async () => (await messagesOf(service, webhook))[0]?.attempts, PATIENCE).toHaveLength(1);
    await expect.poll(() => claims(account), PATIENCE).toBe(0);
    const [message] = await messagesOf(service, webhook);
    const { rows } = await query(
      `SELECT run_at, locked_at FROM graphile_worker.jobs WHERE key = 'webhooks:' || $1::text`,
      [account.id],
    );
    expect(rows).toEqual([{ run_at: message!.nextAttemptAt, locked_at: null }]);
  });
});

it('loses nothing of an older version, whose jobs were one for some messages', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(204);
  const webhook = await subscribe(account, receiver.url);
  // As it left them: messages with jobs that are due, that wait for a retry, that a crash forgot; and events.
  await publish(account, 3, [webhook]);
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
  await publish(account, 1, [webhook]);
  const worker = start();
  await expectStatuses(service, webhook, Array<string>(4).fill('succeeded'));
  expect(receiver.callbacks).toHaveLength(4);
  await expect.poll(() => oldJobs(), PATIENCE).toBe(0);
  await worker.stop();
});

describe('many messages at once', () => {
  it('are recovered in batches, answered before they are all found', async () => {
    const { account, webhook } = await withUnsent(60_000);
    const began = Date.now();
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/recover`);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(json.data.count).toBeGreaterThan(0);
    // Nothing listens at its URL: each batch is there to be sent, and what fails is not recovered again.
    start({ disableAfter: 1_000_000, retryDelays: [3_600] });
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
    start();
    await expect.poll(() => countOf(webhook), { timeout: 60_000, interval: 200 }).toBe(0);
    await expect.poll(() => chores(account), PATIENCE).toBe(0);
    const { rowCount } = await query('SELECT FROM webhook_attempts WHERE account_id = $1', [account.id]);
    expect(rowCount).toBe(0);
  });

  it('are cancelled in batches when their webhook is deactivated', async () => {
    const { account, webhook } = await withUnsent(5_000);
    await query(`UPDATE webhook_messages SET status = 'pending', next_attempt_at = now() WHERE account_id = $1`, [
      account.id,
    ]);
    start({ disableAfter: 2 });
    await expect.poll(() => countOf(webhook, 'pending'), { timeout: 60_000, interval: 200 }).toBe(0);
    expect(await countOf(webhook, 'cancelled')).toBe(5_000);
  });
});

interface Policy {
  retryDelays?: number[];
  disableAfter?: number;
}

function start({ retryDelays = [60, 300, 1800], disableAfter = 10 }: Policy = {}) {
  const worker = startWorker({
    url: service.testDatabase.url,
    secrets,
    log: pino({ level: 'silent' }),
    sender: { timeoutMs: 30_000, allowPrivateNetworks: true },
    policy: { retryDelays, disableAfter },
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= worker.stop());
  onTestFinished(stop);
  return { stop, wake: worker.wake };
}

/** Writes events for these webhooks, as changes do. */
async function publish({ id }: TestAccount, count: number, webhooks: TestWebhook[]): Promise<void> {
  await query(
    `INSERT INTO events (account_id, type, body, recipients)
     SELECT $1, 'product.created', '{}', $2::bigint[] FROM generate_series(1, $3)`,
    [id, webhooks.map((webhook) => webhook.id), count],
  );
}

/** A webhook with this many messages that were cancelled. */
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

const jobs = ({ id }: TestAccount) =>
  count(`graphile_worker._private_jobs WHERE payload->>'accountId' = $1::text`, [id]);
const oldJobs = () => count(`graphile_worker.jobs WHERE task_identifier = 'deliverMessages'`);
const locked = () => count('graphile_worker.jobs WHERE locked_at IS NOT NULL');
const claims = ({ id }: TestAccount) => count('webhook_runs WHERE account_id = $1', [id]);
const chores = ({ id }: TestAccount) => count('webhook_chores WHERE account_id = $1', [id]);
