import { expect, it } from 'vitest';
import { useHost } from '../support/process/host.ts';
import { createProduct, createWebhook } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';
import { useService } from '../support/service/service.ts';
import { hang, startReceiver } from '../support/webhook/receiver.ts';

const service = useService();
const host = useHost();
/** The guarantee of docs/reliability.md. */
const AGAIN_MS = 30_000;

it('sends the callback of a killed worker again once its lease has expired, within 30 seconds', async () => {
  const env = {
    DATABASE_URL: service.testDatabase.url,
    SECRETS_KEY,
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    WEBHOOK_TIMEOUT_MS: '60000',
  };
  await using receiver = await startReceiver(hang, 204);
  const account = await createAccount(service);
  await createWebhook(account, { url: receiver.url });
  const worker = await host.start(env, { args: ['--worker-only'] });
  await createProduct(account);
  await expect.poll(() => receiver.callbacks.length, { timeout: 20_000 }).toBe(1);

  await worker.kill();
  const killedAt = Date.now();
  await host.start(env, { args: ['--worker-only'] });
  await expect.poll(() => receiver.callbacks.length, { timeout: AGAIN_MS + 20_000 }).toBe(2);
  const [first, second] = receiver.callbacks;
  expect(second!.at - killedAt).toBeLessThan(AGAIN_MS);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body.equals(first!.body)).toBe(true);
});
