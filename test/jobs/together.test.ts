import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startWorker } from '../../src/jobs/worker.ts';
import { dispatchEvents } from '../../src/schema/webhook/dispatch-events.ts';
import { createAccount, type TestAccount } from '../support/account.ts';
import { hold, startReceiver } from '../support/receiver.ts';
import { createProduct } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { secrets } from '../support/secrets.ts';
import { expectQuiet, expectStatuses, messagesOf, PATIENCE, subscribe } from '../support/webhook.ts';

const service = useService();

it('sends the messages of one job side by side: one that hangs delays no other', async () => {
  const account = await createAccount(service);
  const held = hold();
  await using slow = await startReceiver(held.behaviour);
  await using healthy = await startReceiver(200);
  const [slowWebhook, webhook] = [await subscribe(account, slow.url), await subscribe(account, healthy.url)];
  await dispatchTogether(account, 1);
  const worker = start();
  await expect.poll(held.held, PATIENCE).toBe(1);
  await expectStatuses(service, webhook, ['succeeded']);
  expect(await jobs()).toEqual([{ messages: 2, priority: 0, flags: null, isLocked: true }]);
  held.release(200);
  await expectStatuses(service, slowWebhook, ['succeeded']);
  await worker.stop();
  expect(await jobs()).toEqual([]);
  expect([slow.callbacks.length, healthy.callbacks.length]).toEqual([1, 1]);
});

it('sends what of a job waits for a lane as lanes get free, four at a time', async () => {
  const account = await createAccount(service);
  let underWay = 0;
  let most = 0;
  await using receiver = await startReceiver((response) => {
    most = Math.max(most, (underWay += 1));
    setImmediate(() => {
      underWay -= 1;
      response.writeHead(204).end();
    });
  });
  const webhook = await subscribe(account, receiver.url);
  await dispatchTogether(account, 25);
  const worker = start();
  await expectStatuses(
    service,
    webhook,
    Array.from({ length: 25 }, () => 'succeeded'),
  );
  await expectQuiet(service);
  await worker.stop();
  expect(receiver.callbacks).toHaveLength(25);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

it('puts back what waited in vain, each as a job that comes last', async () => {
  const account = await createAccount(service);
  const held = hold();
  await using receiver = await startReceiver(
    held.behaviour,
    held.behaviour,
    held.behaviour,
    held.behaviour,
    204,
  );
  const webhook = await subscribe(account, receiver.url);
  await dispatchTogether(account, 6);
  const worker = start();
  await expect.poll(held.held, PATIENCE).toBe(4);
  const flags = { [`subscription:${webhook.id}`]: true };
  const alone = { messages: 1, priority: 1, flags, isLocked: false };
  await expect
    .poll(jobs, PATIENCE)
    .toEqual([{ messages: 6, priority: 0, flags: null, isLocked: true }, alone, alone]);
  held.release(200);
  await expectStatuses(
    service,
    webhook,
    Array.from({ length: 6 }, () => 'succeeded'),
  );
  await worker.stop();
  expect(receiver.callbacks).toHaveLength(6);
});

it('puts back what waits for a lane when it stops, and finishes what is under way', async () => {
  const account = await createAccount(service);
  const held = hold();
  await using receiver = await startReceiver(held.behaviour);
  const webhook = await subscribe(account, receiver.url);
  await dispatchTogether(account, 6);
  const worker = start();
  await expect.poll(held.held, PATIENCE).toBe(4);
  const stopped = worker.stop();
  // Four lanes get free, and the two that wait must not have them.
  held.release(200);
  await stopped;
  expect(await jobs()).toMatchObject([{ isLocked: false }, { isLocked: false }]);
  const statuses = (await messagesOf(service, webhook)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual(['pending', 'pending', 'succeeded', 'succeeded', 'succeeded', 'succeeded']);
  expect(receiver.callbacks).toHaveLength(4);
});

/** Makes events and has one dispatch turn them into jobs. */
async function dispatchTogether(account: TestAccount, events: number): Promise<void> {
  for (let made = 0; made < events; made += 1) await createProduct(account);
  await dispatchEvents(service.database.prisma);
}

function start() {
  const worker = startWorker({
    url: service.testDatabase.url,
    database: service.database,
    secrets,
    log: pino({ level: 'silent' }),
    sender: { timeoutMs: 30_000, allowPrivateNetworks: true },
    policy: { retryDelays: [60, 300, 1800], disableAfter: 10 },
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= worker.stop());
  onTestFinished(stop);
  return { stop };
}

async function jobs() {
  const { rows } = await service.database.pool.query(`
    SELECT json_array_length(payload) AS messages, priority, flags, locked_at IS NOT NULL AS "isLocked"
    FROM graphile_worker._private_jobs ORDER BY id`);
  return rows;
}
