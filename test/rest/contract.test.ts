import { validate } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import * as generated from '../../src/generated/operations.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { revokeKey } from '../../src/schema/people/api-key/revoke-key.ts';
import { rotateKey } from '../../src/schema/people/api-key/rotate-key.ts';
import { newKey } from '../../src/schema/people/api-key/key-format.ts';
import { schema } from '../../src/schema/index.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import type { Answer } from '../support/http/answer.ts';
import { expectCommonHeaders, expectData, expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { createProduct } from '../support/records/records.ts';
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
const MALFORMED = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  'abc',
  '%20',
  '1%00',
  '9007199254740992',
  '9'.repeat(40),
  '%zz',
];

let keys: Record<string, string | undefined>;
beforeAll(async () => {
  keys = await uselessKeys(await createAccount(service));
});

it.each(
  routes.map((route, index) => ({ name: `${route.method.toUpperCase()} ${route.path}`, route, index })),
)(
  'serves $name to a key with its scope alone, and refuses other keys, records and parameters',
  async ({ route, index }) => {
    const method = route.method.toUpperCase();
    const account = await createAccount(service);
    const { path, at, body, alsoNeeds } = await exampleOf(route, account);
    // One check decides for all routes.
    const [what, useless] = Object.entries(keys)[index % Object.keys(keys).length]!;
    await expectUseless(what, method, path, { key: useless, body });

    // A missing scope is reported in the same way for valid and invalid input.
    const { scope } = route;
    const lacking = await account.issue(SCOPES.filter((each) => each !== scope));
    const invalid = `${route.path.replace(/:\w+/g, String(NEVER_EXISTED))}?unknown=1`;
    const malformed = route.body ? { raw: '{' } : {};
    const refused = [
      [path, { body }],
      [invalid, malformed],
    ] as const;
    for (const [target, sent] of scope ? refused : []) {
      const answer = await account.call(method, target, { key: lacking.key, ...sent });
      expectError(answer, 403, 'insufficient_scope');
      expect(answer.json.error.message).toContain(String(scope));
    }
    const anonymous = await request(service.url, method, invalid, { ...malformed, headers: fromElsewhere() });
    expectError(anonymous, 401, 'unauthorized');

    const unknown = await account.call(method, `${path}?unknown=1`, { body });
    expectError(unknown, 400, 'validation_error', 'unknown');

    if (route.path.includes(':')) {
      await expectNotFound(route, path, at(NEVER_EXISTED), body);
      // One expression decides for all routes.
      const malformed = at(MALFORMED[index % MALFORMED.length]!);
      expectError(await account.call(method, malformed, { body }), 404, 'not_found');
    }
    if (method === 'GET') await expectHead(account, path);

    const { key } = await account.issue([scope ?? 'webhooks:read', ...alsoNeeds]);
    const plain = await account.call(method, path, { key, body });
    expectData(plain, route.status);
    if (method === 'POST') await expectReplay(route, plain);
  },
);

/** Expects that another account cannot tell a record from none. */
async function expectNotFound(route: Route, path: string, nowhere: string, body: unknown): Promise<void> {
  const stranger = await createAccount(service);
  const method = route.method.toUpperCase();
  const theirs = await stranger.call(method, path, { body });
  const nobodys = await stranger.call(method, nowhere, { body });
  expectError(theirs, 404, 'not_found');
  // The same for every method.
  const noun = /:(\w+)_id/.exec(route.path)![1]!.replaceAll('_', ' ');
  expect(theirs.json.error.message).toMatch(
    new RegExp(`^No (${noun}( message)?|branch) with this id in this account$`),
  );
  expect(theirs.text).toBe(nobodys.text);
  expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
}

/** Expects from HEAD the headers of GET, and of an error, without the body. */
async function expectHead(account: TestAccount, path: string): Promise<void> {
  const get = await account.call('GET', path);
  const head = await account.call('HEAD', path);
  expect(head.text).toBe('');
  expect(head.status).toBe(get.status);
  expectCommonHeaders(head);
  expect(lasting(head.headers)).toEqual(lasting(get.headers));
  const { status, text, headers } = await request(service.url, 'HEAD', path, { headers: fromElsewhere() });
  expect(status).toBe(401);
  expect(text).toBe('');
  expect(headers.get('WWW-Authenticate')).toBe('Bearer');
  expect(Number(headers.get('Content-Length'))).toBeGreaterThan(0);
}

/** Sends an example twice under one Idempotency-Key, and compares both responses with one without a key. */
async function expectReplay(route: Route, plain: Answer): Promise<void> {
  const account = await createAccount(service);
  const { path, body } = await exampleOf(route, account);
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
}

it('refuses keys that are useless in any way', async () => {
  const { id } = await createProduct(await createAccount(service));
  for (const [what, key] of Object.entries(keys))
    await expectUseless(what, 'GET', `/products/${id}`, { key });
});

/** Expects that a key is refused, whatever it is sent with. */
async function expectUseless(what: string, method: string, path: string, sent: object): Promise<void> {
  const answer = await request(service.url, method, path, { ...sent, headers: fromElsewhere() });
  expectError(answer, 401, what === 'expired' ? 'api_key_expired' : 'unauthorized');
}

it('finds nothing under malformed ids', async () => {
  const account = await createAccount(service);
  for (const id of MALFORMED) expectError(await account.call('GET', `/products/${id}`), 404, 'not_found');
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
