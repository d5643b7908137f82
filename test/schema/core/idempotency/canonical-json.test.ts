import { expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/schema/core/idempotency/canonical-json.ts';

it.each([
  ['{"a":1,"b":[{"c":2,"d":3}]}', '{"b":[{"d":3,"c":2}],"a":1.0}'],
  ['{"1":1,"0":2}', '{"0":2,"1":1}'],
  ['{"a":1e2}', '{ "a" : 100 }'],
  ['{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}'],
])('%s is the same value as %s', (one, other) => {
  expect(canonicalJson(JSON.parse(one))).toBe(canonicalJson(JSON.parse(other)));
});

it.each([
  ['{"a":1}', '{"a":"1"}'],
  ['{"a":null}', '{}'],
  ['[1,2]', '[2,1]'],
  ['{"a":{"b":1}}', '{"a":1,"b":1}'],
  ['[]', '{}'],
  ['{"a":"b\\",\\"c"}', '{"a":"b","c":""}'],
])('%s is another value than %s', (one, other) => {
  expect(canonicalJson(JSON.parse(one))).not.toBe(canonicalJson(JSON.parse(other)));
});

it('ends for a value that is nested deeply', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
  expect(canonicalJson(deep).length).toBeLessThan(1_000);
});
