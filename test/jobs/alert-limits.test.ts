import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { ALERT_TYPES } from '../../src/schema/exchange/alert/types.ts';
import { createAccount } from '../support/service/account.ts';
import { addWebhook, alertsOf, ask, change, set } from '../support/webhook/alerts.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { hang, startReceiver } from '../support/webhook/receiver.ts';
import { useService } from '../support/service/service.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({
  worker: { timeoutMs: 1_000 },
  mail: { url: mailbox.url, from: 'alerts@provender.example' },
});
it('is not told what it muted, nor anything when it wants neither mail nor callbacks', async () => {
  const [muting, silent] = [await createAccount(service), await createAccount(service)];
  await change(muting, { muted: ['endpoint.failing'] });
  await change(silent, { byMail: false });
  for (const account of [muting, silent])
    await set(account, await addWebhook(account), 'consecutive_failures = 5');
  // More than the limit of a run, which accounts without alerts must not use up.
  await service.database.pool.query(
    `INSERT INTO webhook_subscriptions (account_id, url, events, secret, consecutive_failures)
     SELECT $1, 'https://receiver.example/', '{product.created}', 'whsec_', 5 FROM generate_series(1, 600)`,
    [silent.id],
  );
  const neighbour = await createAccount(service);
  const id = await addWebhook(neighbour);
  await set(neighbour, id, 'consecutive_failures = 5');
  expect([await alertsOf(muting), await alertsOf(silent)]).toEqual([[], []]);
  expect(await alertsOf(neighbour)).toEqual([['endpoint.failing', 'sent']]);
  await change(neighbour, { muted: ['endpoint.recovered'] });
  await set(neighbour, id, 'consecutive_failures = 0');
  expect(await alertsOf(neighbour)).toHaveLength(1);
  await set(neighbour, id, 'consecutive_failures = 5');
  expect(await alertsOf(neighbour)).toHaveLength(2);
  expect(await change(muting, { muted: ['endpoint.gone'] })).toMatchObject({
    message: `muted[0] must be among ${ALERT_TYPES.join(', ')}`,
  });
  expect(await change(muting, { url: 'ftp://a.example' })).toMatchObject({ extensions: { field: 'url' } });
});

it('withholds what is too much for an hour, and a silent receiver delays nobody else', async () => {
  const [noisy, neighbour] = [await createAccount(service), await createAccount(service)];
  await using receiver = await startReceiver(hang);
  await change(noisy, { url: receiver.url, byMail: false });
  for (let count = 0; count < 22; count += 1)
    await set(noisy, await addWebhook(noisy), 'consecutive_failures = 5');
  await set(neighbour, await addWebhook(neighbour), 'consecutive_failures = 5');
  const told = alertsOf(noisy);
  await expect.poll(() => mailbox.to(neighbour.email).length).toBe(1);
  const alerts = await told;
  expect(alerts.filter(([, status]) => status === 'withheld')).toHaveLength(2);
  // The summary follows when the hour is over.
  expect(alerts.filter(([, , error]) => error === 'timeout')).toHaveLength(20);
});

it('whose secret cannot be decrypted is not posted, and the others are', async () => {
  const [broken, neighbour] = [await createAccount(service), await createAccount(service)];
  await using receiver = await startReceiver(200);
  for (const account of [broken, neighbour]) {
    await change(account, { url: receiver.url, byMail: false });
    await set(account, await addWebhook(account), 'consecutive_failures = 5');
  }
  await service.database.pool.query(
    `UPDATE alert_settings SET secret = 'sealed:v1:0000:AAAA' WHERE account_id = $1`,
    [broken.id],
  );
  expect(await alertsOf(broken)).toEqual([['endpoint.failing', 'pending', 'signing_failed']]);
  expect(await alertsOf(neighbour)).toEqual([['endpoint.failing', 'sent']]);
  expect(receiver.callbacks).toHaveLength(1);
});

it('is not mailed to an address that got ten mails in the hour, and tried again later', async () => {
  const account = await createAccount(service);
  await ask(account, 'mutation { sendTestAlert { id } }');
  expect(await alertsOf(account)).toEqual([['alert.test', 'sent']]);
  const subject = createHash('sha256').update(account.email).digest('base64url');
  const used = await service.database.pool.query('UPDATE rate_limits SET points = 10 WHERE key = $1', [
    `guess-mail:${subject}`,
  ]);
  expect(used.rowCount).toBe(1);
  await ask(account, 'mutation { sendTestAlert { id } }');
  expect(await alertsOf(account)).toEqual([
    ['alert.test', 'sent'],
    ['alert.test', 'pending', 'mail_limited'],
  ]);
  expect(mailbox.to(account.email)).toHaveLength(1);
});

it('of a test counts for the limit per hour', async () => {
  const account = await createAccount(service);
  for (let count = 0; count < 21; count += 1) await ask(account, 'mutation { sendTestAlert { id } }');
  const alerts = await alertsOf(account);
  expect(alerts.filter(([, status]) => status === 'withheld')).toHaveLength(1);
  expect(mailbox.to(account.email).length).toBeLessThanOrEqual(10);
});
