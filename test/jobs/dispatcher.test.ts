import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { createNotifier } from '../../src/database/notifier.ts';
import { type Dispatcher, startDispatcher } from '../../src/jobs/dispatcher.ts';
import { DISPATCH_CHANNEL } from '../../src/schema/exchange/live-event/announcer.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { dispatch, PATIENCE, subscribe, type TestWebhook } from '../support/webhook/webhook.ts';
import { publishEvents } from '../support/service/worker.ts';

const service = useService({ own: 'runs a worker' });
const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);
const LISTENING = `pg_stat_activity WHERE application_name = 'provender dispatcher' AND datname = current_database()`;
type Eight = [
  TestWebhook,
  TestWebhook,
  TestWebhook,
  TestWebhook,
  TestWebhook,
  TestWebhook,
  TestWebhook,
  TestWebhook,
];
const started: Dispatcher[] = [];
afterEach(() => Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop())));

describe('the dispatcher', () => {
  it('is woken by a notification from another process, long before it would poll', async () => {
    start();
    await expect.poll(() => countOf(`${LISTENING} AND query LIKE 'LISTEN %'`), PATIENCE).toBe(1);
    const other = connect(service.testDatabase.url, { max: 1 });
    const notify = createNotifier(other.pool, DISPATCH_CHANNEL, 5);
    const subscribers = [];
    for (let count = 0; count < 20; count += 1) subscribers.push(await subscriber());
    const began = Date.now();
    for (const { account, webhook } of subscribers) {
      await createProduct(account);
      notify();
      await expect.poll(() => hints(webhook), PATIENCE).toBe(1);
    }
    // Polling once a second alone would take about 20 seconds.
    expect(Date.now() - began).toBeLessThan(12_000);
    await other.close();
  });

  it('finds by polling what no notification reported', async () => {
    start();
    for (let count = 1; count <= 2; count += 1) {
      const { account, webhook } = await subscriber();
      await createProduct(account);
      await expect.poll(() => hints(webhook), PATIENCE).toBe(1);
    }
  });

  it('continues after its connections were cut', async () => {
    const { account, webhook } = await subscriber();
    start();
    await expect.poll(() => countOf(LISTENING), PATIENCE).toBe(1);
    await query(`SELECT pg_terminate_backend(pid) FROM ${LISTENING}`);
    await expect.poll(() => countOf(LISTENING), PATIENCE).toBe(1);
    await createProduct(account);
    await expect.poll(() => hints(webhook), PATIENCE).toBe(1);
  });
});

describe('the sweep', () => {
  it('adds the jobs that are missing, and none for webhooks that must wait', async () => {
    const account = await createAccount(service);
    const webhooks: TestWebhook[] = [];
    for (let count = 0; count < 8; count++) webhooks.push(await subscribe(account, 'https://a.example/'));
    const [due, later, paused, retries, busy, deactivated, deleted, recovering] = webhooks as Eight;
    await publishEvents(service, account, 1, webhooks.slice(0, 7));
    await publishEvents(service, account, 1, [busy]);
    await dispatch(service);
    const messages = (webhook: TestWebhook, what: string) =>
      query(`UPDATE webhook_messages SET ${what} WHERE subscription_id = $1`, [webhook.id]);
    const set = (webhook: TestWebhook, what: string) =>
      query(`UPDATE webhook_subscriptions SET ${what} WHERE id = $1`, [webhook.id]);
    await messages(later, `failures = 1, next_attempt_at = now() + interval '1 hour'`);
    for (const webhook of [paused, retries]) {
      await set(webhook, `consecutive_failures = 1, paused_until = now() + interval '1 hour'`);
    }
    await messages(retries, 'failures = 1');
    await set(busy, 'consecutive_failures = 1');
    await query(
      `UPDATE webhook_messages SET lease = 1, next_attempt_at = now() + interval '15 s'
       WHERE id = (SELECT min(id) FROM webhook_messages WHERE subscription_id = $1)`,
      [busy.id],
    );
    await set(deactivated, `status = 'deactivated', deactivated_at = now()`);
    await query('DELETE FROM webhook_subscriptions WHERE id = $1', [deleted.id]);
    await set(recovering, 'recover_since = now()');
    await query('SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key IS NOT NULL');

    start();
    await expect.poll(() => hints(due), PATIENCE).toBe(1);
    await sleep(100);
    const { rows } = await query(
      `SELECT key FROM graphile_worker.jobs WHERE split_part(key, ':', 2) = ANY($1) ORDER BY key`,
      [webhooks.map(({ id }) => String(id))],
    );
    const expected = [
      `sendWebhook:${due.id}`,
      `sendWebhook:${retries.id}`,
      `tidyWebhook:${deactivated.id}`,
      `tidyWebhook:${deleted.id}`,
      `tidyWebhook:${recovering.id}`,
    ];
    expect(rows.map(({ key }) => key)).toEqual(expected.toSorted());
  });
});

function start(): Dispatcher {
  const { pool } = service.database;
  const { url } = service.testDatabase;
  const log = pino({ level: 'silent' });
  const dispatcher = startDispatcher({ url, pool, disableAfter: 10, log });
  started.push(dispatcher);
  return dispatcher;
}

async function subscriber(): Promise<{ account: TestAccount; webhook: TestWebhook }> {
  const account = await createAccount(service);
  return { account, webhook: await subscribe(account, 'https://a.example/') };
}

function hints({ id }: TestWebhook): Promise<number> {
  return countOf(`graphile_worker.jobs WHERE key = 'sendWebhook:${id}'`);
}

async function countOf(rows: string): Promise<number> {
  return (await query(`SELECT FROM ${rows}`)).rowCount!;
}
