import { describe, expect, it } from 'vitest';
import { CREATE_KEY, createKey, KEYS, REVOKE, ROTATE } from './api-keys.ts';
import { request } from '../../../support/http/http.ts';
import { useServices } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const [service, other] = useServices(2);

/** Returns the status for a key, from another process than the page's. */
const statusOf = async (key: string) => (await request(other!.url, 'GET', '/products', { key })).status;

describe('a key of the page', () => {
  it('works at once, for what its scopes allow, and is listed without its value', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await createKey(visitor, { expiresAt: '2090-01-31T12:00:00+01:00' });
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
        previousValueLastUsedAt: null,
      },
    ]);
  });

  it('never shows its value again, nor its hash', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await createKey(visitor);
    const { rotateApiKey } = await visitor.data(ROTATE, { id, grace: 60 });
    const told = JSON.stringify([
      (await visitor.ask(KEYS)).json,
      (await visitor.ask('{ account { requestCounts { keyName apiKey { id name lastFour } } } }')).json,
      (await visitor.ask(REVOKE, { variables: { id } })).json,
      (await visitor.ask(CREATE_KEY, { variables: { input: { name: value, scopes: [value] } } })).json.data,
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
    const refusal = await visitor.refusal(CREATE_KEY, {
      input: { name: 'k', scopes: ['products:read'], ...input },
    });
    expect(refusal).toMatchObject({ code: 'validation_error', field });
    expect((await visitor.data(KEYS)).apiKeys).toEqual([]);
  });

  it('is any of the listed scopes', async () => {
    const visitor = await createSignedIn(service!);
    const { scopes } = await visitor.data('{ scopes }');
    const { createApiKey } = await visitor.data(CREATE_KEY, { input: { name: 'All', scopes } });
    expect(createApiKey.apiKey.scopes).toEqual(scopes);
    expect(scopes).toHaveLength(10);
  });
});
