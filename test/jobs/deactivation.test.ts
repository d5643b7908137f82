import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { hold, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import {
  expectQuiet,
  expectStatuses,
  messagesOf,
  PATIENCE,
  stored,
  subscribe,
  type TestWebhook,
} from '../support/webhook/webhook.ts';

const service = useService({ worker: {} });

describe('10 consecutive failures', () => {
  it('deactivate a webhook, exactly 10 with any number of concurrent callbacks, and cancel pending messages', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(held.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await createProducts(account, 20);
    // All slots are taken when the first one fails.
    await expect.poll(held.held, PATIENCE).toBe(8);
    const answering = setInterval(() => held.release(500), 1);
    await expect.poll(async () => (await stored(service, webhook)).status, PATIENCE).toBe('deactivated');
    await expectQuiet(service);
    clearInterval(answering);

    const sent = receiver.callbacks.length;
    expect(await stored(service, webhook)).toMatchObject({
      consecutiveFailures: 10,
      deactivatedAt: expect.any(Date),
      deactivationError: 'unexpected_status',
    });
    const { json } = await account.call('GET', `/webhooks/${webhook.id}`);
    const reason = '10 consecutive callbacks failed, the last one by unexpected_status';
    expect(json.data.deactivation_reason).toBe(reason);
    const messages = await messagesOf(service, webhook);
    expect(messages.map(({ status }) => status)).toEqual(Array(20).fill('cancelled'));
    expect(messages.flatMap(({ attempts }) => attempts)).toHaveLength(sent);
    await createProducts(account, 3);
    await expectQuiet(service);
    expect(receiver.callbacks).toHaveLength(sent);
    expect(await messagesOf(service, webhook)).toHaveLength(20);
  });

  it('are counted across messages, and a success between them resets the count', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, ...failures(8), 200, ...failures(10), 200);
    const webhook = await subscribe(account, receiver.url);
    for (let sent = 1; sent <= 20; sent += 1) {
      await createProduct(account);
      await expectAttempted(webhook, sent);
      const { status, consecutiveFailures } = await stored(service, webhook);
      const expected = sent < 10 ? sent : sent - 10;
      expect({ sent, consecutiveFailures, status }).toEqual({
        sent,
        consecutiveFailures: expected,
        status: sent < 20 ? 'active' : 'deactivated',
      });
    }
    expect(receiver.callbacks).toHaveLength(20);
  });
});

describe('a deactivated webhook', () => {
  it('is active again when enabled, with its count at 0, and gets no missed events', async () => {
    const { account, webhook, receiver } = await deactivated();
    await using _ = receiver;
    await createProduct(account);
    await expectQuiet(service);
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/enable`);
    expect(json.data).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
      deactivated_at: null,
      deactivation_reason: null,
    });
    await expectQuiet(service);
    expect(receiver.callbacks).toHaveLength(10);
    const { name } = await createProduct(account, { name: 'After it was enabled' });
    await expect.poll(() => receiver.callbacks, PATIENCE).toHaveLength(11);
    expect(JSON.parse(receiver.callbacks[10]!.body.toString()).data.name).toBe(name);
  });

  it('allows no test, resend or recovery before it is enabled', async () => {
    const { account, webhook, receiver } = await deactivated();
    await using _ = receiver;
    const [message] = await messagesOf(service, webhook);
    for (const action of ['test', 'recover', `deliveries/${message!.webhookId}/resend`]) {
      const { status, json } = await account.call('POST', `/webhooks/${webhook.id}/${action}`);
      expect([status, json.error.code, json.error.field]).toEqual([400, 'validation_error', null]);
    }
    await expectQuiet(service);
    expect(receiver.callbacks).toHaveLength(10);
  });

  it('keeps messages in progress at its deactivation cancelled, although it is enabled before they fail', async () => {
    const account = await createAccount(service);
    const held = hold();
    await using receiver = await startReceiver(held.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    await expect.poll(held.held, PATIENCE).toBe(1);
    await service.database.pool.query(
      `UPDATE webhook_messages SET status = 'cancelled', next_attempt_at = NULL WHERE subscription_id = $1`,
      [webhook.id],
    );
    held.release(500);
    await expect.poll(async () => (await stored(service, webhook)).consecutiveFailures, PATIENCE).toBe(1);
    const [message] = await messagesOf(service, webhook);
    expect(message).toMatchObject({ status: 'cancelled', attempts: [{ statusCode: 500 }] });
  });

  it('cancels a message that was dispatched during its deactivation', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url);
    const { pool } = service.database;
    // As the dispatcher leaves it if it saw the webhook active but inserted later.
    await pool.query(
      `WITH event AS (
         INSERT INTO events (account_id, type, body) VALUES ($1, 'product.created', '{}') RETURNING id
       ), webhook AS (
         UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now() WHERE id = $2
       ), message AS (
         INSERT INTO webhook_messages (account_id, subscription_id, event_id) SELECT $1, $2, id FROM event RETURNING *
       )
       SELECT FROM message`,
      [account.id, webhook.id],
    );
    await expectStatuses(service, webhook, ['cancelled']);
    expect(receiver.callbacks).toEqual([]);
  });
});

async function createProducts(account: TestAccount, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => createProduct(account)));
}

/** Waits until this many callbacks of a webhook have their results recorded. */
async function expectAttempted(webhook: TestWebhook, count: number): Promise<void> {
  const attempts = async () => (await messagesOf(service, webhook)).flatMap(({ attempts }) => attempts);
  await expect.poll(attempts, PATIENCE).toHaveLength(count);
}

/** Returns a webhook deactivated by 10 failures; its receiver responds 200 from then on. */
async function deactivated() {
  const account = await createAccount(service);
  const receiver = await startReceiver(500, ...Array<number>(9).fill(500), 200);
  const webhook = await subscribe(account, receiver.url);
  await createProducts(account, 10);
  await expect.poll(async () => (await stored(service, webhook)).status, PATIENCE).toBe('deactivated');
  await expectQuiet(service);
  return { account, webhook, receiver };
}

function failures(count: number): number[] {
  return Array<number>(count).fill(500);
}
