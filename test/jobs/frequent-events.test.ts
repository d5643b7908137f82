import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { expectStatuses, subscribe } from '../support/webhook/webhook.ts';
import { publishEvents, startTestWorker } from '../support/service/worker.ts';

const service = useService();

it('takes frequent events in batches: an account does not use a statement for each', async () => {
  const account = await createAccount(service);
  await using receiver = await startReceiver(200);
  const webhook = await subscribe(account, receiver.url);
  const worker = startTestWorker(service);
  for (let sent = 1; sent <= 100; sent += 1) {
    await publishEvents(service, account, 1, [webhook]);
    worker.wake();
    await sleep(10);
  }
  await expectStatuses(service, webhook, Array<string>(100).fill('succeeded'));
  const { rows } = await service.database.pool.query(
    'SELECT count(DISTINCT created_at)::int AS takes FROM webhook_messages WHERE account_id = $1',
    [account.id],
  );
  // One each would be 100; pauses of up to 400 ms leave about ten.
  expect(rows).toEqual([{ takes: expect.toSatisfy((takes: number) => takes <= 50) }]);
});
