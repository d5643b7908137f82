import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { attacksOn, expectQuietLog } from '../support/attack.ts';
import { expectGraphQL } from '../support/envelope.ts';
import { operationsOf } from '../support/from-graphql.ts';
import { pathsOf, replaceAt } from '../support/from-schema.ts';
import { HOSTILE_JSON } from '../support/hostile-values.ts';
import { useService } from '../support/service.ts';

const service = useService();
const POST = { method: 'POST', target: '/graphql', headers: { 'Content-Type': 'application/json' } };

describe.each(operationsOf(schema))('$name', ({ query, variables }) => {
  const expectAnswer = attacksOn(service, expectGraphQL);

  it('serves its example', async () => {
    const { json } = await expectAnswer({ ...POST, body: JSON.stringify({ query, variables }) });
    expect(json.errors).toBeUndefined();
  });

  it('stands hostile values in every part of its variables', async () => {
    for (const [at, part] of pathsOf(variables).entries()) {
      // A third of the values for each part: all of them come up.
      for (const json of HOSTILE_JSON.filter((_, index) => (index + at) % 3 === 0)) {
        const body = replaceAt({ query, variables }, ['variables', ...part], json);
        await expectAnswer({ ...POST, body });
      }
    }
  });
});

it('leaves nothing in the log but requests', () => expectQuietLog(service));
