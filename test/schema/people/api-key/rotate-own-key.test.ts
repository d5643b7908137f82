import { describe, expect, it } from 'vitest';
import { createKey, KEYS } from './api-keys.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { request } from '../../../support/http/http.ts';
import { jsonOf } from '../../../support/process/said.ts';
import { useCommands } from '../../../support/process/commands.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useServices } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const [service, other] = useServices(2);
const provender = useCommands(() => ({ DATABASE_URL: service!.testDatabase.url }));

const ROTATE_OWN =
  'mutation($grace: Int! = 0) { rotateOwnKey(graceSeconds: $grace) { id key name scopes expiresAt previousValueExpiresAt } }';
const PATH = '/api-keys/self/rotate';

const rotate = (key: string, body?: object, headers = {}) =>
  request(service!.url, 'POST', PATH, { key, ...(body && { body }), headers });
/** Returns the status for a key, from another process. */
const statusOf = async (key: string) => (await request(other!.url, 'GET', '/products', { key })).status;

describe('a key that rotates itself', () => {
  it('gets a new value with any scope, keeps the rest, and leaves an entry', async () => {
    const account = await createAccount(service!);
    const { id, key } = await account.issue(['products:read'], new Date('2099-01-01T00:00:00Z'));
    const rotated = expectData(await rotate(key));
    expect(rotated).toEqual({
      id: Number(id),
      key: expect.stringMatching(/^prv_/),
      name: expect.any(String),
      scopes: ['products:read'],
      expires_at: '2099-01-01T00:00:00.000Z',
      previous_value_expires_at: null,
    });
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([401, 200]);
    const { rows } = await service!.database.pool.query(
      `SELECT actor, details FROM audit_entries WHERE account_id = $1 AND action = 'key.rotated'`,
      [account.id],
    );
    expect(rows).toEqual([
      { actor: 'key', details: expect.objectContaining({ key: String(id), graceSeconds: 0 }) },
    ]);
    expect(service!.logged()).not.toContain(rotated.key);
  });

  it('repeats the response to its old value by the Idempotency-Key, and refuses it otherwise', async () => {
    const { key } = await (await createAccount(service!)).issue(['products:read']);
    const once = { 'Idempotency-Key': 'rotation-of-today' };
    const first = await rotate(key, { grace_seconds: 3_600 }, once);
    const rotated = expectData(first);
    const until = Date.parse(rotated.previous_value_expires_at) - Date.now();
    expect(until / 60_000).toBeGreaterThan(59);
    const again = await rotate(key, { grace_seconds: 3_600 }, once);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(expectData(again)).toEqual(rotated);
    for (const headers of [{}, { 'Idempotency-Key': 'another' }]) {
      const refused = await rotate(key, {}, headers);
      expectError(refused, 401, 'unauthorized');
      expect(refused.json.error.problem).toBe('replaced_key');
    }
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([200, 200]);
  });

  it('gets one new value of several rotations at the same moment', async () => {
    const { key } = await (await createAccount(service!)).issue(['products:read']);
    const answers = await Promise.all([0, 1, 2].map(() => rotate(key, { grace_seconds: 60 })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([-1, 86_401, 1.5, '60'])('refuses a grace of %j seconds', async (grace_seconds) => {
    const { key } = await (await createAccount(service!)).issue(['products:read']);
    expectError(await rotate(key, { grace_seconds }), 400, 'validation_error', 'grace_seconds');
    expect(await statusOf(key)).toBe(200);
  });

  it('does so over GraphQL, where a session is refused', async () => {
    const { id, key } = await (await createAccount(service!)).issue(['products:read']);
    const body = { query: ROTATE_OWN, variables: { grace: 60 } };
    const { json } = await request(service!.url, 'POST', '//graphql', { key, body });
    const rotated = json.data.rotateOwnKey;
    expect(rotated).toMatchObject({ id: String(id), scopes: ['products:read'], expiresAt: null });
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([200, 200]);
    const replaced = await request(service!.url, 'POST', '//graphql', { key, body });
    expect(replaced.json.errors[0].extensions).toMatchObject({ code: 'unauthorized' });
    const visitor = await createSignedIn(service!);
    expect(await visitor.refusal(ROTATE_OWN)).toMatchObject({ code: 'insufficient_scope' });
  });
});

it('lists until when old values are valid and when one was last used, of all of them the latest', async () => {
  const visitor = await createSignedIn(service!);
  const { id, value } = await createKey(visitor);
  const list = async () => {
    const command = jsonOf(await provender('--json', 'key', 'list', '--account', visitor.user.email));
    const { apiKeys } = await visitor.data(KEYS);
    const [{ last_used_at, previous_value_expires_at, previous_value_last_used_at }] = command;
    const [{ lastUsedAt, previousValueExpiresAt, previousValueLastUsedAt }] = apiKeys;
    expect([lastUsedAt, previousValueExpiresAt, previousValueLastUsedAt]).toEqual([
      last_used_at,
      previous_value_expires_at,
      previous_value_last_used_at,
    ]);
    return { last_used_at, until: previous_value_expires_at, used: previous_value_last_used_at };
  };
  expect(await list()).toEqual({ last_used_at: null, until: null, used: null });
  const first = expectData(await rotate(value, { grace_seconds: 7_200 }));
  await expect.poll(list).toEqual({
    last_used_at: null,
    until: first.previous_value_expires_at,
    used: expect.stringMatching(/:00\.000Z$/),
  });
  // An old value that was replaced twice is valid for longest, and is used again.
  const second = expectData(await rotate(first.key, { grace_seconds: 60 }));
  expect(second.previous_value_expires_at).toBe(first.previous_value_expires_at);
  await service!.database.pool.query(
    `UPDATE api_key_earlier_secrets SET last_used_at = '2026-01-01' WHERE account_id = $1 AND key_id = $2`,
    [visitor.user.id, id],
  );
  await service!.database.pool.query(
    'UPDATE api_keys SET previous_secret_last_used_at = NULL WHERE account_id = $1 AND id = $2',
    [visitor.user.id, id],
  );
  expect(await list()).toMatchObject({ used: '2026-01-01T00:00:00.000Z' });
  expect(await statusOf(value)).toBe(200);
  await expect.poll(async () => Date.parse((await list()).used)).toBeGreaterThan(Date.now() - 120_000);
  expect(await list()).toMatchObject({ last_used_at: null });
  expect(await statusOf(second.key)).toBe(200);
  await expect.poll(async () => (await list()).last_used_at).not.toBeNull();
  const last = expectData(await rotate(second.key));
  expect(last.previous_value_expires_at).toBeNull();
  expect(await list()).toMatchObject({ until: null, used: null });
});
