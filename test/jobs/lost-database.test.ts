import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startWorker } from '../../src/jobs/worker.ts';
import { createAccount } from '../support/service/account.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/process/database-proxy.ts';
import { hold, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { settings } from '../support/service/context.ts';
import { expectStatuses, PATIENCE, subscribe, type TestWebhook } from '../support/webhook/webhook.ts';

const service = useService({ own: 'runs a worker' });

it('works again when the database is back, with any number of unrecorded results', async () => {
  await using proxy = await startDatabaseProxy(service.testDatabase.url);
  const { worker, logged } = startBehind(proxy);
  const held = hold();
  const other = hold();
  await using receiver = await startReceiver(
    held.behaviour,
    held.behaviour,
    other.behaviour,
    other.behaviour,
    204,
  );
  const accounts = await Promise.all(Array.from({ length: 4 }, () => createAccount(service)));
  const webhooks: TestWebhook[] = [];
  for (const account of accounts) webhooks.push(await subscribe(account, receiver.url));
  for (const account of accounts) await createProduct(account);
  await expect.poll(() => held.held() + other.held(), PATIENCE).toBe(4);
  proxy.cut();
  held.release(204);
  await expect.poll(() => logged('an attempt could not be recorded'), PATIENCE).toBeGreaterThanOrEqual(2);
  proxy.letThrough();
  other.release(204);
  for (const [at, account] of accounts.entries()) {
    await createProduct(account);
    await expectStatuses(service, webhooks[at]!, ['succeeded', 'succeeded']);
  }
  await worker.stop();
}, 90_000);

it('gets jobs although the connection was lost while it looked up its tasks', async () => {
  await using proxy = await startDatabaseProxy(service.testDatabase.url);
  const looksUp = proxy.muteAfter('_private_tasks');
  const { worker, logged } = startBehind(proxy);
  await looksUp;
  proxy.cut();
  await expect.poll(() => logged('Error occurred fetching jobs'), PATIENCE).toBeGreaterThan(0);
  proxy.letThrough();
  const account = await createAccount(service);
  await using receiver = await startReceiver(204);
  const webhook = await subscribe(account, receiver.url);
  await createProduct(account);
  await expectStatuses(service, webhook, ['succeeded']);
  await worker.stop();
});

it('reports a job whose end it could not record, and works again', async () => {
  const unhandled = unhandledRejections();
  await using proxy = await startDatabaseProxy(service.testDatabase.url);
  await using receiver = await startReceiver(204);
  const account = await createAccount(service);
  const webhook = await subscribe(account, receiver.url);
  const { worker, logged } = startBehind(proxy);
  const ends = proxy.muteAfter('delete from "graphile_worker"._private_jobs');
  await service.database.pool.query(`SELECT graphile_worker.add_job('sendAlerts')`);
  await ends;
  proxy.cut();
  await expect.poll(() => logged('Failed to complete jobs'), PATIENCE).toBe(1);
  await expect.poll(() => logged('the worker stopped and will be started again'), PATIENCE).not.toBe(0);
  proxy.letThrough();
  await createProduct(account);
  await expectStatuses(service, webhook, ['succeeded']);
  await worker.stop();
  expect(unhandled).toEqual([]);
}, 90_000);

it('stops cleanly when it loses the connection on which it begins to listen', async () => {
  const unhandled = unhandledRejections();
  await using proxy = await startDatabaseProxy(service.testDatabase.url);
  const listens = proxy.muteAfter('LISTEN "jobs:insert"');
  const { worker, logged } = startBehind(proxy);
  await listens;
  const stopped = worker.stop();
  await expect.poll(() => logged('Attempting graceful shutdown'), PATIENCE).toBe(1);
  proxy.cut();
  await stopped;
  await expect.poll(() => logged('Error occurred attempting to UNLISTEN'), PATIENCE).toBeGreaterThan(0);
  expect(unhandled).toEqual([]);
});

/** Collects the unhandled rejections of the test. */
function unhandledRejections(): unknown[] {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
  return unhandled;
}

/** Starts a worker that reaches the database through the proxy; the test itself connects directly. */
function startBehind({ url }: DatabaseProxy) {
  // graphile-worker also traces to the console what it logs.
  const trace = vi.spyOn(console, 'trace').mockImplementation(() => {});
  onTestFinished(() => trace.mockRestore());
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  );
  const worker = startWorker({
    requestLogDays: 7,
    url,
    settings,
    log,
    sender: { timeoutMs: 30_000, allowPrivateNetworks: true },
    policy: { retryDelays: [60, 300, 1800], pauseMs: 0, disableAfter: 10 },
  });
  return { worker, logged: (text: string) => lines.filter((line) => line.includes(text)).length };
}
