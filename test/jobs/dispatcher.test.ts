import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { type Dispatcher, startDispatcher } from '../../src/jobs/dispatcher.ts';
import { createNotifier } from '../../src/database/notifier.ts';
import { DISPATCH_CHANNEL } from '../../src/schema/event/announcer.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { dispatch, messagesOf, PATIENCE, subscribe } from '../support/webhook/webhook.ts';
import { publishEvents } from '../support/service/worker.ts';

const service = useService();
const LISTENING = `pg_stat_activity WHERE application_name = 'provender dispatcher' AND datname = current_database()`;
const started: Dispatcher[] = [];
afterEach(() => Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop())));

describe('the dispatcher', () => {
  it('adds one job for an account, with its own key, however many events and dispatchers there are', async () => {
    const accounts = [await createAccount(service), await createAccount(service)];
    for (const account of accounts) {
      const { id } = await subscribe(account, 'https://a.example/');
      await publishEvents(service, account, 300, [{ id }]);
    }
    start();
    start();
    for (const account of accounts) await expect.poll(() => jobsOf(account), PATIENCE).toBe(1);
    await sleep(1_200);
    for (const account of accounts) expect(await jobsOf(account)).toBe(1);
  });

  it('wakes the run of an account that is being sent for here, and adds no job', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, 'https://a.example/');
    const woken: bigint[] = [];
    start({ wake: (woke) => woken.push(woke) > 0 });
    await publishEvents(service, account, 1, [{ id }]);
    await expect.poll(() => woken, PATIENCE).toContain(account.id);
    expect(await jobsOf(account)).toBe(0);
  });

  it('adds no job for an account that another worker sends for', async () => {
    const [busy, idle] = [await createAccount(service), await createAccount(service)];
    await service.database.pool.query(
      `INSERT INTO webhook_runs (account_id, worker, until) VALUES ($1, 'another', now() + interval '1 hour')`,
      [busy.id],
    );
    for (const account of [busy, idle]) {
      const { id } = await subscribe(account, 'https://a.example/');
      await publishEvents(service, account, 1, [{ id }]);
    }
    start();
    await expect.poll(() => jobsOf(idle), PATIENCE).toBe(1);
    expect(await jobsOf(busy)).toBe(0);
    await service.database.pool.query(`UPDATE webhook_runs SET until = now() WHERE account_id = $1`, [
      busy.id,
    ]);
    await expect.poll(() => jobsOf(busy), PATIENCE).toBe(1);
  });

  it('adds the job that an account with waiting messages lacks, for when the next one is due', async () => {
    const account = await createAccount(service);
    const webhook = await subscribe(account, 'https://a.example/');
    await createProduct(account);
    await dispatch(service, account);
    await service.database.pool.query(
      `UPDATE webhook_messages SET next_attempt_at = now() + interval '5 minutes' WHERE account_id = $1`,
      [account.id],
    );
    start();
    await expect.poll(() => jobsOf(account), PATIENCE).toBe(1);
    const [message] = await messagesOf(service, webhook);
    const { rows } = await service.database.pool.query(
      `SELECT run_at FROM graphile_worker.jobs WHERE key = 'webhooks:' || $1::text`,
      [account.id],
    );
    expect(rows).toEqual([{ run_at: message!.nextAttemptAt }]);
    // A job that is scheduled too late is moved forward.
    await service.database.pool.query(
      `UPDATE webhook_messages SET next_attempt_at = now() WHERE account_id = $1`,
      [account.id],
    );
    await expect
      .poll(
        () => countOf(`graphile_worker.jobs WHERE key = 'webhooks:${account.id}' AND run_at <= now()`),
        PATIENCE,
      )
      .toBe(1);
  });

  it('is woken by a notification from another process, long before it would poll', async () => {
    start();
    await expect.poll(() => countOf(`${LISTENING} AND query LIKE 'LISTEN %'`), PATIENCE).toBe(1);
    const other = connect(service.testDatabase.url, { max: 1 });
    const notify = createNotifier(other.pool, DISPATCH_CHANNEL, 5);
    const accounts: TestAccount[] = [];
    for (let count = 0; count < 20; count += 1) accounts.push(await subscriber());
    const began = Date.now();
    for (const account of accounts) {
      await createProduct(account);
      notify();
      await expect.poll(() => jobsOf(account), PATIENCE).toBe(1);
    }
    // Polling once a second alone would take about 20 seconds.
    expect(Date.now() - began).toBeLessThan(12_000);
    await other.close();
  });

  it('finds by polling what no notification reported', async () => {
    start();
    for (let count = 1; count <= 2; count += 1) {
      const account = await subscriber();
      await createProduct(account);
      await expect.poll(() => jobsOf(account), PATIENCE).toBe(1);
    }
  });

  it('continues after its connections were cut', async () => {
    const account = await subscriber();
    start();
    await expect.poll(() => countOf(LISTENING), PATIENCE).toBe(1);
    await service.database.pool.query(`SELECT pg_terminate_backend(pid) FROM ${LISTENING}`);
    await expect.poll(() => countOf(LISTENING), PATIENCE).toBe(1);
    await createProduct(account);
    await expect.poll(() => jobsOf(account), PATIENCE).toBe(1);
  });
});

function start(runs = { wake: (_account: bigint) => false }): Dispatcher {
  const { pool } = service.database;
  const url = service.testDatabase.url;
  const dispatcher = startDispatcher({ url, pool, runs, log: pino({ level: 'silent' }) });
  started.push(dispatcher);
  return dispatcher;
}

async function subscriber(): Promise<TestAccount> {
  const account = await createAccount(service);
  await subscribe(account, 'https://a.example/');
  return account;
}

function jobsOf({ id }: TestAccount): Promise<number> {
  return countOf(`graphile_worker._private_jobs WHERE payload->>'accountId' = '${id}'`);
}

async function countOf(rows: string): Promise<number> {
  const { rows: found } = await service.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${rows}`,
  );
  return found[0]!.count;
}
