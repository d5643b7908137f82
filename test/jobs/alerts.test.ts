import { afterAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createSentDelivery } from '../support/records/records.ts';
import { expectSigned } from '../support/webhook/listening.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { closedPort, hang, startReceiver } from '../support/webhook/receiver.ts';
import { useService } from '../support/service/service.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({
  worker: { timeoutMs: 1_000 },
  mail: { url: mailbox.url, from: 'alerts@provender.example' },
});
const PATIENCE = { timeout: 20_000 };

function inDays(count: number): Date {
  return new Date(Date.now() + count * 86_400_000);
}

async function ask({ call }: TestAccount, query: string, variables: object = {}) {
  const { json } = await call('POST', '//graphql', { body: { query, variables } });
  return json;
}

async function change(account: TestAccount, input: object) {
  const query = `mutation ($input: UpdateAlertSettingsInput!) {
    updateAlertSettings(input: $input) { secret settings { url byMail muted } } }`;
  const { data, errors } = await ask(account, query, { input });
  return errors ? errors[0] : data.updateAlertSettings;
}

/** Looks for trouble now, and returns the alerts of the account, oldest first. */
async function alertsOf(account: TestAccount): Promise<[type: string, status: string, error?: string][]> {
  await service.database.pool.query(`SELECT graphile_worker.add_job('sendAlerts', job_key => 'sendAlerts')`);
  const idle = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sendAlerts' AND run_at <= now()`;
  await expect.poll(async () => (await service.database.pool.query(idle)).rowCount, PATIENCE).toBe(0);
  const { data } = await ask(account, '{ alerts { type status error } }');
  return data.alerts
    .toReversed()
    .map(({ type, status, error }: { type: string; status: string; error: string | null }) => {
      const words = [type, status.toLowerCase()] as [string, string];
      return error === null ? words : [...words, error];
    });
}

async function addWebhook(account: TestAccount): Promise<number> {
  const body = { url: 'http://127.0.0.1:1/', events: ['product.created'] };
  return (await account.call('POST', '/webhooks', { body })).json.data.id;
}

async function set(id: number, columns: string): Promise<void> {
  await service.database.pool.query(`UPDATE webhook_subscriptions SET ${columns} WHERE id = $1`, [id]);
}

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
      await set(id, columns);
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
        url: 'http://127.0.0.1:1/',
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
    await service.database.pool.query(`UPDATE api_keys SET expires_at = $2 WHERE id = $1`, [id, inDays(13)]);
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
});

it('is not told what it muted, nor anything when it wants neither mail nor callbacks', async () => {
  const [muting, silent] = [await createAccount(service), await createAccount(service)];
  await change(muting, { muted: ['endpoint.failing'] });
  await change(silent, { byMail: false });
  for (const account of [muting, silent]) await set(await addWebhook(account), 'consecutive_failures = 5');
  // More than the limit of a run, which accounts without alerts must not use up.
  await service.database.pool.query(
    `INSERT INTO webhook_subscriptions (account_id, url, events, secret, consecutive_failures)
     SELECT $1, 'https://receiver.example/', '{product.created}', 'whsec_', 5 FROM generate_series(1, 600)`,
    [silent.id],
  );
  const neighbour = await createAccount(service);
  const id = await addWebhook(neighbour);
  await set(id, 'consecutive_failures = 5');
  expect([await alertsOf(muting), await alertsOf(silent)]).toEqual([[], []]);
  expect(await alertsOf(neighbour)).toEqual([['endpoint.failing', 'sent']]);
  await change(neighbour, { muted: ['endpoint.recovered'] });
  await set(id, 'consecutive_failures = 0');
  expect(await alertsOf(neighbour)).toHaveLength(1);
  await set(id, 'consecutive_failures = 5');
  expect(await alertsOf(neighbour)).toHaveLength(2);
  expect(await change(muting, { muted: ['endpoint.gone'] })).toMatchObject({
    message:
      'muted[0] must be among endpoint.failing, endpoint.disabled, endpoint.recovered, key.expiring, import.failed, receipt.disputed',
  });
  expect(await change(muting, { url: 'ftp://a.example' })).toMatchObject({ extensions: { field: 'url' } });
});

it('is posted again after a failure, while its mail is not repeated', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(500, 200);
  await change(account, { url: receiver.url });
  await set(await addWebhook(account), 'consecutive_failures = 5');
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

it('withholds what is too much for an hour, and a silent receiver delays nobody else', async () => {
  const [noisy, neighbour] = [await createAccount(service), await createAccount(service)];
  await using receiver = await startReceiver(hang);
  await change(noisy, { url: receiver.url, byMail: false });
  for (let count = 0; count < 22; count += 1) await set(await addWebhook(noisy), 'consecutive_failures = 5');
  await set(await addWebhook(neighbour), 'consecutive_failures = 5');
  const told = alertsOf(noisy);
  await expect.poll(() => mailbox.to(neighbour.email).length, { timeout: 5_000 }).toBe(1);
  const alerts = await told;
  expect(alerts.filter(([, status]) => status === 'withheld')).toHaveLength(2);
  expect(alerts.filter(([, , error]) => error === 'timeout')).toHaveLength(5);
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

it('whose secret cannot be decrypted is not posted, and the others are', async () => {
  const [broken, neighbour] = [await createAccount(service), await createAccount(service)];
  await using receiver = await startReceiver(200);
  for (const account of [broken, neighbour]) {
    await change(account, { url: receiver.url, byMail: false });
    await set(await addWebhook(account), 'consecutive_failures = 5');
  }
  await service.database.pool.query(
    `UPDATE alert_settings SET secret = 'sealed:v1:0000:AAAA' WHERE account_id = $1`,
    [broken.id],
  );
  expect(await alertsOf(broken)).toEqual([['endpoint.failing', 'pending', 'signing_failed']]);
  expect(await alertsOf(neighbour)).toEqual([['endpoint.failing', 'sent']]);
  expect(receiver.callbacks).toHaveLength(1);
});

it('of a test counts for the limit per hour', async () => {
  const account = await createAccount(service);
  for (let count = 0; count < 21; count += 1) await ask(account, 'mutation { sendTestAlert { id } }');
  const alerts = await alertsOf(account);
  expect(alerts.filter(([, status]) => status === 'withheld')).toHaveLength(1);
  expect(mailbox.to(account.email).length).toBeLessThanOrEqual(20);
});
