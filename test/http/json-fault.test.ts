import { expect, it } from 'vitest';
import { jsonFaultIn } from '../../src/http/server/exact-json.ts';
import { expectError } from '../support/http/expect-answer.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

it.each([
  ['{"a":1,}', 'line 1, column 8'],
  ["{'a':1}", 'line 1, column 2'],
  ['{a:1}', 'line 1, column 2'],
  ['{"a":1', 'line 1, column 7'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
  ['[1,2', 'line 1, column 5'],
  ['[1,]', 'line 1, column 4'],
  ['{"a":undefined}', 'line 1, column 6'],
  ['{"a":NaN}', 'line 1, column 6'],
  ['{"a":01}', 'line 1, column 7'],
  ['{"a":"b\nc"}', 'line 1, column 6'],
  ['{"a":"\\x"}', 'line 1, column 6'],
  ['{} {}', 'line 1, column 4'],
  ['[1}', 'line 1, column 3'],
  ['{"a"}', 'line 1, column 5'],
  [',', 'line 1, column 1'],
  ['name=Rye&price=1', 'line 1, column 1'],
])('finds the fault in %j at %s', (text, place) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(jsonFaultIn(text)).toBe(place);
});

it('is named by the response, over REST and GraphQL', async () => {
  const account = await createAccount(service);
  const raw = '{\n  "name": "Rye",\n}';
  const refused = await account.call('POST', '/products', { raw });
  expectError(refused, 400, 'invalid_json', null);
  expect(refused.json.error.message).toBe('The body is not valid JSON: line 3, column 1');
  const asked = await account.call('POST', '//graphql', { raw: '{"query": "{ account { name } }"' });
  expect(asked.json.errors[0].message).toBe('The body is not valid JSON: line 1, column 33');
  const bytes = await account.call('POST', '/products', { raw: Uint8Array.from([0x22, 0xff, 0x22]) });
  expectError(bytes, 400, 'invalid_json', null);
  expect(bytes.json.error.message).toBe('The body is not UTF-8');
});
