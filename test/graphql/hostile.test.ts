import { expect, it } from 'vitest';
import { ROOTS } from '../support/graphql/access.ts';
import { schema } from '../../src/schema/index.ts';
import { RESTORED } from '../../src/schema/exchange/webhook/deactivation.ts';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectGraphQL } from '../support/http/envelope.ts';
import { type Operation, operationsOf } from '../support/graphql/from-graphql.ts';
import { type Path, pathsOf, replaceAt } from '../support/http/from-schema.ts';
import { HOSTILE_JSON, shareOf } from '../support/hostile/hostile-values.ts';
import type { TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { proofFor, SIGNING_IN } from '../support/graphql/session-members.ts';

const service = useService({ own: 'counts rows of all accounts' });
const POST = { method: 'POST', target: '/graphql', headers: { 'Content-Type': 'application/json' } };

const operations = operationsOf(schema);
const isIn = (roots: string[], name: string) => roots.some((root) => root.endsWith(`.${name}`));

/** Attacks with valid permissions. */
const attacks = {
  key: attacksOn(service, expectGraphQL, 'key'),
  session: attacksOn(service, expectGraphQL, 'session'),
};

/** Operations with their own tests: they need a second factor, and most of them a code of this moment. */
const NEED_FACTOR = /^(confirmSecondFactor|renewRecoveryCodes|stopSecondFactor(Of)?)$/;

// Signing in has its own tests, because its example has an unknown e-mail address.
it.each(operations.filter(({ name }) => !isIn(SIGNING_IN, name) && !NEED_FACTOR.test(name)))(
  'serves the example of $name',
  async ({ name, query, variables }) => {
    const request = { ...POST, body: JSON.stringify({ query, variables }) };
    const answer = await attacks[proofFor(name)](request);
    // An example before can have used up what this one needs: then it, and the next ones, are served to a new
    // account.
    if (answer.json.errors) attacks[proofFor(name)] = attacksOn(service, expectGraphQL, proofFor(name));
    const { json } = answer.json.errors ? await attacks[proofFor(name)](request) : answer;
    expect(json.errors).toBeUndefined();
    // Enabling an active webhook changes nothing, so it has no entry.
    if (name.startsWith('enable')) await attacks[proofFor(name)](request, deactivateAll);
    const action = ROOTS[`Mutation.${name}`]?.audit;
    expect(action === undefined || (await entriesOf(action)) > 0).toBe(true);
  },
);

/** Deactivates all webhooks of an account: those of others are attacked meanwhile, and must not change. */
function deactivateAll({ id: accountId }: TestAccount): Promise<unknown> {
  return service.database.prisma.webhookSubscription.updateMany({
    where: { accountId },
    data: { status: 'deactivated', deactivatedAt: new Date(), deactivationError: RESTORED },
  });
}

async function entriesOf(action: string): Promise<number> {
  const { rows } = await service.database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM audit_entries WHERE action = $1',
    [action],
  );
  return rows[0]!.count;
}

/** PostgreSQL neither stores nor compares it, in any text: it has a NUL and half a surrogate. */
const UNSTORABLE = String.raw`"a\u0000b\ud800"`;

/**
 * Parts of variables that one rule decides, by what names them: `npm test` tries one of each kind,
 * `test:long` all.
 */
const seen = new Set<string>();

/** Returns the parts of an operation's variables to attack. */
function partsOf({ variables }: Operation): Path[] {
  return pathsOf(variables).filter((part) => {
    const names = part.filter((key) => typeof key === 'string').slice(-2);
    const kind = [typeof valueAt(variables, part), ...names].join(' ');
    const isNew = part.length === 0 || !seen.has(kind);
    seen.add(kind);
    return isNew || process.env.TESTS === 'long';
  });
}

function valueAt(variables: object, part: Path): unknown {
  return part.reduce<unknown>((within, key) => Object(within)[key], variables);
}

it.each(operations.map((operation) => ({ ...operation, parts: partsOf(operation) })))(
  'stands hostile values in the variables of $name',
  async ({ name, query, variables, parts }) => {
    const expectAnswer = attacks[proofFor(name)];
    for (const part of parts) {
      // All texts together try the others several times.
      const values =
        typeof valueAt(variables, part) === 'string'
          ? [UNSTORABLE, ...shareOf(HOSTILE_JSON, 140)]
          : shareOf(HOSTILE_JSON, 60);
      for (const json of values) {
        const body = replaceAt({ query, variables }, ['variables', ...part], json);
        await expectAnswer({ ...POST, body });
      }
    }
  },
);

it('leaves nothing in the log but requests', () => expectQuietLog(service));
