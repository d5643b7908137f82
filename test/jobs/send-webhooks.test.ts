import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { hold, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import {
  expectStatuses,
  messagesOf,
  PATIENCE,
  subscribe,
  type TestWebhook,
} from '../support/webhook/webhook.ts';
import { publishEvents, startTestWorker } from '../support/service/worker.ts';

const service = useService();
const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);

describe('the job of an account', () => {
  it('sends in parallel: a webhook that hangs delays neither others nor later events', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using slow = await startReceiver(held.behaviour);
    await using healthy = await startReceiver(200);
    const [slowWebhook, webhook] = [
      await subscribe(account, slow.url),
      await subscribe(account, healthy.url),
    ];
    const worker = startTestWorker(service);
    for (let sent = 1; sent <= 3; sent += 1) {
      await createProduct(account);
      await expect.poll(() => healthy.callbacks.length, PATIENCE).toBe(sent);
    }
    await expect.poll(held.held, PATIENCE).toBe(3);
    expect(await claims(account)).toBe(1);
    held.release(200);
    await expectStatuses(service, slowWebhook, Array<string>(3).fill('succeeded'));
    await expectStatuses(service, webhook, Array<string>(3).fill('succeeded'));
    // A worker that stops before the account's run has ended leaves a job.
    await expect.poll(async () => [await jobs(account), await claims(account)], PATIENCE).toEqual([0, 0]);
    await worker.stop();
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
    await publishEvents(service, account, 60, [webhook]);
    startTestWorker(service, { disableAfter: 1_000 });
    await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(60);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(mostFailing).toBe(1);
  });

  it('finishes callbacks in progress when the worker stops, and leaves the rest to the next one', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(204, 204, 204, 204, held.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 12, [webhook]);
    const worker = startTestWorker(service);
    // It responded quickly, so four more are in memory.
    await expect.poll(held.held, PATIENCE).toBe(4);
    const stopped = worker.stop();
    held.release(200);
    await stopped;
    const statuses = (await messagesOf(service, webhook)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<string>(4).fill('pending'), ...Array<string>(8).fill('succeeded')]);
    expect([await claims(account), await locked()]).toEqual([0, 0]);
    startTestWorker(service);
    await expect.poll(held.held, PATIENCE).toBe(4);
    held.release(200);
    await expectStatuses(service, webhook, Array<string>(12).fill('succeeded'));
    expect(receiver.callbacks).toHaveLength(12);
  });

  it('runs only once, however many workers there are: nothing is sent twice', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => createAccount(service)));
    await using receiver = await startReceiver(204);
    const webhooks: TestWebhook[] = [];
    for (const account of accounts) webhooks.push(await subscribe(account, receiver.url));
    const workers = [startTestWorker(service), startTestWorker(service), startTestWorker(service)];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(accounts.map((account, at) => publishEvents(service, account, 10, [webhooks[at]!])));
      for (const { wake } of workers) wake();
    }
    for (const webhook of webhooks) {
      await expectStatuses(service, webhook, Array<string>(100).fill('succeeded'));
    }
    const ids = receiver.callbacks.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([500, 500]);
  });

  it('sends everything within seconds, although all jobs are deleted repeatedly', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, 204);
    const webhook = await subscribe(account, receiver.url);
    startTestWorker(service, { retryDelays: [1] });
    for (let round = 0; round < 10; round += 1) {
      await createProduct(account);
      await query('DELETE FROM graphile_worker._private_jobs');
    }
    const began = Date.now();
    await expectStatuses(service, webhook, Array<string>(10).fill('succeeded'));
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it('sends the messages of a worker that died and left its account and its job locked', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(204);
    const webhook = await subscribe(account, receiver.url);
    await query(`INSERT INTO webhook_runs VALUES ($1, 'dead', now() + interval '2 seconds')`, [account.id]);
    await query(
      `SELECT graphile_worker.add_job('sendWebhooks', json_build_object('accountId', $1::text), job_key => 'webhooks:' || $1)`,
      [String(account.id)],
    );
    await query(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now(), attempts = 1
       WHERE key = 'webhooks:' || $1::text`,
      [account.id],
    );
    await publishEvents(service, account, 3, [webhook]);
    startTestWorker(service);
    await expectStatuses(service, webhook, Array<string>(3).fill('succeeded'));
  });

  it('releases an account that another worker took over, and stops sending for it', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(held.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 8, [webhook]);
    startTestWorker(service);
    await expect.poll(held.held, PATIENCE).toBe(4);
    await query(`UPDATE webhook_runs SET worker = 'another', until = now() + interval '1 hour'`);
    await sleep(1_500);
    held.release(200);
    await expectStatuses(service, webhook, [
      ...Array<string>(4).fill('succeeded'),
      ...Array<string>(4).fill('pending'),
    ]);
    await sleep(1_500);
    expect(receiver.callbacks).toHaveLength(4);
    await query('DELETE FROM webhook_runs');
    await expect.poll(held.held, PATIENCE).toBe(4);
    held.release(200);
    await expectStatuses(service, webhook, Array<string>(8).fill('succeeded'));
  });

  it('leaves a job for the next retry', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 1, [webhook]);
    startTestWorker(service);
    await expect
      .poll(async () => (await messagesOf(service, webhook))[0]?.attempts, PATIENCE)
      .toHaveLength(1);
    await expect.poll(() => claims(account), PATIENCE).toBe(0);
    const [message] = await messagesOf(service, webhook);
    const left = async () => {
      const { rows } = await query(
        `SELECT run_at, locked_at FROM graphile_worker.jobs WHERE key = 'webhooks:' || $1::text`,
        [account.id],
      );
      return rows;
    };
    await expect.poll(left, PATIENCE).toEqual([{ run_at: message!.nextAttemptAt, locked_at: null }]);
  });
});

async function count(rows: string, values?: unknown[]): Promise<number> {
  return (await query(`SELECT FROM ${rows}`, values)).rowCount!;
}

const jobs = ({ id }: TestAccount) =>
  count(`graphile_worker._private_jobs WHERE payload->>'accountId' = $1::text`, [id]);
const locked = () => count('graphile_worker.jobs WHERE locked_at IS NOT NULL');
const claims = ({ id }: TestAccount) => count('webhook_runs WHERE account_id = $1', [id]);
