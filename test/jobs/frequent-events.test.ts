import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { expectStatuses, subscribe } from '../support/webhook/webhook.ts';
import { publishEvents, startTestWorker } from '../support/service/worker.ts';

const service = useService();

it('pauses after several events: those of the next moment share a statement', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(200);
  const webhook = await subscribe(account, receiver.url);
  const worker = startTestWorker(service);
  const publish = async (count: number) => {
    await publishEvents(service, account, count, [webhook]);
    worker.wake();
  };
  // From here on the webhook is known to respond fast, and gets up to 24 messages at a time.
  await publish(1);
  await expectStatuses(service, webhook, ['succeeded']);
  await publish(10);
  await expect.poll(() => receiver.callbacks.length, { interval: 10 }).toBe(11);
  for (let sent = 1; sent <= 10; sent += 1) {
    await publish(1);
    await sleep(15);
  }
  await expectStatuses(service, webhook, Array<string>(21).fill('succeeded'));
  const { rows } = await service.database.pool.query<{ statements: number }>(
    'SELECT count(DISTINCT created_at)::int AS statements FROM webhook_messages WHERE account_id = $1',
    [account.id],
  );
  // Two, and one or a few for the last ten events, which would be about ten without the pause.
  expect(rows[0]!.statements).toBeLessThanOrEqual(6);
});
