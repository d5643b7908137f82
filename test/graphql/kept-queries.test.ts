import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const DOCUMENT = `
  query Product($id: ID!, $named: Boolean! = true) { product(id: $id) { id name @include(if: $named) } }
  query Page($page: Int) { productPage(page: $page) { total } }
  query Account { account { id } }
  query Costly { deliveryPage(perPage: 100) { items { products { product { id } } } } }
  query Schema { __schema { queryType { name } } }
  mutation Archive($id: ID!) { archiveProduct(id: $id) { id } }`;

describe('a document that was valid before', () => {
  it.each([
    ['is executed', 'Product', {}, ['data']],
    ['is executed with other variables', 'Product', { named: false }, ['data']],
    ['finds no other record', 'Product', { id: '9000000000' }, ['data']],
    ['is refused for an invalid argument', 'Page', { page: 0 }, ['errors']],
    ['is refused for an invalid variable', 'Page', { page: 'x' }, ['errors']],
    ['is refused for a missing variable', 'Product', { id: null }, ['errors']],
    ['is refused for an unknown operation', 'Other', {}, ['errors']],
    ['is refused without the name of an operation', undefined, {}, ['errors']],
    ['is refused for its cost', 'Costly', {}, ['errors']],
    ['is introspected', 'Schema', {}, ['data']],
    ['is executed as a mutation', 'Archive', {}, ['data']],
  ])('%s as at first: %s', async (_does, operationName, variables, members) => {
    const account = await createAccount(service, 'free');
    const { id } = await createProduct(account, { name: 'Bread' });
    const send = (query: string, key?: string) => {
      const body = { query, operationName, variables: { id: String(id), ...variables } };
      return account.call('POST', '//graphql', { body, ...(key !== undefined && { key }) });
    };
    const keep = { query: DOCUMENT, operationName: 'Account' };
    const { json } = await account.call('POST', '//graphql', { body: keep });
    expect(json.data).toEqual({ account: { id: String(account.id) } });

    const { key: unable } = await account.issue(['supermarkets:read']);
    for (const key of [unable, account.key, 'invalid']) {
      const kept = await send(DOCUMENT, key);
      const first = await send(`${DOCUMENT} # ${Math.random()}`, key);
      expect([kept.status, withoutLimit(kept.json)]).toEqual([first.status, withoutLimit(first.json)]);
    }
    const { json: last } = await send(DOCUMENT);
    expect(Object.keys(last)).toEqual(expect.arrayContaining(members));
  });

  it('is refused without a key', async () => {
    const account = await createAccount(service);
    const body = { query: DOCUMENT, operationName: 'Account' };
    await account.call('POST', '//graphql', { body });
    const { json } = await request(service.url, 'POST', '//graphql', { body });
    expect(json.errors[0].extensions.code).toBe('unauthorized');
  });
});

/** Returns the response without the part that changes with each request. */
function withoutLimit({ extensions, ...others }: { extensions?: { cost: object } }) {
  return { ...others, cost: extensions?.cost };
}
