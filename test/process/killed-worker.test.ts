import { expect, it } from 'vitest';
import { someoneWaits } from '../support/database/hold-up.ts';
import { useHost } from '../support/process/host.ts';
import { countOf } from '../support/database/tables.ts';
import { importsOf } from '../support/records/importing.ts';
import { createProduct, createWebhook } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';
import { useService } from '../support/service/service.ts';
import { hang, startReceiver } from '../support/webhook/receiver.ts';

const service = useService({ own: 'opens connections of its own' });
const host = useHost();
/** The guarantee of docs/reliability.md. */
const AGAIN_MS = 30_000;

/** Starts an import, and returns when its second batch waits for another transaction. */
async function startHeldImport() {
  const account = await createAccount(service);
  const { preview, queried, finished } = importsOf(service);
  const rows = Array.from({ length: 600 }, (_, at) => `A-${at},Rye Bread,1,3.49,bakery\n`);
  const { id } = await preview(account, 'products', `reference,name,weight,price,category\n${rows.join('')}`);
  const client = await service.database.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category, reference)
     VALUES ($1, 9999, 'Oat Loaf', 1, 1, 'bakery', 'A-550')`,
    [account.id],
  );
  await queried(account, `mutation { startImport(id: "${id}") { id } }`);
  await someoneWaits(service.database);
  return {
    account,
    finished: () => finished(account, id),
    letGo: () => client.query('ROLLBACK').finally(() => client.release()),
  };
}

it('sends the callback of a killed worker again once its lease has expired, and begins its import again, within 30 seconds', async () => {
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
  const held = await startHeldImport();

  await worker.kill();
  const killedAt = Date.now();
  await held.letGo();
  await host.start(env, { args: ['--worker-only'] });
  expect(await held.finished()).toMatchObject({ status: 'SUCCEEDED', created: 600 });
  expect(Date.now() - killedAt).toBeLessThan(AGAIN_MS);
  expect(await countOf(held.account, 'products')).toBe(600);
  expect(await countOf(held.account, 'events')).toBe(600);
  await expect.poll(() => receiver.callbacks.length, { timeout: AGAIN_MS + 20_000 }).toBe(2);
  const [first, second] = receiver.callbacks;
  expect(second!.at - killedAt).toBeLessThan(AGAIN_MS);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body.equals(first!.body)).toBe(true);
});
