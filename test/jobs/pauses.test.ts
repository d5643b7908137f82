import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { addMissingJobs } from '../../src/schema/exchange/webhook/add-missing-jobs.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useServices } from '../support/service/service.ts';
import { publishEvents } from '../support/service/worker.ts';
import { closedPort, startReceiver } from '../support/webhook/receiver.ts';
import { messagesOf, stored, subscribe } from '../support/webhook/webhook.ts';

const PATIENCE = { timeout: 50_000, interval: 50 };
const RETRY_S = 10;

// Two workers, as of two processes.
const [service, other] = useServices(2, { worker: { retryDelays: [RETRY_S, 60], pauseMs: 500 } });

/** Returns a receiver that resets connections until `up` is called. */
async function restarting() {
  let isUp = false;
  const receiver = await startReceiver((response) => {
    if (isUp) response.writeHead(204).end();
    else response.socket!.resetAndDestroy();
  });
  return { receiver, up: () => (isUp = true) };
}

async function deadWebhook(account: TestAccount) {
  return subscribe(account, `http://127.0.0.1:${await closedPort()}/`);
}

describe.concurrent('a failing webhook', () => {
  it('is not deactivated by a burst while its receiver restarts, and everything arrives', async ({
    expect,
  }) => {
    const account = await createAccount(service!);
    const { receiver, up } = await restarting();
    await using _ = receiver;
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service!, account, 20, [webhook]);
    await sleep(4_000);
    up();
    const statuses = async () => (await messagesOf(service!, webhook)).map(({ status }) => status);
    await expect.poll(statuses, PATIENCE).toEqual(Array<string>(20).fill('succeeded'));
    const messages = await messagesOf(service!, webhook);
    // Those that waited have no failed attempt.
    expect(messages.filter(({ failures }) => failures === 0).length).toBeGreaterThan(10);
    expect(await stored(service!, webhook)).toMatchObject({
      status: 'active',
      consecutiveFailures: 0,
      pausedUntil: null,
    });
  });

  it('with ten events and a dead endpoint is deactivated after 27 to 33 seconds, whichever worker sends', async ({
    expect,
  }) => {
    const account = await createAccount(service!);
    const webhook = await deadWebhook(account);
    await publishEvents(service!, account, 5, [webhook]);
    await publishEvents(other!, account, 15, [webhook]);
    await expect.poll(async () => (await stored(service!, webhook)).status, PATIENCE).toBe('deactivated');
    const attempts = (await messagesOf(service!, webhook)).flatMap((message) => message.attempts);
    const times = attempts.map(({ attemptedAt }) => attemptedAt.getTime()).toSorted((a, b) => a - b);
    const seconds = (times.at(-1)! - times[0]!) / 1_000;
    expect(attempts).toHaveLength(10);
    expect(seconds).toBeGreaterThanOrEqual(27);
    expect(seconds).toBeLessThanOrEqual(33);
    expect(await stored(service!, webhook)).toMatchObject({ pausedUntil: null });
  }, 70_000);

  it('delays no other webhook of its account', async ({ expect }) => {
    const account = await createAccount(service!);
    await using receiver = await startReceiver(204);
    const failing = await deadWebhook(account);
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service!, account, 6, [failing]);
    await expect
      .poll(async () => (await stored(service!, failing)).consecutiveFailures, PATIENCE)
      .toBeGreaterThanOrEqual(3);
    const began = Date.now();
    for (let sent = 1; sent <= 5; sent++) {
      await publishEvents(service!, account, 1, [failing, webhook]);
      await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(sent);
    }
    expect(Date.now() - began).toBeLessThan(8_000);
    expect((await stored(service!, failing)).pausedUntil!.getTime()).toBeGreaterThan(began);
  });

  it('gets a test and a resent message during the pause, which count as failures', async ({ expect }) => {
    const account = await createAccount(service!);
    const webhook = await deadWebhook(account);
    await publishEvents(service!, account, 10, [webhook]);
    const failures = async () => (await stored(service!, webhook)).consecutiveFailures;
    await expect.poll(failures, PATIENCE).toBe(8);
    const before = await failures();
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/test`);
    const sent = json.data.id ?? undefined;
    await expect.poll(failures, { timeout: 2_500, interval: 25 }).toBe(before + 1);
    const waiting = (await messagesOf(service!, webhook)).find(({ attempts }) => attempts.length === 0);
    await account.call('POST', `/webhooks/${webhook.id}/deliveries/${waiting!.webhookId}/resend`);
    await expect.poll(failures, { timeout: 2_500, interval: 25 }).toBe(before + 2);
    expect(sent).toBeDefined();
  });

  it('keeps the schedule of retries during pauses of other messages', async ({ expect }) => {
    const account = await createAccount(service!);
    const webhook = await deadWebhook(account);
    await publishEvents(service!, account, 1, [webhook]);
    const attempts = async () => (await messagesOf(service!, webhook)).map((message) => message.attempts);
    await expect.poll(async () => (await attempts()).flat(), PATIENCE).toHaveLength(1);
    await sleep((RETRY_S - 3) * 1_000);
    await publishEvents(service!, account, 6, [webhook]);
    await expect.poll(async () => (await attempts())[0], PATIENCE).toHaveLength(2);
    const [first, second] = (await attempts())[0]!;
    const waited = second!.attemptedAt.getTime() - first!.attemptedAt.getTime();
    expect(waited).toBeGreaterThanOrEqual(RETRY_S * 1_000);
    expect(waited).toBeLessThanOrEqual((RETRY_S + 2) * 1_000);
  });

  it('when enabled sends what waits at once', async ({ expect }) => {
    const account = await createAccount(service!);
    const { receiver, up } = await restarting();
    await using _ = receiver;
    const webhook = await subscribe(account, receiver.url);
    await publishEvents(service!, account, 14, [webhook]);
    // All that were in progress have failed.
    await expect.poll(async () => (await stored(service!, webhook)).consecutiveFailures, PATIENCE).toBe(8);
    up();
    await account.call('POST', `/webhooks/${webhook.id}/enable`);
    const sent = async () =>
      (await messagesOf(service!, webhook)).filter(({ status }) => status === 'succeeded').length;
    await expect.poll(sent, { timeout: 4_000, interval: 50 }).toBeGreaterThanOrEqual(4);
  });

  it('leaves no job during a pause, and is woken by no sweep until its end is near', async ({ expect }) => {
    const account = await createAccount(service!);
    const webhook = await deadWebhook(account);
    await publishEvents(service!, account, 6, [webhook]);
    const isPaused = async () =>
      (await stored(service!, webhook)).pausedUntil! > new Date(Date.now() + 8_000);
    await expect.poll(isPaused, PATIENCE).toBe(true);
    const hints = async () => {
      const { rows } = await service!.database.pool.query(
        `SELECT FROM graphile_worker.jobs WHERE key = 'sendWebhook:' || $1::text`,
        [webhook.id],
      );
      return rows.length;
    };
    await expect.poll(hints, PATIENCE).toBe(0);
    await addMissingJobs(service!.database.pool, 10);
    expect(await hints()).toBe(0);
  });
});
