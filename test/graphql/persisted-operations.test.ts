import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const QUERY = 'query Mine($times: Boolean = false) { account { id createdAt @include(if: $times) } }';
const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

async function ask(account: TestAccount, body: object) {
  return (await account.call('POST', '//graphql', { body })).json;
}

describe('an operation sent by its hash', () => {
  it('is requested once, and known from then on, by POST and by GET', async () => {
    const account = await createAccount(service);
    const extensions = persisted(hashOf(QUERY));
    const unknown = await ask(account, { extensions });
    expect(unknown.errors).toEqual([
      {
        message: 'PersistedQueryNotFound',
        extensions: {
          code: 'not_found',
          field: 'extensions.persistedQuery',
          problem: 'unknown_query',
          values: null,
        },
      },
    ]);

    const data = { account: { id: String(account.id) } };
    expect((await ask(account, { query: QUERY, extensions })).data).toEqual(data);
    expect((await ask(account, { extensions })).data).toEqual(data);
    const asParameter = encodeURIComponent(JSON.stringify(extensions));
    const { json } = await account.call('GET', `//graphql?extensions=${asParameter}`);
    expect(json.data).toEqual(data);
  });

  it('supports variables', async () => {
    const account = await createAccount(service);
    const extensions = persisted(hashOf(QUERY));
    await ask(account, { query: QUERY, extensions });
    const { data } = await ask(account, { extensions, variables: { times: true } });
    expect(Object.keys(data.account)).toEqual(['id', 'createdAt']);
  });

  it('is known only to the account that sent it', async () => {
    const extensions = persisted(hashOf(QUERY));
    await ask(await createAccount(service), { query: QUERY, extensions });
    const { errors } = await ask(await createAccount(service), { extensions });
    expect(errors[0].message).toBe('PersistedQueryNotFound');
  });

  it('is limited like any other', async () => {
    const account = await createAccount(service);
    const query = `{ account { ${'id '.repeat(200)} } }`;
    const extensions = persisted(hashOf(query));
    for (const body of [{ query, extensions }, { extensions }]) {
      const { errors } = await ask(account, body);
      expect(errors[0].message).toContain('at most 100 fields in one selection');
    }
  });

  it('is refused under the hash of another, which stays unknown', async () => {
    const account = await createAccount(service);
    const extensions = persisted(hashOf(QUERY));
    const { errors } = await ask(account, { query: '{ account { name } }', extensions });
    expect(errors[0].extensions).toMatchObject({
      code: 'validation_error',
      field: 'extensions.persistedQuery',
    });
    expect((await ask(account, { extensions })).errors[0].message).toBe('PersistedQueryNotFound');
  });

  it.each([
    'text',
    1,
    {},
    { version: 2, sha256Hash: hashOf(QUERY) },
    { version: 1, sha256Hash: 'x' },
    { version: 1, sha256Hash: [hashOf(QUERY)] },
    { version: 1, sha256Hash: hashOf(QUERY).toUpperCase() },
  ])('is refused when it is not a hash: %j', async (persistedQuery) => {
    const account = await createAccount(service);
    const { errors } = await ask(account, { query: QUERY, extensions: { persistedQuery } });
    expect(errors[0].extensions).toMatchObject({
      code: 'validation_error',
      field: 'extensions.persistedQuery',
    });
  });
});
