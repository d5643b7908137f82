import { describe, expect, it } from 'vitest';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { send } from '../../../support/graphql/keyed.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { createSignedIn, createVisitor } from '../../../support/service/visitor.ts';
import { useService } from '../../../support/service/service.ts';
import { textsOf } from '../../../support/database/tables.ts';

const service = useService({ own: 'searches all columns for secrets' });

const WEBHOOK = { url: 'https://hooks.example.com/', events: ['product.created'] };
const PRODUCT = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };
const CREATE_WEBHOOK = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }';
const CREATE_KEY = 'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { value } }';

function post(account: TestAccount, path: string, body: unknown, key = account.key) {
  return account.call('POST', path, { key, body, headers: { 'Idempotency-Key': 'once' } });
}

describe('a response with the secret of a webhook', () => {
  it('is repeated over REST to the same API key only', async () => {
    const account = await createAccount(service);
    const first = await post(account, '/webhooks', WEBHOOK);
    expect((await post(account, '/webhooks', WEBHOOK)).text).toBe(first.text);
    for (const scopes of [['webhooks:write'], ['webhooks:write', 'products:read']] as const) {
      const { key } = await account.issue(scopes);
      const refused = await post(account, '/webhooks', WEBHOOK, key);
      expectError(refused, 409, 'idempotency_conflict', 'Idempotency-Key');
      expect(refused.text).not.toContain('whsec_');
    }
    const rotated = await post(account, `/webhooks/${expectData(first, 201).id}/rotate-secret`, {});
    expectError(rotated, 409, 'idempotency_conflict', 'Idempotency-Key');
  });

  it('is repeated over GraphQL to the same API key only, and stored encrypted', async () => {
    const account = await createAccount(service);
    const first = await send(account, 'once', CREATE_WEBHOOK, { input: WEBHOOK });
    expect(first.json.data.createWebhook.secret).toMatch(/^whsec_/);
    const again = await send(account, 'once', CREATE_WEBHOOK, { input: WEBHOOK });
    expect(again.text).toBe(first.text);
    const { key } = await account.issue(['webhooks:write', 'products:read']);
    const refused = await send(account, 'once', CREATE_WEBHOOK, { input: WEBHOOK }, { key });
    expect([refused.status, refused.text.includes('whsec_')]).toEqual([409, false]);
    expect(await textsOf(service.database.pool)).not.toContain('whsec_');
  });
});

describe('a response with an API key', () => {
  const variables = { input: { name: 'k', scopes: ['products:read'] } };
  const headers = { 'Idempotency-Key': 'once' };

  it('is repeated to the same session only, and stored encrypted', async () => {
    const visitor = await createSignedIn(service);
    const first = await visitor.ask(CREATE_KEY, { variables, headers });
    const { value } = first.json.data.createApiKey;
    expect((await visitor.ask(CREATE_KEY, { variables, headers })).json).toEqual(first.json);
    const second = createVisitor(service);
    await second.signIn(visitor.user.email);
    const refused = await second.ask(CREATE_KEY, { variables, headers });
    expect([refused.status, refused.json.errors[0].extensions.code]).toEqual([409, 'idempotency_conflict']);
    expect(await textsOf(service.database.pool)).not.toContain(value);
  });

  it.each([
    'mutation { signOut }',
    'mutation { signOutEverywhere }',
    'mutation { endSession(id: 1) }',
    'mutation { changePassword(currentPassword: "a", newPassword: "b") { id } }',
  ])('cannot come with a change of sessions: %s', async (query) => {
    const visitor = await createSignedIn(service);
    const { json } = await visitor.ask(query, { headers });
    expect(json.errors[0].extensions).toMatchObject({ code: 'validation_error', field: 'Idempotency-Key' });
    expect((await visitor.data('{ session { id } }')).session).not.toBeNull();
  });
});

describe('a stored response', () => {
  it('is repeated after the query parameters were checked', async () => {
    const account = await createAccount(service);
    expectData(await post(account, '/products', PRODUCT), 201);
    expectError(await post(account, '/products?a=1', PRODUCT), 400, 'validation_error', 'a');
  });

  it('needs room in the quota of the account', async () => {
    const account = await createAccount(service);
    const first = await post(account, '/products', PRODUCT);
    const { pool } = service.database;
    const { rows } = await pool.query('SELECT bytes FROM idempotency_usage WHERE account_id = $1', [
      account.id,
    ]);
    expect(rows).toEqual([{ bytes: String(Buffer.byteLength(first.text) + 200) }]);
    await pool.query('UPDATE idempotency_usage SET bytes = 1024 ^ 3 WHERE account_id = $1', [account.id]);

    expect((await post(account, '/products', PRODUCT)).text).toBe(first.text);
    const headers = { 'Idempotency-Key': 'another' };
    const refused = await account.call('POST', '/products', { body: PRODUCT, headers });
    expectError(refused, 403, 'quota_exceeded', 'Idempotency-Key');
    const query = 'mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }';
    const { status, json } = await send(account, 'third', query, { input: PRODUCT });
    expect([status, json.errors[0].extensions.code]).toEqual([403, 'quota_exceeded']);
    expect(expectData(await account.call('GET', '/products'))).toHaveLength(1);

    await pool.query(`UPDATE idempotency_usage SET hour = hour - interval '25 hours' WHERE account_id = $1`, [
      account.id,
    ]);
    expectData(await account.call('POST', '/products', { body: PRODUCT, headers }), 201);
  });
});
