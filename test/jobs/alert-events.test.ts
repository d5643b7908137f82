import { afterAll, expect, it } from 'vitest';
import { digestWords } from '../../src/schema/exchange/alert/alert-words.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { createProduct } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { addWebhook, alertsOf, change, set } from '../support/webhook/alerts.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { stored, subscribe } from '../support/webhook/webhook.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({
  worker: { timeoutMs: 1_000, retryDelays: [], disableAfter: 4 },
  mail: { url: mailbox.url, from: 'alerts@provender.example' },
});
const PATIENCE = { timeout: 60_000 };

function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 3_600_000);
}

interface AlertRow {
  type: string;
  status: string;
  level: number;
  cases: number;
  body: string;
}

/** Returns the stored alerts, oldest first, without looking for trouble. */
async function rowsOf({ id }: TestAccount, type = '%'): Promise<AlertRow[]> {
  const { rows } = await service.database.pool.query<AlertRow>(
    'SELECT type, status, level, cases, body FROM alerts WHERE account_id = $1 AND type LIKE $2 ORDER BY id',
    [id, type],
  );
  return rows;
}

it('sends alerts about a failing webhook as failures reach a level, before the next minute', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(500);
  await using alerts = await startReceiver(200);
  await change(account, { url: alerts.url });
  const webhook = await subscribe(account, receiver.url);
  const startedAt = Date.now();
  for (let failures = 1; failures <= 4; failures += 1) {
    await createProduct(account);
    await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(failures);
    await expect
      .poll(async () => (await stored(service, webhook)).consecutiveFailures, PATIENCE)
      .toBe(failures);
  }
  const endpoints = await rowsOf(account, 'endpoint.%');
  expect(endpoints.map(({ type, level }) => [type, level])).toEqual([
    ['endpoint.failing', 50],
    ['endpoint.failing', 70],
    ['endpoint.disabled', 100],
  ]);
  expect(JSON.parse(endpoints[2]!.body).data).toMatchObject({
    webhook_id: webhook.id,
    consecutive_failures: 4,
    last_failure: { error: 'unexpected_status', status_code: 500, response: expect.any(String) },
  });
  const posted = () => alerts.callbacks.map(({ body }) => JSON.parse(body.toString()).alert);
  await expect
    .poll(posted, PATIENCE)
    .toEqual(expect.arrayContaining(['endpoint.failing', 'endpoint.disabled']));
  expect(Date.now() - startedAt).toBeLessThan(55_000);
});

it('sends one alert at once when messages run out of retries, and counts the others of the hour in a summary', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(500, 200, 500, 200, 500, 200);
  const webhook = await subscribe(account, receiver.url);
  for (let sent = 1; sent <= 6; sent += 1) {
    await createProduct(account);
    await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(sent);
    const failures = sent % 2;
    await expect
      .poll(async () => (await stored(service, webhook)).consecutiveFailures, PATIENCE)
      .toBe(failures);
  }
  await alertsOf(account);
  const [first, ...others] = await rowsOf(account, 'message.exhausted');
  expect(first).toMatchObject({ status: 'sent', cases: 1 });
  expect(JSON.parse(first!.body)).toEqual({
    alert: 'message.exhausted',
    timestamp: expect.any(String),
    data: {
      webhook_id: webhook.id,
      url: receiver.url,
      count: 1,
      message: {
        webhook_id: expect.stringMatching(/^\w/),
        event: 'product.created',
        attempts: 1,
        error: 'unexpected_status',
        status_code: 500,
        response: expect.any(String),
        at: expect.any(String),
      },
    },
  });
  expect(others.every(({ status }) => status === 'withheld')).toBe(true);
  expect(others.reduce((sum, { cases }) => sum + cases, 0)).toBe(2);
  expect(await rowsOf(account, 'alert.summary')).toEqual([]);
  await anHourLater(account);
  const [summary] = await rowsOf(account, 'alert.summary');
  expect(JSON.parse(summary!.body).data).toMatchObject({
    alerts: { 'message.exhausted': 2 },
  });
});

