import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectEnvelope } from '../support/http/envelope.ts';
import { exampleOf, mutantsOf, pathsOf, replaceAt } from '../support/http/from-schema.ts';
import { CONTENT_TYPES, ENCODED_BODIES, HOSTILE_BODIES } from '../support/hostile/hostile-bodies.ts';
import { HOSTILE_JSON, shareOf } from '../support/hostile/hostile-values.ts';
import { useService } from '../support/service/service.ts';

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
