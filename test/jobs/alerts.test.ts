import { afterAll, describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { createDriver, createReceived } from '../support/records/drivers.ts';
import { createSentDelivery } from '../support/records/records.ts';
import { expectSigned } from '../support/webhook/listening.ts';
import { addWebhook, alertsOf, ask, change, set } from '../support/webhook/alerts.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { closedPort, startReceiver } from '../support/webhook/receiver.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { useService } from '../support/service/service.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({
  worker: { timeoutMs: 1_000 },
  mail: { url: mailbox.url, from: 'alerts@provender.example' },
});
const PATIENCE = { timeout: 60_000 };

function inDays(count: number): Date {
  return new Date(Date.now() + count * 86_400_000);
}

it('fails at once, and says so, when there is nobody to send it to', async () => {
  const account = await createAccount(service);
  await change(account, { byMail: false });
  await ask(account, 'mutation { sendTestAlert { id } }');
  expect(await alertsOf(account)).toEqual([['alert.test', 'failed', 'no_recipient']]);
  // What was posted before its URL was removed has been sent.
  await using receiver = await startReceiver(200);
  await change(account, { url: receiver.url });
  await ask(account, 'mutation { sendTestAlert { id } }');
  expect((await alertsOf(account)).at(-1)).toEqual(['alert.test', 'sent']);
  await service.database.pool.query(
    `UPDATE alerts SET status = 'pending', next_attempt_at = now() WHERE account_id = $1 AND status = 'sent'`,
    [account.id],
  );
  await change(account, { url: null });
  expect((await alertsOf(account)).at(-1)).toEqual(['alert.test', 'sent']);
  expect(receiver.callbacks).toHaveLength(1);
});

