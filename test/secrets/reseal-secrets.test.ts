import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { resealSecrets, SEALED, usedKeyIds } from '../../src/secrets/reseal-secrets.ts';
import {
  createSecretBox,
  secondFactorSecret,
  webhookSecret,
} from '../../src/schema/core/secret/secret-box.ts';
import { createAccount, storeFactors, type TestAccount } from '../support/service/account.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { secrets } from '../support/service/secrets.ts';
import { useService } from '../support/service/service.ts';
import { stored, subscribe } from '../support/webhook/webhook.ts';
import { textsOf } from '../support/database/tables.ts';

const service = useService({ own: 'searches all columns for secrets' });
const URL = 'https://hooks.example.com/';

it('keeps the secrets of webhooks, and the responses that show them, out of every column', async () => {
  const account = await createAccount(service);
  const { id } = await create(account, 'creation');
  expectData(await rotate(account, id, 'rotation'));
  await subscribe(account, URL);
  const texts = await textsOf(service.database.pool);
  expect(texts).toContain(account.email);
  expect(texts).toContain('sealed:v1:');
  expect(texts).not.toContain('whsec_');
});

it('replays the response of a creation and of a rotation with their secrets', async () => {
  const account = await createAccount(service);
  const created = await create(account, 'creation');
  expect(await create(account, 'creation')).toEqual(created);
  const rotated = expectData(await rotate(account, created.id, 'rotation'));
  expect(expectData(await rotate(account, created.id, 'rotation'))).toEqual(rotated);
  expect(rotated.secret).not.toBe(created.secret);
});

it('encrypts rows in plain text, in batches, also concurrently, and only once', async () => {
  const account = await createAccount(service);
  const { id, secret } = await create(account, 'creation');
  for (const key of ['rotation', 'another']) expectData(await rotate(account, id, key));
  const { prisma, pool } = service.database;
  const rows = Array.from({ length: 450 }, (_, at) => ({
    accountId: account.id,
    url: URL,
    events: ['product.created'],
    secret: `whsec_plain${at}`,
  }));
  await prisma.webhookSubscription.createMany({ data: rows });
  await prisma.$executeRaw`
    UPDATE webhook_subscriptions SET previous_secret = ${secret} WHERE account_id = ${account.id} AND id = ${id}`;
  await prisma.webhookEarlierSecret.updateMany({ where: { accountId: account.id }, data: { secret } });
  await storeFactors(account);
  const body = `{"data":{"secret":"whsec_plain"}}`;
  await prisma.$executeRaw`
    INSERT INTO idempotency_keys (account_id, key, fingerprint, status, body)
    VALUES (${account.id}, 'plain', '', 201, ${body}), (${account.id}, 'other', '', 201, '{"data":{}}')`;

  const counts = await Promise.all([1, 2, 3].map(() => resealSecrets(pool, secrets, 'plain')));
  expect(counts.reduce((sum, count) => sum + count)).toBe(454);
  expect(await resealSecrets(pool, secrets, 'plain')).toBe(0);
  expect(await textsOf(pool)).not.toMatch(/whsec_|JBSWY3DPEHPK3PXP/);

  const after = await prisma.webhookSubscription.findMany({
    where: { accountId: account.id },
    orderBy: { id: 'asc' },
  });
  expect(after.slice(1).map((row) => secrets.open(row.secret, webhookSecret(account.id, row.id)))).toEqual(
    rows.map((row) => row.secret),
  );
  expect(secrets.open(after[0]!.previousSecret!, webhookSecret(account.id, id))).toBe(secret);
  const [earlier] = await prisma.webhookEarlierSecret.findMany({ where: { accountId: account.id } });
  expect(secrets.open(earlier!.secret, webhookSecret(account.id, id))).toBe(secret);
  const factor = await prisma.secondFactor.findFirstOrThrow({ where: { accountId: account.id } });
  expect(secrets.open(factor.secret, secondFactorSecret(account.id, factor.personId))).toBe(
    'JBSWY3DPEHPK3PXP',
  );
  const other = await prisma.idempotencyKey.findFirst({ where: { accountId: account.id, key: 'other' } });
  expect(other!.body).toBe('{"data":{}}');
});

it('rotates to the first of two keys, after which the other one is not used any more', async () => {
  const account = await createAccount(service);
  const created = await create(account, 'creation');
  const { pool } = service.database;
  const added = Buffer.alloc(32, 'next');
  const both = createSecretBox([added, Buffer.alloc(32, 'test')]);
  const [before] = await usedKeyIds(pool);
  expect(secrets.hasKey(before!)).toBe(true);

  expect(await resealSecrets(pool, both, 'outdated')).toBeGreaterThan(0);
  expect(await resealSecrets(pool, both, 'outdated')).toBe(0);
  const used = await usedKeyIds(pool);
  const alone = createSecretBox([added]);
  expect(used.filter((id) => !alone.hasKey(id))).toEqual([]);
  const { secret } = await stored(service, created);
  expect(alone.open(secret, webhookSecret(account.id, created.id))).toBe(created.secret);
  await resealSecrets(pool, createSecretBox([Buffer.alloc(32, 'test'), added]), 'outdated');
});

it('leaves everything as it is when a secret belongs to another webhook', async () => {
  const account = await createAccount(service);
  const [one, two] = [await subscribe(account, URL), await subscribe(account, URL)];
  const { prisma, pool } = service.database;
  const { secret } = await stored(service, one);
  await prisma.$executeRaw`UPDATE webhook_subscriptions SET secret = ${secret} WHERE account_id = ${account.id} AND id = ${two.id}`;
  const both = createSecretBox([randomBytes(32), Buffer.alloc(32, 'test')]);
  await expect(resealSecrets(pool, both, 'outdated')).rejects.toThrow(
    `webhook secret of ${two.id} cannot be decrypted`,
  );
  expect((await stored(service, one)).secret).toBe(secret);
  await prisma.$executeRaw`DELETE FROM webhook_subscriptions WHERE account_id = ${account.id} AND id = ${two.id}`;
});

it('knows every column with a secret', async () => {
  const { rows } = await service.database.pool.query<{ column: string }>(
    `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('secret', 'previous_secret')`,
  );
  const known = new Set(
    SEALED.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  );
  expect(rows.map(({ column }) => column).filter((column) => !known.has(column))).toEqual([]);
});

async function create(account: TestAccount, key: string) {
  const body = { url: URL, events: ['product.created'] };
  return expectData(
    await account.call('POST', '/webhooks', { body, headers: { 'Idempotency-Key': key } }),
    201,
  );
}

function rotate(account: TestAccount, id: number, key: string) {
  return account.call('POST', `/webhooks/${id}/rotate-secret`, { headers: { 'Idempotency-Key': key } });
}
