import { expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useCommands } from '../support/process/commands.ts';
import { request } from '../support/http/http.ts';
import { jsonOf } from '../support/process/said.ts';
import { useServices } from '../support/service/service.ts';

const services = useServices(2);
const provender = useCommands(() => ({ DATABASE_URL: services[0]!.testDatabase.url }));

it('a new key works at once, in every process', async () => {
  const account = await newAccount();
  const { key } = await run(
    'key',
    'create',
    '--account',
    account.email,
    '--name',
    'x',
    '--scopes',
    'returns:read',
  );
  expect(await answersTo(key, '/returns')).toEqual([200, 200]);
  expect(await answersTo(key, '/products')).toEqual(['insufficient_scope', 'insufficient_scope']);
});

it('a key expires at the end of a date in the zone of its account, and never in the past', async () => {
  const account = await newAccount();
  await services[0]!.database.prisma.account.update({
    where: { id: account.id },
    data: { timeZone: 'America/New_York' },
  });
  const create = ['key', 'create', '--account', account.email, '--name', 'x', '--scopes', 'all', '--expires'];
  // The clocks go forward on that day.
  expect((await run(...create, '2099-03-08')).expires_at).toBe('2099-03-09T04:00:00.000Z');
  expect((await run(...create, '2099-03-08T12:00:00Z')).expires_at).toBe('2099-03-08T12:00:00.000Z');
  for (const past of ['2020-01-31', '2020-01-31T00:00:00Z']) {
    const refused = await provender('--json', ...create, past);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('must be in the future');
  }
});

it('a rotated key loses its old secret at once', async () => {
  const { id, key } = await (await newAccount()).issue(['products:read']);
  expect(await answersTo(key)).toEqual([200, 200]);
  const rotated = await run('key', 'rotate', '--id', String(id));
  expect(rotated.id).toBe(Number(id));
  expect(await answersTo(key)).toEqual(['unauthorized', 'unauthorized']);
  expect(await answersTo(rotated.key)).toEqual([200, 200]);
});

it('a key rotated with --grace accepts the old secret for that long, also after a second rotation', async () => {
  const { id, key } = await (await newAccount()).issue(['products:read']);
  const first = await run('key', 'rotate', '--id', String(id), '--grace', '3600');
  expect(await answersTo(key)).toEqual([200, 200]);
  expect(await answersTo(first.key)).toEqual([200, 200]);
  const second = await run('key', 'rotate', '--id', String(id), '--grace', '3600');
  expect(await answersTo(key)).toEqual([200, 200]);
  expect(await answersTo(first.key)).toEqual([200, 200]);
  await services[0]!.database.prisma.apiKeyEarlierSecret.updateMany({
    where: { keyId: id },
    data: { expiresAt: new Date() },
  });
  expect(await answersTo(key)).toEqual(['unauthorized', 'unauthorized']);
  await services[0]!.database.prisma.apiKey.updateMany({
    where: { id },
    data: { previousSecretExpiresAt: new Date() },
  });
  expect(await answersTo(first.key)).toEqual(['unauthorized', 'unauthorized']);
  expect(await answersTo(second.key)).toEqual([200, 200]);
});

it('a revoked key stops working at once, and so does its previous secret', async () => {
  const { id, key } = await (await newAccount()).issue(['products:read']);
  const rotated = await run('key', 'rotate', '--id', String(id), '--grace', '3600');
  expect(await answersTo(key)).toEqual([200, 200]);
  await run('key', 'revoke', '--id', String(id));
  expect(await answersTo(key)).toEqual(['unauthorized', 'unauthorized']);
  expect(await answersTo(rotated.key)).toEqual(['unauthorized', 'unauthorized']);
  const { rows } = await services[0]!.database.pool.query(
    `SELECT action, actor, details ->> 'keyName' AS key FROM audit_entries WHERE details ->> 'key' = $1 ORDER BY id`,
    [String(id)],
  );
  expect(rows).toMatchObject([
    { action: 'key.rotated', actor: 'operator' },
    { action: 'key.revoked', actor: 'operator', key: expect.any(String) },
  ]);
});

it('an expired key is distinguished from an unknown one', async () => {
  const { id, key } = await (await newAccount()).issue(['products:read'], new Date(Date.now() + 3_600_000));
  expect(await answersTo(key)).toEqual([200, 200]);
  await services[0]!.database.prisma.apiKey.updateMany({ where: { id }, data: { expiresAt: new Date() } });
  expect(await answersTo(key)).toEqual(['api_key_expired', 'api_key_expired']);
});

it('a change of plan takes effect at once and keeps the usage', async () => {
  const account = await newAccount();
  const before = await limitsOf(account);
  expect(before).toEqual([
    ['60', '59'],
    ['60', '58'],
  ]);
  await run('account', 'set-plan', '--email', account.email, '--plan', 'pro');
  expect(await limitsOf(account)).toEqual([
    ['1000', '997'],
    ['1000', '996'],
  ]);
  await run('account', 'set-plan', '--email', account.email, '--plan', 'free');
  expect(await limitsOf(account)).toEqual([
    ['60', '55'],
    ['60', '54'],
  ]);
});

function newAccount(): Promise<TestAccount> {
  return createAccount(services[0]!, 'free');
}

/** Returns the response of each process to the key: 200, or the error code. */
async function answersTo(key: string, path = '/products'): Promise<unknown[]> {
  const answers = [];
  for (const { url } of services) {
    const { status, json } = await request(url, 'GET', path, { key });
    answers.push(status === 200 ? status : json.error.code);
  }
  return answers;
}

/** Returns the limit and the remaining requests according to each process, one after the other. */
async function limitsOf({ key }: TestAccount): Promise<unknown[]> {
  const limits = [];
  for (const { url } of services) {
    const { headers } = await request(url, 'GET', '/products', { key });
    limits.push([headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')]);
  }
  return limits;
}

async function run(...args: string[]) {
  return jsonOf(await provender(...args, '--json'));
}