describe('an account is told', () => {
  it('that a webhook fails, more with each step, is deactivated and works again, by mail and by a signed callback', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const { secret, settings } = await change(account, { url: receiver.url });
    expect(settings).toEqual({ url: receiver.url, byMail: true, muted: [] });
    const id = await addWebhook(account);
    const steps = [
      ['consecutive_failures = 4', 0],
      ['consecutive_failures = 5', 1],
      ['consecutive_failures = 6', 1],
      ['consecutive_failures = 9', 2],
      [
        `consecutive_failures = 10, status = 'deactivated', deactivated_at = now(), deactivation_error = 'timeout'`,
        3,
      ],
      [`consecutive_failures = 0, status = 'active', deactivated_at = NULL, deactivation_error = NULL`, 4],
      ['consecutive_failures = 5', 5],
    ] as const;
    for (const [columns, count] of steps) {
      await set(account, id, columns);
      for (const again of [false, true])
        expect([columns, again, await alertsOf(account)]).toHaveProperty('2.length', count);
    }
    const types = ['failing', 'failing', 'disabled', 'recovered', 'failing'].map(
      (name) => `endpoint.${name}`,
    );
    expect(await alertsOf(account)).toEqual(types.map((type) => [type, 'sent']));
    expect(receiver.callbacks.map(({ body }) => JSON.parse(body.toString()).alert)).toEqual(types);
    for (const callback of receiver.callbacks) expectSigned(callback, secret);
    expect(JSON.parse(receiver.callbacks[1]!.body.toString())).toEqual({
      alert: 'endpoint.failing',
      timestamp: expect.any(String),
      data: {
        webhook_id: id,
        url: 'http://127.0.0.1:9/',
        consecutive_failures: 9,
        deactivates_after: 10,
        last_failure: null,
      },
    });
    const mails = mailbox.to(account.email);
    expect(mails).toHaveLength(5);
    expect(mails[2]).toContain(`Subject: Webhook ${id} was deactivated\r\n`);
    expect(mails[2]).toContain(`${service.url}/settings/webhooks/${id}`);
    expect(mails[2]).toMatch(/^List-Unsubscribe: /m);
  });

  it('of keys that expire, failed imports and disputed receipts, once each', async () => {
    const account = await createAccount(service);
    const { id } = await account.issue(['products:read'], inDays(20));
    expect(await alertsOf(account)).toEqual([]);
    await service.database.pool.query(
      `UPDATE api_keys SET expires_at = $2, created_at = now() - interval '7 days' WHERE id = $1`,
      [id, inDays(13)],
    );
    expect(await alertsOf(account)).toEqual([['key.expiring', 'sent']]);
    await service.database.pool.query(`UPDATE api_keys SET expires_at = $2 WHERE id = $1`, [id, inDays(2)]);
    await service.database.pool.query(
      `INSERT INTO imports (account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged,
                            refused, total, error, started_at, finished_at)
       VALUES ($1, 'products', 'failed', 'x', sha256('x'), '[]', '[]', 1, 0, 0, 0, 1, 1, 'Rows were refused', now(), now())`,
      [account.id],
    );
    const delivery = await createSentDelivery(account);
    await service.database.pool.query(
      `WITH receipt AS (
         INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by)
         VALUES ($1, $2, now(), 'Ada', 'link'))
       INSERT INTO receipt_disputes (account_id, delivery_id, product_id, received, reason) VALUES ($1, $2, $3, 1, 'missing')`,
      [account.id, delivery.id, delivery.products[0].product_id],
    );
    for (const _ of [1, 2]) {
      expect((await alertsOf(account)).map(([type]) => type).toSorted()).toEqual([
        'import.failed',
        'key.expiring',
        'key.expiring',
        'receipt.disputed',
      ]);
    }
    expect(mailbox.to(account.email).join()).toContain(`settings/deliveries/${delivery.id}`);
  });

  it('of what drivers recorded short or too warm, until it is checked', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    await createReceived(account, driver, 10);
    const warm = { temperatures: [{ zone: 'CHILLED', celsius: 9.5 }] };
    const checked = await createReceived(account, driver, 8, warm);
    await ask(account, `mutation { acceptReceipt(deliveryId: "${checked}") { id } }`);
    expect(await alertsOf(account)).toEqual([]);
    const id = await createReceived(account, driver, 8, warm);
    for (const _ of [1, 2]) expect(await alertsOf(account)).toEqual([['receipt.to_check', 'sent']]);
    const { rows } = await service.database.pool.query<{ body: string }>(
      'SELECT body FROM alerts WHERE account_id = $1',
      [account.id],
    );
    expect(JSON.parse(rows[0]!.body).data).toEqual({
      delivery_id: Number(id),
      received_by: 'Bea',
      recorded_by: 'Ann',
      returned: 2,
      temperatures: [{ zone: 'chilled', celsius: 9.5 }],
    });
    expect(mailbox.to(account.email).at(-1)).toContain(`settings/deliveries/${id}`);
  });
});

it('is posted again after a failure, while its mail is not repeated', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(500, 200);
  await change(account, { url: receiver.url });
  await set(account, await addWebhook(account), 'consecutive_failures = 5');
  expect(await alertsOf(account)).toEqual([['endpoint.failing', 'pending', 'unexpected_status']]);
  await service.database.pool.query('UPDATE alerts SET next_attempt_at = now() WHERE account_id = $1', [
    account.id,
  ]);
  expect(await alertsOf(account)).toEqual([['endpoint.failing', 'sent']]);
  expect(receiver.callbacks.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array(2).fill(receiver.callbacks[0]!.headers['webhook-id']),
  );
  expect(mailbox.to(account.email)).toHaveLength(1);
});

it('can be tried, and signed with another secret', async () => {
  const account = await createAccount(service);
  expect((await ask(account, 'mutation { rotateAlertSecret { secret } }')).errors[0].extensions.field).toBe(
    'url',
  );
  await using receiver = await startReceiver(200);
  await change(account, { url: `http://127.0.0.1:${await closedPort()}/` });
  expect((await change(account, { url: receiver.url })).secret).toBeNull();
  const { data } = await ask(account, 'mutation { rotateAlertSecret { secret settings { url } } }');
  expect((await ask(account, 'mutation { sendTestAlert { type status } }')).data.sendTestAlert).toEqual({
    type: 'alert.test',
    status: 'PENDING',
  });
  await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(1);
  expectSigned(receiver.callbacks[0]!, data.rotateAlertSecret.secret);
  await expect.poll(() => mailbox.to(account.email).length, PATIENCE).toBe(1);
});
