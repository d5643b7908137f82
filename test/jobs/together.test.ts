import { expect, it } from 'vitest';
import { createAccount } from '../support/account.ts';
import { hold, startReceiver } from '../support/receiver.ts';
import { createProduct } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { expectQuiet, expectStatuses, PATIENCE, subscribe } from '../support/webhook.ts';

const service = useService({ worker: {} });

it('sends the messages of one job side by side: one that hangs delays no other', async () => {
  const account = await createAccount(service);
  const held = hold();
  await using slow = await startReceiver(held.behaviour);
  await using healthy = await startReceiver(200);
  const [slowWebhook, webhook] = [await subscribe(account, slow.url), await subscribe(account, healthy.url)];
  await createProduct(account);
  await expect.poll(held.held, PATIENCE).toBe(1);
  await expectStatuses(service, webhook, ['succeeded']);
  const { rows } = await service.database.pool.query(
    `SELECT json_array_length(payload) AS messages, flags FROM graphile_worker._private_jobs`,
  );
  expect(rows).toEqual([{ messages: 2, flags: null }]);
  held.release(200);
  await expectStatuses(service, slowWebhook, ['succeeded']);
  await expectQuiet(service);
  expect([slow.callbacks.length, healthy.callbacks.length]).toEqual([1, 1]);
});

it('postpones what finds no lane free, each by a job of its own that waits for one', async () => {
  const account = await createAccount(service);
  const held = hold();
  await using receiver = await startReceiver(held.behaviour);
  const webhook = await subscribe(account, receiver.url);
  for (let made = 0; made < 6; made++) await createProduct(account);
  await expect.poll(held.held, PATIENCE).toBe(4);
  const answering = setInterval(() => held.release(200), 1);
  await expectStatuses(
    service,
    webhook,
    Array.from({ length: 6 }, () => 'succeeded'),
  );
  clearInterval(answering);
  expect(receiver.callbacks).toHaveLength(6);
});
