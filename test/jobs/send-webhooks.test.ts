import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { hold, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import {
  dispatch,
  expectStatuses,
  messagesOf,
  PATIENCE,
  stored,
  subscribe,
  type TestWebhook,
} from '../support/webhook/webhook.ts';
import { publishEvents, startTestWorker } from '../support/service/worker.ts';

const service = useService({ own: 'runs a worker' });
const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);

describe('a webhook', () => {
  it('is sent to in parallel: one that hangs delays neither others nor later events', async () => {
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
    held.release(200);
    await expectStatuses(service, slowWebhook, Array<string>(3).fill('succeeded'));
    await expectStatuses(service, webhook, Array<string>(3).fill('succeeded'));
    await expect.poll(async () => [await jobs(), await leases()], PATIENCE).toEqual([0, 0]);
    await worker.stop();
    expect([slow.callbacks.length, healthy.callbacks.length]).toEqual([3, 3]);
  });

  it('gets eight callbacks at a time, and one after a failure', async () => {
    const account = await createAccount(service);
    let [underWay, most, mostFailing] = [0, 0, 0];
    await using receiver = await startReceiver((response) => {
      const isFailing = receiver.callbacks.length > 40;
      underWay += 1;
      if (receiver.callbacks.length > 49) mostFailing = Math.max(mostFailing, underWay);
      else most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(isFailing ? 500 : 204).end();
      }, 5);
    });
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 70, [webhook]);
    startTestWorker(service, { disableAfter: 1_000 });
    await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(70);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
    expect(mostFailing).toBe(1);
  });

  it('has its callbacks in progress finished when the worker stops, and the rest sent by the next one', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(204, 204, 204, 204, held.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 20, [webhook]);
    const worker = startTestWorker(service);
    await expect.poll(held.held, PATIENCE).toBe(8);
    const stopped = worker.stop();
    held.release(200);
    await stopped;
    const statuses = (await messagesOf(service, webhook)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<string>(8).fill('pending'), ...Array<string>(12).fill('succeeded')]);
    expect([await leases(), await locked()]).toEqual([0, 0]);
    startTestWorker(service);
    await expect.poll(held.held, PATIENCE).toBe(8);
    held.release(200);
    await expectStatuses(service, webhook, Array<string>(20).fill('succeeded'));
    expect(receiver.callbacks).toHaveLength(20);
  });

  it('gets nothing twice, however many workers there are', async () => {
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

  it('gets everything within seconds, although all jobs are deleted repeatedly', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, 204);
    const webhook = await subscribe(account, receiver.url);
    startTestWorker(service, { retryDelays: [1] });
    for (let round = 0; round < 10; round += 1) {
      await createProduct(account);
      await query('SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key IS NOT NULL');
    }
    const began = Date.now();
    await expectStatuses(service, webhook, Array<string>(10).fill('succeeded'));
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it('gets the messages of a worker that died and left them leased and its job locked', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(204);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 3, [webhook]);
    await dispatch(service);
    await query(
      `UPDATE webhook_messages SET lease = 1, next_attempt_at = now() + interval '2 seconds' WHERE account_id = $1`,
      [account.id],
    );
    await lockJob(webhook);
    startTestWorker(service);
    await expectStatuses(service, webhook, Array<string>(3).fill('succeeded'));
  });

  it('counts once by a worker that lost the lease, and is sent to by the one that has it', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(held.behaviour, 204);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 1, [webhook]);
    startTestWorker(service);
    await expect.poll(held.held, PATIENCE).toBe(1);
    // As after a freeze of more than 20 seconds.
    await query('UPDATE webhook_messages SET next_attempt_at = now() WHERE account_id = $1', [account.id]);
    await expectStatuses(service, webhook, ['succeeded']);
    held.release(500);
    const attempts = async () => (await messagesOf(service, webhook))[0]!.attempts;
    await expect.poll(attempts, PATIENCE).toHaveLength(2);
    expect(await messagesOf(service, webhook)).toMatchObject([{ status: 'succeeded', failures: 0 }]);
    expect(await stored(service, webhook)).toMatchObject({ consecutiveFailures: 0 });
    expect(receiver.callbacks).toHaveLength(2);
  });

  it('keeps a callback longer than a lease, which is renewed, and gets it once', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(held.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service, account, 1, [webhook]);
    startTestWorker(service);
    await expect.poll(held.held, PATIENCE).toBe(1);
    const leasedUntil = async () => (await messagesOf(service, webhook))[0]!.nextAttemptAt!.getTime();
    const before = await leasedUntil();
    await expect.poll(leasedUntil, PATIENCE).toBeGreaterThan(before + 5_000);
    held.release(204);
    await expectStatuses(service, webhook, ['succeeded']);
    expect(receiver.callbacks).toHaveLength(1);
  });
});

/** Locks the job of a webhook as a worker that then dies. */
async function lockJob({ id }: TestWebhook): Promise<void> {
  const { rowCount } = await query(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now(), attempts = 1 WHERE key = 'sendWebhook:' || $1::text`,
    [id],
  );
  expect(rowCount).toBe(1);
}

async function count(rows: string, values?: unknown[]): Promise<number> {
  return (await query(`SELECT FROM ${rows}`, values)).rowCount!;
}

const jobs = () => count('graphile_worker.jobs');
const locked = () => count('graphile_worker.jobs WHERE locked_at IS NOT NULL');
const leases = () => count(`webhook_messages WHERE status = 'pending' AND lease IS NOT NULL`);
