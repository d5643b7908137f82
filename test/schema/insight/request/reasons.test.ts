import { expect, it, onTestFinished, vi } from 'vitest';
import { logRequest } from '../../../../src/http/observe/logged-request.ts';
import { pruneRequests } from '../../../../src/jobs/prune-requests.ts';
import type { RequestEntry } from '../../../../src/schema/insight/request/recorder.ts';
import { PRODUCT } from '../../../support/records/product-values.ts';
import { requestLogOf } from '../../../support/records/request-log.ts';
import { createAccount } from '../../../support/service/account.ts';
import { startTestService, useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';
import { PATIENCE } from '../../../support/webhook/webhook.ts';

const service = useService({ own: 'runs a worker' });
const { ask, storedOf } = requestLogOf(service);
const LOGGED = `{ requests(first: 50, orderBy: RECEIVED_ASC) {
  nodes { operation message problem values body bodyCut personName personId keyId } } }`;

async function rowsOf(caller: Parameters<typeof ask>[0]) {
  return (await ask(caller, LOGGED)).data.requests.nodes;
}

it('keeps the message of an error, and the masked body of a failed change', async () => {
  const account = await createAccount(service);
  const refused = { ...PRODUCT, price: -1, description: `key ${account.key}` };
  await account.call('POST', '/products', { body: refused });
  await account.call('POST', '/products', { body: PRODUCT });
  await account.call('GET', '/products/404404');
  await account.call('POST', '/products', { raw: '{"name": ' });
  await ask(account, 'mutation Old($id: ID!) { archiveProduct(id: $id) { id } }', { id: '404404' });
  await expect.poll(() => storedOf(account), PATIENCE).toBe(5);
  const rows = await rowsOf(account);
  expect(rows.map(({ message, body }: Record<string, unknown>) => [message, body])).toEqual([
    [expect.stringMatching(/^Unknown field 'description'/), expect.stringContaining('"price":-1')],
    [null, null],
    [expect.stringMatching(/^No product/), null],
    [expect.stringContaining('JSON'), '{"name": '],
    [expect.stringMatching(/^No product/), expect.stringContaining('"variables":{"id":"404404"}')],
  ]);
  expect(rows.map(({ problem, values }: Record<string, unknown>) => [problem, values])).toEqual([
    ['unknown_field', null],
    [null, null],
    ['not_found', null],
    ['malformed_json', null],
    ['not_found', null],
  ]);
  expect(rows[0].body).toContain('key [key]');
  expect(rows[0].bodyCut).toBe(false);
});

it('keeps no password of a failed change, in the body or the message', async () => {
  const account = await createSignedIn(service);
  const change = `mutation Change($a: String!, $b: String!) { changePassword(currentPassword: $a, newPassword: $b) { id } }`;
  await ask(account, change.replace('$a)', '"Hunter2Hunter2")'), { a: 'Hunter2Hunter2', b: 'x' });
  await ask(
    account,
    'mutation { changePassword(currentPassword: "Hunter2Hunter2", newPassword: 1234567) { id } }',
  );
  const typed = 'mutation($password: Int!) { nothing(password: $password) }';
  await ask(account, typed, { password: 'Hunter2Hunter2' });
  await expect.poll(() => storedOf(account, 'failed'), PATIENCE).toBe(3);
  const { rows } = await service.database.pool.query(
    'SELECT to_jsonb(requests)::text AS row FROM requests WHERE account_id = $1',
    [account.id],
  );
  for (const { row } of rows) expect(row).not.toMatch(/Hunter2|1234567/);
});

/** Returns the values that the log keeps of a failed request with a password. */
function valuesOf(allowed: string[]): string | null {
  const record = vi.fn<(entry: RequestEntry) => void>();
  const request = {
    method: 'POST',
    originalUrl: '/',
    headers: {},
    body: { password: 'Hunter2' },
    socket: {},
  };
  const response = { writableFinished: true, statusCode: 400 };
  const failure = { code: 'validation_error', problem: 'not_one_of', values: { allowed }, field: null };
  const exchange = { sender: { accountId: 1n }, request, response, failure };
  logRequest({ samples: () => true, record } as never, exchange as never, 1);
  return record.mock.calls[0]![0].values;
}

it('keeps no password in the values of a problem, and no long values', () => {
  expect(valuesOf(['Hunter2', 'a\0b'])).toBe('{"allowed":["***","a\ufffdb"]}');
  expect(valuesOf(Array.from({ length: 300 }, (_, at) => `zone ${at}`))).toBeNull();
});

it('names the person, as they were called then', async () => {
  const account = await createSignedIn(service);
  await ask(account, 'mutation Rename { updateAccount(input: { name: "" }) { id } }');
  await expect.poll(() => storedOf(account, 'failed'), PATIENCE).toBe(1);
  const person = await service.database.prisma.person.update({
    where: { email: account.email },
    data: { name: 'Another name' },
  });
  const row = (await rowsOf(account)).find(({ operation }: { operation: string }) => operation === 'Rename');
  expect(row).toMatchObject({ keyId: null, personId: String(person.id), personName: expect.any(String) });
  expect(row.personName).not.toBe('Another name');
});

it('stores no bodies of an account that switched them off, hides those it has at once, and erases them', async () => {
  const account = await createSignedIn(service);
  const fail = () => account.call('POST', '/products', { body: { ...PRODUCT, price: -1 } });
  await fail();
  await expect.poll(() => storedOf(account, 'body IS NOT NULL'), PATIENCE).toBe(1);
  const off = 'mutation { updateAccount(input: { logsRequestBodies: false }) { logsRequestBodies } }';
  expect((await ask(account, off)).data.updateAccount).toEqual({ logsRequestBodies: false });
  expect((await rowsOf(account)).map(({ body }: { body: unknown }) => body)).not.toContainEqual(
    expect.any(String),
  );
  await fail();
  await expect.poll(() => storedOf(account, 'message IS NOT NULL'), PATIENCE).toBe(2);
  expect(await storedOf(account, 'body IS NOT NULL')).toBe(1);
  await pruneRequests(service.database.pool, 7);
  expect(await storedOf(account, 'body IS NOT NULL')).toBe(0);
});

it('keeps the bodies of the latest failed changes only', async () => {
  const account = await createAccount(service);
  for (const price of [-1, -2, -3]) await account.call('POST', '/products', { body: { ...PRODUCT, price } });
  await expect.poll(() => storedOf(account, 'body IS NOT NULL'), PATIENCE).toBe(3);
  await pruneRequests(service.database.pool, 7, { maxBodies: 2 });
  const bodies = (await rowsOf(account)).map(({ body }: { body: string | null }) => body);
  expect(bodies).toEqual([null, expect.stringContaining('-2'), expect.stringContaining('-3')]);
});

it('shows nothing at once when the log is switched off or kept for fewer days', async () => {
  const account = await createAccount(service);
  await account.call('GET', '/products/404404', { headers: { 'X-Request-Id': `old-${account.id}` } });
  await expect.poll(() => storedOf(account), PATIENCE).toBe(1);
  await service.database.pool.query(
    `UPDATE requests SET received_at = now() - interval '2 days' WHERE account_id = $1`,
    [account.id],
  );
  const read = `{ requestLogDays requests { nodes { path } totalCount } request(id: "old-${account.id}") { path } }`;
  expect((await ask(account, read)).data.requests.totalCount).toBe(1);
  for (const requestLogDays of [0, 1]) {
    const other = await startTestService(service.testDatabase, { requestLogDays });
    onTestFinished(() => other.stop());
    const { data } = await requestLogOf(other).ask(account, read);
    expect(data).toEqual({ requestLogDays, requests: { nodes: [], totalCount: 0 }, request: null });
  }
});
