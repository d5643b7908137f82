import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BAD, CREATE, REPLAYED, send } from '../support/graphql/keyed.ts';
import type { Answer } from '../support/http/answer.ts';
import { countOf } from '../support/database/tables.ts';
import { PRODUCT } from '../support/records/product-values.ts';
import { request } from '../support/http/http.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useServices } from '../support/service/service.ts';

const [service, other] = useServices(2);

describe('a repeated mutation', () => {
  it.each(['application/json', 'application/graphql-response+json', 'text/event-stream'])(
    'gets the first response again as %s',
    async (accept) => {
      const account = await createAccount(service!);
      const first = await send(account, 'key', CREATE, { input: PRODUCT }, { accept });
      const again = await send(account, 'key', CREATE, { input: PRODUCT }, { accept });
      expect(first.text).toContain('P-0001');
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
      expect([first.headers.get(REPLAYED), again.headers.get(REPLAYED)]).toEqual([null, 'true']);
      expect(await countOf(account, 'products')).toBe(1);
    },
  );

  it('has the response that it has without a key', async () => {
    const account = await createAccount(service!);
    const { json } = await send(account, 'key', CREATE, { input: PRODUCT });
    const plain = await account.call('POST', '//graphql', {
      body: { query: CREATE, variables: { input: PRODUCT } },
    });
    expect(Object.keys(json)).toEqual(Object.keys(plain.json));
    expect(json.extensions.cost).toEqual(plain.json.extensions.cost);
  });

  it('takes effect once when twenty requests race in two processes', async () => {
    const account = await createAccount(service!);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(at % 2 ? account : { ...account, call: callAt(account) }, 'key', CREATE, { input: PRODUCT }),
      ),
    );
    const served = answers.filter(({ status }) => status === 200);
    expect(new Set(served.map(({ text }) => text)).size).toBe(1);
    expect(served.filter(({ headers }) => headers.get(REPLAYED) === null)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectConflict(answer);
    expect(await countOf(account, 'products')).toBe(1);
  });

  it('may send the hash of its document only', async () => {
    const account = await createAccount(service!);
    const hash = createHash('sha256').update(CREATE).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const variables = { input: PRODUCT };
    const first = await send(account, 'key', '', {}, { body: { query: CREATE, variables, extensions } });
    const again = await send(account, 'key', '', {}, { body: { variables, extensions } });
    expect(again.text).toBe(first.text);
    expect(again.headers.get(REPLAYED)).toBe('true');
  });
});

describe('a key that was used', () => {
  it('conflicts with other variables, another document, and REST', async () => {
    const account = await createAccount(service!);
    await send(account, 'key', CREATE, { input: PRODUCT });
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      expectConflict(await send(account, 'key', CREATE, { input: { ...PRODUCT, price: 3 } }, { accept }));
    }
    expectConflict(await send(account, 'key', CREATE.replace(' id', ''), { input: PRODUCT }));
    const headers = { 'Idempotency-Key': 'key' };
    expect((await account.call('POST', '/products', { body: PRODUCT, headers })).status).toBe(409);
    expect(await countOf(account, 'products')).toBe(1);
  });

  it('is free again after a refusal', async () => {
    const account = await createAccount(service!);
    const { key } = await account.issue(['products:read']);
    const refused = [
      await send(account, 'key', CREATE, { input: BAD }),
      await send(account, 'key', CREATE, { input: PRODUCT }, { key }),
      await send(account, 'key', CREATE, { input: { ...PRODUCT, price: 'x' } }),
      await send(account, 'key', 'mutation {', {}),
    ];
    expect(refused.map(({ json }) => json.errors[0].extensions.code)).toEqual([
      'validation_error',
      'insufficient_scope',
      'validation_error',
      'validation_error',
    ]);
    const { json, headers } = await send(account, 'key', CREATE, { input: PRODUCT });
    expect([json.data.createProduct.sequentialId, headers.get(REPLAYED)]).toEqual(['P-0001', null]);
  });

  it.each([
    ['without the scope', ['products:read'] as const, 'insufficient_scope'],
    ['with the scope', ['products:write'] as const, undefined],
  ])('is checked against the scopes of another key %s', async (_how, scopes, code) => {
    const account = await createAccount(service!);
    await send(account, 'key', CREATE, { input: PRODUCT });
    const { key } = await account.issue(scopes);
    const { json } = await send(account, 'key', CREATE, { input: PRODUCT }, { key });
    expect(json.errors?.[0].extensions.code).toBe(code);
  });
});

describe('an Idempotency-Key', () => {
  it.each(['two words', 'x'.repeat(256)])('may not be %j', async (bad) => {
    const account = await createAccount(service!);
    const { status, json } = await send(account, bad, CREATE, { input: PRODUCT });
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([
      { extensions: { code: 'validation_error', field: 'Idempotency-Key' } },
    ]);
    expect(await countOf(account, 'products')).toBe(0);
  });

  it('has no effect on a query', async () => {
    const account = await createAccount(service!);
    for (const query of ['{ account { id } }', '{ account { name } }']) {
      const { status, headers } = await send(account, 'key', query, {});
      expect([status, headers.get(REPLAYED)]).toEqual([200, null]);
    }
    expect(await countOf(account, 'idempotency_keys')).toBe(0);
  });
});

/** Returns a function that sends the account's requests to the other process. */
function callAt({ key }: TestAccount): TestAccount['call'] {
  return (method, path, options) => request(other!.url, method, path, { key, ...options });
}

function expectConflict(answer: Answer): void {
  expect(answer.status).toBe(409);
  expect(answer.json.data).toBeUndefined();
  expect(answer.json.errors).toMatchObject([
    { extensions: { code: 'idempotency_conflict', field: 'Idempotency-Key' } },
  ]);
}
