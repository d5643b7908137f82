import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/http/server/query-parameters.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { sendRaw } from '../support/http/wire.ts';
import { createDelivery, createSupermarket } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('a query', () => {
  it.each([
    '',
    '?',
    '?a=b&c=d',
    '?a',
    '?a=',
    '?=a',
    '?&&a=1&',
    '?a=b=c',
    '?a+b=c+d',
    '?a=100%',
    '?a=%zz&b=%4',
  ])('%s is read as by URLSearchParams', (search) => {
    expect(parseQuery(`/${search}`)).toEqual(Object.fromEntries(new URLSearchParams(search)));
  });

  it('is read as UTF-8', () => {
    expect(parseQuery('/?a=K%C3%A4se%F0%9F%A7%80&b=%EF%BB%BFb')).toEqual({ a: 'Käse🧀', b: '\uFEFFb' });
    expect(() => parseQuery('/?ok=1&search=%FF')).toThrow('search must be UTF-8, percent-encoded');
    expect(() => parseQuery('/?%FF=1')).toThrow('The name of each query parameter must be UTF-8');
  });

  it.each(['/api/v1/products?search=K%E4se', '/export/products.csv?search=K%E4se', '/graphql?query=%E4'])(
    'that is not UTF-8 is refused at %s',
    async (target) => {
      const { key } = await createAccount(service);
      const answer = await sendRaw(service.url, {
        method: 'GET',
        target,
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(answer.text).toContain('"validation_error"');
      expect(answer.text).toContain('must be UTF-8');
      expect(answer.status).toBe(400);
    },
  );

  it('can have a time whose plus sign is not percent-encoded', async () => {
    const account = await createAccount(service);
    const { id } = await createSupermarket(account);
    const headers = { Authorization: `Bearer ${account.key}` };
    for (const zone of ['+00:00', '%2B00:00', 'Z', '-01:00', '+02:00']) {
      for (const name of ['updated_since', 'created_from']) {
        const target = `/api/v1/supermarkets?${name}=2020-01-01T00:00:00${zone}`;
        const found = await sendRaw(service.url, { method: 'GET', target, headers });
        expect(expectData(found).map((each: { id: number }) => each.id)).toEqual([id]);
      }
    }
    const delivery = await createDelivery(account);
    const target = '/export/deliveries.csv?updatedSince=2020-01-01T00:00:00+00:00';
    const file = await sendRaw(service.url, { method: 'GET', target, headers });
    expect(file.text).toContain(delivery.supermarket_name);
    const bad = await account.call('GET', '/supermarkets?updated_since=2020-01-01+00:00');
    expectError(bad, 400, 'validation_error', 'updated_since');
  });
});
