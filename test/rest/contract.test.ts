import { validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as generated from '../../src/generated/operations.ts';
import { routes } from '../../src/rest/routes.ts';
import { revokeKey } from '../../src/schema/api-key/revoke-key.ts';
import { rotateKey } from '../../src/schema/api-key/rotate-key.ts';
import { newKey } from '../../src/schema/api-key/key-format.ts';
import { schema } from '../../src/schema/index.ts';
import { SCOPES } from '../../src/schema/caller/scopes.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectCommonHeaders, expectData, expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';
import { exampleOf } from './example.ts';

const service = useService({ trustProxy: 1 });

let addresses = 0;
/** Returns headers of a client of its own: requests without a valid key count by their address. */
function fromElsewhere(): Record<string, string> {
  addresses += 1;
  return { 'X-Forwarded-For': `10.0.${addresses >> 8}.${addresses & 255}` };
}

it('executes only operations that are valid for the schema', () => {
  const operations = Object.values(generated).filter(({ definitions }) =>
    definitions.some(({ kind }) => kind === 'OperationDefinition'),
  );
  expect(operations.length).toBeGreaterThan(routes.length);
  expect(operations.flatMap((operation) => validate(schema, operation))).toEqual([]);
});

const NEVER_EXISTED = 9_007_199_254_740_991;

describe.each(routes.map((route) => ({ name: `${route.method.toUpperCase()} ${route.path}`, route })))(
  '$name',
  ({ route }) => {
    const method = route.method.toUpperCase();
    const others = SCOPES.filter((scope) => scope !== route.scope);

    it('refuses requests without a valid key', async () => {
      const account = await createAccount(service);
      const { path, body } = await exampleOf(route, account);
      for (const [what, key] of Object.entries(await uselessKeys(account))) {
        const answer = await request(service.url, method, path, { key, body, headers: fromElsewhere() });
        const code = what === 'expired' ? 'api_key_expired' : 'unauthorized';
        expectError(answer, 401, code);
      }
    });

    it(`refuses a key without ${route.scope}`, async () => {
      const account = await createAccount(service);
      const { path, body } = await exampleOf(route, account);
      const { key } = await account.issue(others);
      const answer = await account.call(method, path, { key, body });
      expectError(answer, 403, 'insufficient_scope');
      expect(answer.json.error.message).toContain(route.scope);
    });

    it(`serves a key with ${route.scope} alone`, async () => {
      const account = await createAccount(service);
      const { path, body, alsoNeeds } = await exampleOf(route, account);
      const { key } = await account.issue([route.scope, ...alsoNeeds]);
      expectData(await account.call(method, path, { key, body }), route.status);
    });

    it('reports a missing scope the same way for valid and invalid input', async () => {
      const account = await createAccount(service);
      const { key } = await account.issue(others);
      const path = `${route.path.replace(/:\w+/g, String(NEVER_EXISTED))}?unknown=1`;
      const malformed = route.body ? { raw: '{' } : {};
      expectError(await account.call(method, path, { key, ...malformed }), 403, 'insufficient_scope');
      const anonymous = await request(service.url, method, path, { ...malformed, headers: fromElsewhere() });
      expectError(anonymous, 401, 'unauthorized');
    });

    it('refuses a query parameter it does not know', async () => {
      const account = await createAccount(service);
      const { path, body } = await exampleOf(route, account);
      const answer = await account.call(method, `${path}?unknown=1`, { body });
      expectError(answer, 400, 'validation_error', 'unknown');
    });
  },
);

describe.each(routes.filter(({ method }) => method === 'post'))('$method $path', (route) => {
  it('responds the same way under an Idempotency-Key, at first and when repeated', async () => {
    const account = await createAccount(service);
    const { path, body } = await exampleOf(route, account);
    const other = await createAccount(service);
    const another = await exampleOf(route, other);
    const plain = await other.call('POST', another.path, { body: another.body });
    const send = async () => {
      const sent = { body, headers: { 'Idempotency-Key': 'same' } };
      const { status, text, headers } = await account.call('POST', path, sent);
      return { status, text, headers: lasting(headers) };
    };
    const first = await send();
    const repeated = await send();
    expect(first.status).toBe(plain.status);
    expect(Object.keys(first.headers)).toEqual(Object.keys(lasting(plain.headers)));
    expect(repeated).toEqual({ ...first, headers: { ...first.headers, 'idempotent-replayed': 'true' } });
  });
});

describe.each(routes.filter(({ path }) => path.includes(':')))('$method $path', (route) => {
  const method = route.method.toUpperCase();

  it('does not reveal that a record of another account exists', async () => {
    const { path, at, body } = await exampleOf(route, await createAccount(service));
    const stranger = await createAccount(service);
    const theirs = await stranger.call(method, path, { body });
    const nobodys = await stranger.call(method, at(NEVER_EXISTED), { body });
    expectError(theirs, 404, 'not_found');
    // The same for every method.
    const noun = /:(\w+)_id/.exec(route.path)![1]!.replaceAll('_', ' ');
    expect(theirs.json.error.message).toMatch(
      new RegExp(`^No (${noun}( message)?|branch) with this id in this account$`),
    );
    expect(theirs.text).toBe(nobodys.text);
    expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
  });

  it.each(['0', '-1', '01', '1.0', '1e3', 'abc', '%20', '1%00', '9007199254740992', '9'.repeat(40), '%zz'])(
    'finds nothing under the id %s',
    async (id) => {
      const account = await createAccount(service);
      const { at, body } = await exampleOf(route, account);
      const answer = await account.call(method, at(id), { body });
      expectError(answer, 404, 'not_found');
    },
  );
});

describe.each(routes.filter(({ method }) => method === 'get'))('HEAD $path', (route) => {
  it('returns the headers of GET without its body', async () => {
    const account = await createAccount(service);
    const { path } = await exampleOf(route, account);
    const get = await account.call('GET', path);
    const head = await account.call('HEAD', path);
    expect(head.text).toBe('');
    expect(head.status).toBe(get.status);
    expectCommonHeaders(head);
    expect(lasting(head.headers)).toEqual(lasting(get.headers));
  });

  it('returns the headers of an error without its body', async () => {
    const account = await createAccount(service);
    const { path } = await exampleOf(route, account);
    const { status, text, headers } = await request(service.url, 'HEAD', path);
    expect(status).toBe(401);
    expect(text).toBe('');
    expect(headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(Number(headers.get('Content-Length'))).toBeGreaterThan(0);
  });
});

/** Returns a key for every way to be invalid. */
async function uselessKeys(account: TestAccount): Promise<Record<string, string | undefined>> {
  const { prisma } = service.database;
  const [expired, revoked, rotated] = [
    await account.issue(SCOPES),
    await account.issue(SCOPES),
    await account.issue(SCOPES),
  ];
  await prisma.apiKey.updateMany({ where: { id: expired.id }, data: { expiresAt: new Date() } });
  await revokeKey(prisma, { id: revoked.id });
  await rotateKey(prisma, { id: rotated.id });
  return {
    missing: undefined,
    malformed: 'prv_malformed',
    unknown: newKey(),
    expired: expired.key,
    revoked: revoked.key,
    'rotated away': rotated.key,
  };
}

/** Returns the headers that two equal requests have in common, on any connection. */
function lasting(headers: Headers): object {
  const passing = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'ratelimit']);
  const isLasting = ([name]: [string, string]) => !passing.has(name) && !name.startsWith('x-ratelimit');
  return Object.fromEntries([...headers].filter(isLasting));
}