it('loses nothing over the limit of an hour: each deactivation is sent, one summary counts the rest', async () => {
  const account = await createAccount(service);
  await using alerts = await startReceiver(200);
  await change(account, { url: alerts.url });
  const ids = [];
  for (let count = 0; count < 30; count += 1) ids.push(await addWebhook(account));
  const off = `status = 'deactivated', consecutive_failures = 4, deactivated_at = now(), deactivation_error = 'timeout'`;
  for (const id of ids.slice(0, 24)) await set(account, id, off);
  for (const id of ids.slice(24)) await set(account, id, 'consecutive_failures = 2');
  await alertsOf(account);
  // What comes later in the hour is counted too.
  await set(account, await addWebhook(account), 'consecutive_failures = 2');
  await alertsOf(account);
  expect(await rowsOf(account, 'alert.summary')).toEqual([]);
  await anHourLater(account);
  const notSent = async () =>
    (await rowsOf(account)).filter(({ status }) => !['sent', 'withheld'].includes(status));
  await expect.poll(notSent, PATIENCE).toEqual([]);
  const rows = await rowsOf(account);
  const of = (type: string, status: string) =>
    rows.filter((row) => row.type === type && row.status === status).length;
  expect(of('endpoint.disabled', 'sent')).toBe(24);
  expect(of('endpoint.failing', 'withheld')).toBe(7);
  expect(rows.filter(({ type }) => type === 'alert.summary')).toHaveLength(1);
  const posted = alerts.callbacks.map(({ body }) => JSON.parse(body.toString()));
  expect(posted.filter(({ alert }) => alert === 'endpoint.disabled')).toHaveLength(24);
  expect(posted.find(({ alert }) => alert === 'alert.summary').data).toEqual({
    count: 7,
    alerts: { 'endpoint.failing': 7 },
    since: expect.any(String),
  });
  // Twenty and more that are due at once are one mail, not twenty.
  const mails = mailbox.to(account.email);
  expect(mails.length).toBeLessThanOrEqual(3);
  expect(mails.join()).toContain('7 more warnings about failing webhooks');

  expect(await rowsOf(account, 'alert.summary')).toHaveLength(1);
});

/** Lets the alerts of an account have been created an hour earlier, and sends what is due then. */
async function anHourLater(account: TestAccount): Promise<void> {
  await service.database.pool.query(
    `UPDATE alerts SET created_at = created_at - interval '61 minutes' WHERE account_id = $1`,
    [account.id],
  );
  await alertsOf(account);
}

it('does not call a key expiring that was made for a day', async () => {
  const account = await createAccount(service);
  await account.issue(['products:read'], inHours(24));
  await account.issue(['products:read'], inHours(70));
  expect(await alertsOf(account)).toEqual([]);
  await account.issue(['products:read'], inHours(24 * 7));
  expect(await alertsOf(account)).toEqual([]);
  await service.database.pool.query(
    `UPDATE api_keys SET created_at = now() - interval '6 days', expires_at = now() + interval '1 day'
     WHERE account_id = $1 AND expires_at > now() + interval '5 days'`,
    [account.id],
  );
  expect(await alertsOf(account)).toEqual([['key.expiring', 'sent']]);
});

it('a mail counts the alerts that it does not tell in full, and says where they are', () => {
  const body = JSON.stringify({ data: { webhook_id: 1, url: 'https://hooks.example.com/' } });
  const alerts = Array.from({ length: 22 }, () => ({ type: 'endpoint.recovered' as const, body }));
  const { text } = digestWords(alerts, 'https://provender.example', 'UTC');
  expect(text.split('\n\n---\n\n').slice(20)).toEqual([
    '2 more webhooks work again',
    'All alerts: https://provender.example/settings/webhooks',
  ]);
});
