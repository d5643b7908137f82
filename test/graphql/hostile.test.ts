import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { attacksOn, expectQuietLog } from '../support/attack.ts';
import { expectGraphQL } from '../support/envelope.ts';
import { operationsOf } from '../support/from-graphql.ts';
import { pathsOf, replaceAt } from '../support/from-schema.ts';
import { HOSTILE_JSON } from '../support/hostile-values.ts';
import { useService } from '../support/service.ts';
import { SESSIONS_ROOTS, SIGNING_IN } from '../support/session-members.ts';

const service = useService();
const POST = { method: 'POST', target: '/graphql', headers: { 'Content-Type': 'application/json' } };

const isIn = (roots: string[], name: string) => roots.some((root) => root.endsWith(`.${name}`));

describe.each(operationsOf(schema))('$name', ({ name, query, variables }) => {
  const isSessions = [SESSIONS_ROOTS, SIGNING_IN, ['Query.account']].some((roots) => isIn(roots, name));
  const expectAnswer = attacksOn(service, expectGraphQL, isSessions ? 'session' : 'key');

  // Signing in has tests of its own: its example is nobody's e-mail.
  if (!isIn(SIGNING_IN, name)) {
    it('serves its example', async () => {
      const { json } = await expectAnswer({ ...POST, body: JSON.stringify({ query, variables }) });
      expect(json.errors).toBeUndefined();
    });
  }

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
