import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useHost } from '../support/process/host.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const host = useHost();
const service = useService({ worker: {} });

it('the example accepts callbacks, recognizes repeated ones, and rejects forged ones', async () => {
  const account = await createAccount(service);
  const webhook = await subscribe(account, 'http://127.0.0.1:1/');
  const receiver = host.launch(
    'npm',
    { PORT: '0', WEBHOOK_SECRET: webhook.secret },
    { args: ['run', '-s', 'example:webhook-receiver'] },
  );
  const lines = () => receiver.stdout().split('\n').slice(0, -1);
  await expect.poll(lines, PATIENCE).toHaveLength(1);
  const url = lines()[0]!.replace('Receiving at ', '');
  await account.call('PATCH', `/webhooks/${webhook.id}`, { body: { url } });
  await createProduct(account, { name: 'Müsli' });
  const [message] = await expectStatuses(service, webhook, ['succeeded']);
  const id = message!.webhookId;
  expect(message!.attempts).toMatchObject([{ statusCode: 204 }]);
  expect(lines().slice(1)).toEqual([`${id} ${message!.event.body}`]);

  await account.call('POST', `/webhooks/${webhook.id}/deliveries/${id}/resend`);
  await expect.poll(lines, PATIENCE).toHaveLength(3);
  expect(lines()[2]).toBe(`${id} came again, nothing to do`);

  const forged = await fetch(url, { method: 'POST', body: message!.event.body });
  expect(forged.status).toBe(401);
  expect(lines()).toHaveLength(3);
  // npm passes this signal on; the one that cannot be caught would leave the receiver running.
  receiver.signal('SIGTERM');
  await receiver.ended();
});
