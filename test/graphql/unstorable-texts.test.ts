import { expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { operationsOf } from '../support/graphql/from-graphql.ts';
import { proofFor } from '../support/graphql/session-members.ts';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectGraphQL } from '../support/http/envelope.ts';
import { pathsOf, replaceAt } from '../support/http/from-schema.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const POST = { method: 'POST', target: '/graphql', headers: { 'Content-Type': 'application/json' } };
const attacks = {
  key: attacksOn(service, expectGraphQL, 'key'),
  session: attacksOn(service, expectGraphQL, 'session'),
};
/** PostgreSQL stores and compares neither of them. */
const UNSTORABLE = [String.raw`"a\u0000b"`, String.raw`"a\ud800b"`];

it.each(operationsOf(schema))(
  'answers NUL and lone surrogates in every id and text of $name',
  async ({ name, query, variables }) => {
    for (const path of pathsOf(variables)) {
      const value = path.reduce<unknown>(
        (within, key) => (within as Record<PropertyKey, unknown>)?.[key],
        variables,
      );
      if (typeof value !== 'string') continue;
      for (const text of UNSTORABLE) {
        const body = replaceAt({ query, variables }, ['variables', ...path], text);
        const { json } = await attacks[proofFor(name)]({ ...POST, body });
        const codes = (json.errors ?? []).map(
          (error: { extensions: { code: string } }) => error.extensions.code,
        );
        expect(codes).not.toContain('internal_error');
      }
    }
  },
);

it('leaves nothing in the log but requests', () => expectQuietLog(service));
