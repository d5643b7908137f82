import { expect, it } from 'vitest';
import { maskedQuery } from '../../../src/http/observe/logged-request.ts';

it.each([
  ['page=2&per_page=100', 'page=2&per_page=100'],
  ['status=in_transit&date_from=2026-11-01', 'status=in_transit&date_from=2026-11-01'],
  ['search=Jane+Doe', 'search=***'],
  ['api_key=abc&token=123&password=secret', 'api_key=***&token=***&password=***'],
  ['query={account{name}}', 'query=***'],
  ['page=prv_0000000000000000000000000000000000000000000', 'page=***'],
  ['page=abcdefghijklmnopqrstuvwxyzabcdef', 'page=***'],
  ['%00=1&a%20b=2', '***=***&***=***'],
  ['', ''],
])('of %j is %j', (query, masked) => {
  expect(maskedQuery(query)).toBe(masked);
});

it('is short, however long the query string is', () => {
  expect(maskedQuery('page=1&'.repeat(10_000)).length).toBeLessThanOrEqual(300);
});
