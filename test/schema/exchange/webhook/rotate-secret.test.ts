import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { pruneExpired } from '../../../../src/jobs/prune-expired.ts';
import { createProduct } from '../../../support/records/records.ts';
import { type Callback, startReceiver } from '../../../support/webhook/receiver.ts';
import { createAccount } from '../../../support/service/account.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { useService } from '../../../support/service/service.ts';
import { stored, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ worker: {} });
const URL = 'https://hooks.example.com/';

it('signs with every secret that was replaced within a day, and replaces no more than five', async () => {
  await using receiver = await startReceiver(200);
  const account = await createAccount(service);
  const webhook = await subscribe(account, receiver.url, ['product.created']);
  const rotate = () => account.call('POST', `/webhooks/${webhook.id}/rotate-secret`);
  const known = [webhook.secret];
  for (let count = 0; count < 5; count++) known.push(expectData(await rotate()).secret);
  expect(new Set(known).size).toBe(6);
  expectError(await rotate(), 403, 'quota_exceeded');

  const lastOne = async (count: number) => {
    await createProduct(account);
    await expect.poll(() => receiver.callbacks.length).toBe(count);
    return receiver.callbacks.at(-1)!;
  };
  const first = await lastOne(1);
  for (const secret of known) expect(verifies(secret, first)).toBe(true);
  await service.database.pool.query(
    `UPDATE webhook_earlier_secrets SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
    [account.id],
  );
  const second = await lastOne(2);
  expect(known.map((secret) => verifies(secret, second))).toEqual([false, false, false, false, true, true]);
  await pruneExpired(service.database.pool);
  expect(await service.database.prisma.webhookEarlierSecret.count({ where: { accountId: account.id } })).toBe(
    0,
  );
  expectData(await rotate());
});

it('does not find the webhook of another account', async () => {
  const webhook = await subscribe(await createAccount(service), URL);
  const stranger = await createAccount(service);
  expectError(await stranger.call('POST', `/webhooks/${webhook.id}/rotate-secret`), 404, 'not_found');
  expect((await stored(service, webhook)).previousSecret).toBe(null);
});

function verifies(secret: string, { body, headers }: Callback): boolean {
  try {
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
