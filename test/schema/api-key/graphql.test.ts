import { describe, expect, it } from 'vitest';
import { createAccount } from '../../support/service/account.ts';
import { request } from '../../support/http/http.ts';
import { useServices } from '../../support/service/service.ts';
import { createSignedIn, type Visitor } from '../../support/service/visitor.ts';

const [service, other] = useServices(2);
const CREATE =
  'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { value apiKey { id name lastFour scopes expiresAt } } }';
const KEYS =
  '{ apiKeys { id name prefix lastFour scopes createdAt lastUsedAt expiresAt previousValueExpiresAt } }';
const ROTATE =
  'mutation($id: ID!, $grace: Int! = 0) { rotateApiKey(id: $id, graceSeconds: $grace) { value apiKey { id previousValueExpiresAt } } }';
const REVOKE = 'mutation($id: ID!) { revokeApiKey(id: $id) }';

async function create(visitor: Visitor, input: object = {}): Promise<{ id: string; value: string }> {
  const { createApiKey } = await visitor.data(CREATE, {
    input: { name: 'Shop', scopes: ['products:read'], ...input },
  });
  return { id: createApiKey.apiKey.id, value: createApiKey.value };
}

/** Returns the status for a key, from another process than the page's. */
const statusOf = async (key: string) => (await request(other!.url, 'GET', '/products', { key })).status;

describe('a key of the page', () => {
  it('works at once, for what its scopes allow, and is listed without its value', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await create(visitor, { expiresAt: '2090-01-31T12:00:00+01:00' });
    expect(await statusOf(value)).toBe(200);
    expect((await request(other!.url, 'GET', '/deliveries', { key: value })).status).toBe(403);
    const { apiKeys } = await visitor.data(KEYS);
    expect(apiKeys).toEqual([
      {
        id,
        name: 'Shop',
        prefix: 'prv_',
        lastFour: value.slice(-4),
        scopes: ['products:read'],
        createdAt: expect.any(String),
        lastUsedAt: expect.stringMatching(/:00\.000Z$/),
        expiresAt: '2090-01-31T11:00:00.000Z',
        previousValueExpiresAt: null,
      },
    ]);
  });

  it('gets a new value, and accepts the old one for the requested time', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await create(visitor);
    const { rotateApiKey } = await visitor.data(ROTATE, { id, grace: 3_600 });
    expect(rotateApiKey.apiKey.id).toBe(id);
    const until = Date.parse(rotateApiKey.apiKey.previousValueExpiresAt) - Date.now();
    expect(until / 60_000).toBeGreaterThan(59);
    expect(until / 60_000).toBeLessThanOrEqual(60);
    expect([await statusOf(value), await statusOf(rotateApiKey.value)]).toEqual([200, 200]);

    await service!.database.pool.query(
      'UPDATE api_keys SET previous_secret_expires_at = now() WHERE account_id = $1 AND id = $2',
      [visitor.user.id, id],
    );
    expect([await statusOf(value), await statusOf(rotateApiKey.value)]).toEqual([401, 200]);
    expect((await visitor.data(KEYS)).apiKeys[0].previousValueExpiresAt).toBeNull();
  });

  it('gets a new value at once by default', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await create(visitor);
    const { rotateApiKey } = await visitor.data(ROTATE, { id });
    expect([await statusOf(value), await statusOf(rotateApiKey.value)]).toEqual([401, 200]);
  });

  it('is not locked by another account that tries to rotate it', async () => {
    const [owner, stranger] = [await createSignedIn(service!), await createSignedIn(service!)];
    const { id } = await create(owner);
    const client = await service!.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM api_keys WHERE account_id = $1 AND id = $2 FOR UPDATE', [
        owner.user.id,
        id,
      ]);
      // It would wait for the owner's row, and then the owner would wait for it.
      expect(await stranger.refusal(ROTATE, { id })).toMatchObject({ code: 'not_found' });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('cannot be used again once it is revoked', async () => {
    const visitor = await createSignedIn(service!);
    const [first, second] = [await create(visitor), await create(visitor)];
    expect(await visitor.data(REVOKE, { id: first.id })).toEqual({ revokeApiKey: first.id });
    expect([await statusOf(first.value), await statusOf(second.value)]).toEqual([401, 200]);
    const { apiKeys } = await visitor.data(KEYS);
    expect(apiKeys.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(await visitor.refusal(ROTATE, { id: first.id })).toMatchObject({ code: 'not_found' });
  });

  it('never shows its value again, nor its hash', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await create(visitor);
    const { rotateApiKey } = await visitor.data(ROTATE, { id, grace: 60 });
    const told = JSON.stringify([
      (await visitor.ask(KEYS)).json,
      (await visitor.ask('{ account { requestCounts { keyName apiKey { id name lastFour } } } }')).json,
      (await visitor.ask(REVOKE, { variables: { id } })).json,
      (await visitor.ask(CREATE, { variables: { input: { name: value, scopes: [value] } } })).json.data,
    ]);
    for (const secret of [value, rotateApiKey.value]) {
      expect(told).not.toContain(secret);
      expect(service!.logged()).not.toContain(secret);
    }
  });
});

describe('the input of a key', () => {
  const past = new Date(Date.now() - 1_000).toISOString();
  it.each<[string, object, string]>([
    ['no name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope that there is not', { scopes: ['products:read', 'keys:write'] }, 'scopes[1]'],
    ['an expiry that has passed', { expiresAt: past }, 'expiresAt'],
    ['an expiry without an offset', { expiresAt: '2090-01-31T12:00:00' }, 'expiresAt'],
    ['an expiry that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['an expiry beyond all measure', { expiresAt: '9999-12-31T23:59:59Z' }, 'expiresAt'],
  ])('is refused: %s', async (_what, input, field) => {
    const visitor = await createSignedIn(service!);
    const refusal = await visitor.refusal(CREATE, {
      input: { name: 'k', scopes: ['products:read'], ...input },
    });
    expect(refusal).toMatchObject({ code: 'validation_error', field });
    expect((await visitor.data(KEYS)).apiKeys).toEqual([]);
  });

  it.each([-1, 86_401])('is refused: a grace of %i seconds', async (grace) => {
    const visitor = await createSignedIn(service!);
    const { id } = await create(visitor);
    expect(await visitor.refusal(ROTATE, { id, grace })).toMatchObject({
      code: 'validation_error',
      field: 'graceSeconds',
    });
  });

  it('is any of the listed scopes', async () => {
    const visitor = await createSignedIn(service!);
    const { scopes } = await visitor.data('{ scopes }');
    const { createApiKey } = await visitor.data(CREATE, { input: { name: 'All', scopes } });
    expect(createApiKey.apiKey.scopes).toEqual(scopes);
    expect(scopes).toHaveLength(10);
  });
});

it("leaves another account's keys alone, and does not reveal that they exist", async () => {
  const owner = await createAccount(service!);
  const { id, key } = await owner.issue(['products:read']);
  const visitor = await createSignedIn(service!);
  expect((await visitor.data(KEYS)).apiKeys).toEqual([]);
  for (const query of [ROTATE, REVOKE]) {
    const theirs = await visitor.refusal(query, { id: String(id) });
    expect(theirs).toMatchObject({ code: 'not_found' });
    expect(theirs).toEqual(await visitor.refusal(query, { id: '9007199254740991' }));
    expect(theirs).toEqual(await visitor.refusal(query, { id: 'no id at all' }));
  }
  expect(await statusOf(key)).toBe(200);
});
