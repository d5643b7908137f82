import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { type Dispatcher, startDispatcher } from '../../src/jobs/dispatcher.ts';
import { createNotifier } from '../../src/database/notifier.ts';
import { DISPATCH_CHANNEL } from '../../src/schema/event/announcer.ts';
import { dispatchEvents } from '../../src/schema/webhook/dispatch-events.ts';
import { createAccount, type TestAccount } from '../support/account.ts';
import { createProduct } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { messagesOf, PATIENCE, subscribe } from '../support/webhook.ts';

const service = useService();
const LISTENING = `pg_stat_activity WHERE application_name = 'provender dispatcher' AND datname = current_database()`;
const started: Dispatcher[] = [];
afterEach(() => Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop())));

describe('the dispatcher', () => {
  it('turns each event into one message and one entry of a job, however many dispatch at once', async () => {
    const account = await createAccount(service);
    const webhooks = [
      await subscribe(account, 'https://a.example/'),
      await subscribe(account, 'https://b.example/'),
    ];
    await service.database.pool.query(
      `INSERT INTO events (account_id, type, body, recipients)
       SELECT $1, 'product.created', '{}', $2::bigint[] FROM generate_series(1, 1000)`,
      [account.id, webhooks.map(({ id }) => id)],
    );
    const { prisma } = service.database;
    const dispatchAll = async () => {
      while (await dispatchEvents(prisma));
    };
    await Promise.all(Array.from({ length: 8 }, dispatchAll));
    await dispatchAll();

    for (const webhook of webhooks) {
      const messages = await messagesOf(service, webhook);
      expect(new Set(messages.map(({ eventId }) => eventId)).size).toBe(1_000);
      expect(messages).toHaveLength(1_000);
    }
    expect(await countOf(`webhook_messages WHERE account_id = ${account.id}`)).toBe(2_000);
    expect(await countOf(`(${entriesOf(account)}) AS entry`)).toBe(2_000);
    expect(await countOf(`events WHERE account_id = ${account.id} AND recipients IS NOT NULL`)).toBe(0);
  });

  it('puts messages of healthy webhooks into jobs of 25, those of a failing one into jobs that come last', async () => {
    const account = await createAccount(service);
    const [healthy, alsoHealthy, failing] = [
      await subscribe(account, 'https://a.example/'),
      await subscribe(account, 'https://b.example/'),
      await subscribe(account, 'https://c.example/'),
    ];
    const { prisma, pool } = service.database;
    await prisma.webhookSubscription.updateMany({
      where: { id: BigInt(failing.id) },
      data: { consecutiveFailures: 1 },
    });
    for (let made = 0; made < 14; made++) await createProduct(account);
    await dispatchEvents(prisma);
    const { rows } = await pool.query<{ priority: number; flags: object | null; webhooks: number[] }>(`
      SELECT priority, flags, array_agg(subscription_id::int) AS webhooks
      FROM (${entriesOf(account)}) AS entry JOIN webhook_messages message ON message.id = entry.message
      GROUP BY job_id, priority, flags ORDER BY priority, min(message.id)`);
    const [full, rest, ...others] = rows;
    expect([full, rest]).toMatchObject([
      { priority: 0, flags: null },
      { priority: 0, flags: null },
    ]);
    expect([full!.webhooks.length, rest!.webhooks.length]).toEqual([25, 3]);
    expect(new Set([...full!.webhooks, ...rest!.webhooks])).toEqual(new Set([healthy.id, alsoHealthy.id]));
    const alone = { priority: 1, flags: { [`subscription:${failing.id}`]: true }, webhooks: [failing.id] };
    expect(others).toEqual(Array.from({ length: 14 }, () => alone));
  });

  it('has no work with an event that nobody asked for', async () => {
    const account = await createAccount(service);
    await subscribe(account, 'https://a.example/', ['return.created']);
    await createProduct(account);
    const [event] = await service.database.prisma.event.findMany({ where: { accountId: account.id } });
    expect(event).toMatchObject({ type: 'product.created', recipients: [] });
    expect(await countOf(`events WHERE account_id = ${account.id} AND recipients IS NULL`)).toBe(1);
    await dispatchEvents(service.database.prisma);
    expect(await countOf(`webhook_messages WHERE account_id = ${account.id}`)).toBe(0);
    expect(await countOf(`(${entriesOf(account)}) AS entry`)).toBe(0);
  });

  it('makes no message for a webhook deleted meanwhile, a cancelled one for one deactivated meanwhile', async () => {
    const account = await createAccount(service);
    const [kept, deleted, deactivated] = [
      await subscribe(account, 'https://a.example/'),
      await subscribe(account, 'https://b.example/'),
      await subscribe(account, 'https://c.example/'),
    ];
    await createProduct(account);
    await account.call('DELETE', `/webhooks/${deleted.id}`);
    await service.database.pool.query(
      `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now() WHERE id = $1`,
      [deactivated.id],
    );
    await dispatchEvents(service.database.prisma);
    const statuses = async (webhook: typeof kept) =>
      (await messagesOf(service, webhook)).map(({ status }) => status);
    expect(await statuses(kept)).toEqual(['pending']);
    expect(await statuses(deleted)).toEqual([]);
    expect(await statuses(deactivated)).toEqual(['cancelled']);
  });

  it('is woken by a notification from another process, long before it would look by itself', async () => {
    const account = await createAccount(service);
    const webhook = await subscribe(account, 'https://a.example/');
    start();
    await expect.poll(() => countOf(`${LISTENING} AND query LIKE 'LISTEN %'`), PATIENCE).toBe(1);
    const other = connect(service.testDatabase.url, { max: 1 });
    const notify = createNotifier(other.pool, DISPATCH_CHANNEL, 5);
    const began = Date.now();
    for (let count = 1; count <= 20; count += 1) {
      await createProduct(account);
      notify();
      await expect.poll(() => messagesOf(service, webhook), PATIENCE).toHaveLength(count);
    }
    // By its look each second alone it would have taken some 20 seconds.
    expect(Date.now() - began).toBeLessThan(12_000);
    await other.close();
  });

  it('finds by itself what no notification told of', async () => {
    const account = await createAccount(service);
    const webhook = await subscribe(account, 'https://a.example/');
    start();
    for (let count = 1; count <= 2; count += 1) {
      await createProduct(account);
      await expect.poll(() => messagesOf(service, webhook), PATIENCE).toHaveLength(count);
    }
  });

  it('goes on after its connections were cut', async () => {
    const account = await createAccount(service);
    const webhook = await subscribe(account, 'https://a.example/');
    start();
    await expect.poll(() => countOf(LISTENING), PATIENCE).toBe(1);
    await service.database.pool.query(`SELECT pg_terminate_backend(pid) FROM ${LISTENING}`);
    await expect.poll(() => countOf(LISTENING), PATIENCE).toBe(1);
    await createProduct(account);
    await expect.poll(() => messagesOf(service, webhook), PATIENCE).toHaveLength(1);
  });
});

function start(): Dispatcher {
  const { database, testDatabase } = service;
  const dispatcher = startDispatcher(testDatabase.url, database.prisma, pino({ level: 'silent' }));
  started.push(dispatcher);
  return dispatcher;
}

/** A query for every message that a job of the account's is to send. */
function entriesOf({ id }: TestAccount): string {
  return `SELECT job.id AS job_id, priority, flags, (entry->>'message')::bigint AS message
          FROM graphile_worker._private_jobs job, json_array_elements(payload) AS entry
          WHERE entry->>'account' = '${id}'`;
}

async function countOf(rows: string): Promise<number> {
  const { rows: found } = await service.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${rows}`,
  );
  return found[0]!.count;
}
