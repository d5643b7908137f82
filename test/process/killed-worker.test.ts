import { expect, it } from 'vitest';
import { demoOf } from '../support/process/said.ts';
import { useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { hang, startReceiver } from '../support/webhook/receiver.ts';

const host = useHost();
/** The guarantee of docs/reliability.md. */
const AGAIN_MS = 30_000;

it('sends the callback of a killed worker again once its lease has expired, within 30 seconds', async () => {
  const cluster = await host.cluster();
  const env = {
    DATABASE_URL: cluster.url('provender'),
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    WEBHOOK_TIMEOUT_MS: '60000',
  };
  await using receiver = await startReceiver(hang, 204);
  const api = await host.start({ ...env, DEMO: 'true' }, { args: ['--api-only'] });
  const { key } = demoOf(api.stdout());
  const events = ['product.created'];
  await request(api.url, 'POST', '/webhooks', { key, body: { url: receiver.url, events } });
  const worker = await host.start(env, { args: ['--worker-only'] });
  const body = { name: 'Rye', weight: 1, price: 2, category: 'bakery' };
  await request(api.url, 'POST', '/products', { key, body });
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
