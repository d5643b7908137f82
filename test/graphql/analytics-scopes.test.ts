import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/schema/core/caller/scopes.ts';
import { createAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import { createDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe.each(['deliveryAnalytics', 'returnAnalytics'])('a ranking of %s', (field) => {
  const own: Scope = field === 'deliveryAnalytics' ? 'deliveries:read' : 'returns:read';

  it.each([
    ['SUPERMARKET', 'supermarkets:read'],
    ['BRANCH', 'supermarkets:read'],
    ['PRODUCT', 'products:read'],
    ['CATEGORY', 'products:read'],
  ] as [string, Scope][])('by %s needs %s too', async (by, scope) => {
    const account = await createAccount(service);
    await createDelivery(account);
    const query = `{ ${field}(dateFrom: "2020-01-01", dateTo: "2020-02-01") { ranking(by: ${by}) { name } } }`;
    const { key: without } = await account.issue([own]);
    expect((await ask(without, query)).errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(scope),
        extensions: expect.objectContaining({ code: 'insufficient_scope' }),
      }),
    ]);
    const { key } = await account.issue([own, scope]);
    expect((await ask(key, query)).data[field]).toEqual({ ranking: [] });
  });
});

async function ask(key: string, query: string) {
  return (await request(service.url, 'POST', '//graphql', { key, body: { query } })).json;
}

const SCOPES = ['deliveries:read', 'returns:read', 'products:read'] as const;

it.each([
  ['deliveryAnalytics', 'category: "bakery"', 'products:read'],
  ['returnAnalytics', 'category: "bakery"', 'products:read'],
  ['returnAnalytics', 'branchId: "1"', 'deliveries:read'],
])('%s with the filter %s needs %s', async (analytics, given, scope) => {
  const account = await createAccount(service);
  const { key } = await account.issue(SCOPES.filter((each) => each !== scope));
  const send = async (filter: string) => {
    const range = 'dateFrom: "2026-02-01", dateTo: "2026-04-30"';
    const query = `{ ${analytics}(${range}, filter: { ${filter} }) { total { count } } }`;
    return (await account.call('POST', '//graphql', { key, body: { query } })).json;
  };
  expect((await send(given)).errors[0].message).toContain(`lacks the scope ${scope}`);
  expect((await send('supermarketId: "abc"')).data[analytics]).toEqual({ total: { count: 0 } });
});
