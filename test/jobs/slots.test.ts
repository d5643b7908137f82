import { expect, it } from 'vitest';
import { createProduct } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { startTestWorker } from '../support/service/worker.ts';
import { ask, change } from '../support/webhook/alerts.ts';
import { hang, startReceiver } from '../support/webhook/receiver.ts';
import { PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: { timeoutMs: 30_000 } });
/** A service without a running worker. */
const stopped = useService({ own: 'runs a worker' });

/** The number of messages, more than the worker has slots. */
const MANY = 20;
/** The time limit of a poll, before a held endpoint times out. */
const SOON = { timeout: 10_000 };

it('leaves slots for callbacks and for the alerts of others while endpoints of alerts do not respond', async () => {
  await using silent = await startReceiver(hang);
  const slow = await createAccount(service);
  await change(slow, { url: silent.url, byMail: false });
  for (let sent = 1; sent <= MANY; sent += 1) {
    await ask(slow, 'mutation { sendTestAlert { id } }');
    await expect.poll(() => silent.callbacks.length, SOON).toBe(sent);
  }
  await using receiver = await startReceiver(204);
  const other = await createAccount(service);
  await change(other, { url: receiver.url, byMail: false });
  await ask(other, 'mutation { sendTestAlert { id } }');
  await expect.poll(() => receiver.callbacks.length, SOON).toBe(1);
  await subscribe(other, receiver.url);
  await createProduct(other);
  await expect.poll(() => receiver.callbacks.length, SOON).toBe(2);
});

/** Jobs that can take long, and a table that each of them reads. */
const LONG = {
  generateDeliveries: 'standing_orders',
  pruneExpired: 'idempotency_keys',
};

it('leaves slots for callbacks while other jobs wait', async () => {
  await using receiver = await startReceiver(204);
  const account = await createAccount(service);
  await subscribe(account, receiver.url);
  const [tasks, tables] = [Object.keys(LONG), Object.values(LONG)];
  const holder = await service.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${tables.join()} IN ACCESS EXCLUSIVE MODE`);
    await service.database.pool.query(
      `SELECT graphile_worker.add_job(task) FROM unnest($1::text[]) AS task, generate_series(1, $2)`,
      [tasks, MANY],
    );
    const waiting = `SELECT DISTINCT relation FROM pg_locks WHERE NOT granted AND relation = ANY($1::text[]::regclass[])`;
    await expect
      .poll(async () => (await service.database.pool.query(waiting, [tables])).rowCount, PATIENCE)
      .toBe(tables.length);
    await createProduct(account);
    await expect.poll(() => receiver.callbacks.length, SOON).toBe(1);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

it('leaves no job locked when it stops while an endpoint of alerts does not respond', async () => {
  await using silent = await startReceiver(hang);
  const account = await createAccount(stopped);
  await change(account, { url: silent.url, byMail: false });
  await ask(account, 'mutation { sendTestAlert { id } }');
  const worker = startTestWorker(stopped);
  await expect.poll(() => silent.callbacks.length, SOON).toBe(1);
  await worker.stop();
  const locked = await stopped.database.pool.query(
    'SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL',
  );
  expect(locked.rowCount).toBe(0);
});
