import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BODY_KIB } from '../../src/http/server/body.ts';
import { routes } from '../../src/rest/routes.ts';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectEnvelope } from '../support/http/envelope.ts';
import { exampleOf, mutantsOf, pathsOf, replaceAt } from '../support/http/from-schema.ts';
import { CONTENT_TYPES, ENCODED_BODIES } from '../support/hostile/hostile-bodies.ts';
import { HOSTILE_JSON, nested, nestedObjects, shareOf } from '../support/hostile/hostile-values.ts';
import type { WireRequest } from '../support/http/wire.ts';
import { listOf } from '../support/text/list-of.ts';
import { useService } from '../support/service/service.ts';

const LIMIT = MAX_BODY_KIB * 1_024;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Bodies that are not JSON, not an object, or too large, deep or wide. */
const HOSTILE_BODIES: readonly NonNullable<WireRequest['body']>[] = [
  '',
  ' ',
  '\0',
  '{}\0',
  '\ufeff{}',
  '{"a":"\n"}',
  '--x\r\n\r\n',
  ...listOf(String.raw`
    {  }  {]  null  true  0  "text"  []  [{}]  NaN  Infinity  -  1e400  {'a':1}  {"a":1,}  {a:1}  {"a":01}  {"a":.5}
    {"a":1}{"a":1}  /**/{}  {"a":"\x"}  {"a":"\u12"}  <xml/>  name=a&price=1  {"":1}  {" ":1}  {"\u0000":1}
    {"\ud800":1}  {"__proto__":{"name":"a"}}  {"constructor":1}  {"toString":2,"valueOf":3,"hasOwnProperty":1}
    {"id":1,"status":"completed","account_id":1}  {"name":"a","name":0}  {"a.b":1,"a[0]":2,"$ref":3}`),
  latin1('{"name":"\xff"}'),
  latin1('{"name":"\xc0\x80"}'),
  latin1('{"name":"\xed\xa0\x80"}'),
  latin1('{"name":"\xf4\x90\x80\x80"}'),
  Buffer.from('{"name":"a"}', 'utf16le'),
  `${' '.repeat(LIMIT - 2)}{}`,
  `${' '.repeat(LIMIT - 1)}{}`,
  'x'.repeat(LIMIT),
  `{"${'k'.repeat(200_000)}":1}`,
  `{"n":${'1'.repeat(200_000)}}`,
  `{"n":"${String.raw`\u0000`.repeat(40_000)}"}`,
  nested(10_000),
  nested(LIMIT / 2),
  nestedObjects(40_000),
  `{"name":${nested(120_000)}}`,
  `{"products":${nestedObjects(35_000)}}`,
  `{${Array.from({ length: 40_000 }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`,
  `{"products":[${'{},'.repeat(501)}{}]}`,
  `{"products":[${'{"product_id":1,"quantity":1},'.repeat(500)}{}]}`,
  `{"branches":[${'{"name":"a","address":"b"},'.repeat(200)}{}]}`,
  [Buffer.from('{"na'), Buffer.from('me":1}')],
  [Buffer.alloc(LIMIT, ' '), Buffer.from('{}')],
  [],
];

const service = useService();
const expectAnswer = attacksOn(service, expectEnvelope);
const JSON_TYPE = { 'Content-Type': 'application/json' };

const writes = routes.flatMap(({ body, ...route }) =>
  body === null ? [] : [{ ...route, body, method: route.method.toUpperCase(), target: targetOf(route) }],
);

// Paths below a webhook contain the webhook's deliveries, not the account's.
function targetOf({ path }: { path: string }): string {
  return `/api/v1${path.replace(/(webhooks.*):delivery_id/, '$1:message_id')}`;
}

describe.each(writes)('$method $path', ({ method, target, body: schema, isBodyOptional }) => {
  it('withstands hostile values in every part of its body', async () => {
    const example = exampleOf(schema);
    for (const part of pathsOf(example)) {
      for (const json of shareOf(HOSTILE_JSON, 60)) {
        await expectAnswer({ method, target, headers: JSON_TYPE, body: replaceAt(example, part, json) });
      }
    }
  });

  it('withstands other values generated from its schema', async () => {
    const property = fc.asyncProperty(mutantsOf(schema), async (body) => {
      await expectAnswer({ method, target, headers: JSON_TYPE, body });
    });
    await fc.assert(property, { numRuns: 10 });
  });

  it('withstands bodies that are not JSON, not an object, too large, too deep or too wide', async () => {
    for (const [index, body] of shareOf(HOSTILE_BODIES, 3).entries()) {
      const headers = { ...JSON_TYPE, ...(index % 2 && { 'Idempotency-Key': `${index}` }) };
      const { status } = await expectAnswer({ method, target, headers, body });
      expect(isBodyOptional || status >= 400).toBe(true);
    }
  });
});

it('withstands bodies with a wrong encoding or type', async () => {
  for (const target of ['/api/v1/products', '/api/v1/webhooks/:webhook_id/test']) {
    for (const [encoding, body] of ENCODED_BODIES) {
      await expectAnswer({
        method: 'POST',
        target,
        headers: { ...JSON_TYPE, 'Content-Encoding': encoding },
        body,
      });
    }
    for (const type of CONTENT_TYPES) {
      await expectAnswer({ method: 'POST', target, headers: { 'Content-Type': type }, body: '{}' });
    }
  }
});

it('leaves nothing in the log but requests', () => expectQuietLog(service));
