import { describe, expect, it } from 'vitest';
import { issueKey } from '../../../../src/schema/people/api-key/issue-key.ts';
import { request } from '../../../support/http/http.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import {
  createSignedIn,
  createUser,
  createVisitor,
  type PageAnswer,
} from '../../../support/service/visitor.ts';

const service = useService({ own: 'counts attempts of its address' });

const CREATE =
  'mutation { createProduct(input: {name: "Bread", weight: 1, price: 1, category: "bakery"}) { id } }';
const limitOf = ({ headers }: PageAnswer) => [
  headers.get('X-RateLimit-Limit'),
  headers.get('X-RateLimit-Remaining'),
];
/** Sets the count of a window of the owner of an account, opening it if necessary. */
const setCount = (id: bigint, window: string, points: number) =>
  service.database.pool.query(
    `INSERT INTO rate_limits (key, points, expire)
     SELECT $1 || ':' || account_id || ':' || id, $2, $3 FROM people WHERE account_id = $4 AND role = 'owner'
     ON CONFLICT (key) DO UPDATE SET points = excluded.points`,
    [window, points, Date.now() + 60_000, id],
  );
const count = async (sql: string, id: bigint) =>
  Number((await service.database.pool.query<{ count: string }>(sql, [id])).rows[0]!.count);

describe('reads of a session', () => {
  it.each(['free', 'business'] as const)('count in separate windows, on %s', async (plan) => {
    const visitor = await createSignedIn(service, plan);
    const answer = await visitor.ask('{ products { totalCount } }');
    expect(limitOf(answer)).toEqual(['10000', '9999']);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('RateLimit-Policy')).toBe('"hour";q=10000;w=3600, "burst";q=600;w=60');
    expect(limitOf(await visitor.ask('{ products { totalCount } }'))).toEqual(['10000', '9998']);
    expect(answer.json.extensions.cost.limit).toBe(20_000);
  });
});

describe('changes by a session', () => {
  it.each(['free', 'business'] as const)('count apart from reads and keys, on %s', async (plan) => {
    const visitor = await createSignedIn(service, plan);
    const changed = await visitor.ask(CREATE);
    expect(changed.json.errors).toBeUndefined();
    expect(limitOf(changed)).toEqual(['2000', '1999']);
    expect(changed.headers.get('RateLimit-Policy')).toBe('"hour";q=2000;w=3600, "burst";q=120;w=60');
    expect(changed.json.extensions.rateLimit).toMatchObject({ limit: 2000, remaining: 1999 });
    expect(limitOf(await visitor.ask('{ products { totalCount } }'))).toEqual(['10000', '9999']);
    const { account } = await visitor.data('{ account { usage { minute { limit remaining } } } }');
    const { limit, remaining } = account.usage.minute;
    expect(remaining).toBe(limit);
  });

  it('are limited by their own burst, while reads and keys continue, and keys do not use it up', async () => {
    const visitor = await createSignedIn(service);
    const { key } = await issueKey(service.database.prisma, visitor.user.id, {
      name: 'key',
      scopes: ['products:read'],
    });
    const read = async () => (await request(service.url, 'GET', '/products', { key })).status;
    for (let time = 0; time < 10; time++) expect(await read()).toBe(200);
    expect(await read()).toBe(429);
    expect((await visitor.ask(CREATE)).status).toBe(200);
    await setCount(visitor.user.id, 'minute:changes', 120);
    const { status, json, headers } = await visitor.ask(CREATE);
    expect(status).toBe(429);
    expect(json.errors[0].extensions).toEqual({
      code: 'rate_limited',
      field: null,
      problem: 'requests_per_minute',
      values: { max: 120 },
    });
    expect(json.data ?? null).toBeNull();
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await visitor.data('{ products { totalCount } }')).toEqual({ products: { totalCount: 1 } });
  });

  it('are recognised in fragments and persisted operations', async () => {
    const visitor = await createSignedIn(service);
    const hidden = `mutation M { ...F } fragment F on Mutation { ... on Mutation { ${CREATE.slice(11, -1)} } } query Q { __typename }`;
    const answer = await visitor.ask(hidden, {
      body: JSON.stringify({ query: hidden, operationName: 'M' }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.json.errors).toBeUndefined();
    expect(limitOf(answer)[0]).toBe('2000');
  });

  it('do not include signing in and out', async () => {
    const visitor = await createSignedIn(service);
    await setCount(visitor.user.id, 'minute:changes', 120);
    expect((await visitor.ask(CREATE)).status).toBe(429);
    expect((await visitor.ask('mutation { signOut }')).json.data).toEqual({ signOut: true });
    expect((await visitor.signIn(visitor.user.email)).json.errors).toBeUndefined();
    expect((await visitor.data('mutation { signOutEverywhere }')).signOutEverywhere).toBe(1);
  });
});

describe('an operation', () => {
  it('can sign in once', async () => {
    const { email } = await createUser(service);
    const visitor = createVisitor(service);
    const signIn = (name: string) => `${name}: signIn(email: "${email}", password: "wrong one") { id }`;
    const refusal = await visitor.refusal(
      `mutation { ${signIn('a')} ...B } fragment B on Mutation { ${signIn('b')} }`,
    );
    // Without a key or session, a refusal shows no reason.
    expect(refusal).toMatchObject({ code: 'unauthorized' });
    const { rowCount } = await service.database.pool.query(
      `SELECT FROM rate_limits WHERE key LIKE 'guess-%' AND points > 0`,
    );
    expect(rowCount).toBe(0);
  });

  it('that signs in cannot change anything else', async () => {
    const { email, id } = await createUser(service);
    const refusal = await createVisitor(service).refusal(
      `mutation { signIn(email: "${email}", password: "correct horse battery") { id } ${CREATE.slice(11, -1)} }`,
    );
    // Without a key or session, a refusal shows no reason.
    expect(refusal).toMatchObject({ code: 'unauthorized' });
    expect(await count('SELECT count(*) FROM sessions WHERE account_id = $1', id)).toBe(0);
  });
});

describe('the limits of a person', () => {
  it.each([
    ['reads', 600, '{ session { id } }'],
    ['changes', 120, 'mutation { changeName(name: "Ann") { id } }'],
  ] as const)(
    'for %s apply in all their sessions, and leave those of others alone',
    async (window, limit, query) => {
      const owner = await createSignedIn(service);
      const driver = await join(service, owner, 'driver');
      const other = createVisitor(service);
      await other.signIn(driver.email);
      await service.database.pool.query(
        `INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET points = excluded.points`,
        [`minute:${window}:${owner.user.id}:${driver.id}`, limit, Date.now() + 60_000],
      );
      for (const each of [driver.visitor, other]) expect((await each.ask(query)).status).toBe(429);
      const removed = await owner.data('mutation ($id: ID!) { removePerson(id: $id) }', { id: driver.id });
      expect(removed).toEqual({ removePerson: driver.id });
    },
  );

  it('for changes count the rows of a batch, which reads do not', async () => {
    const owner = await createSignedIn(service, 'business');
    const rows = Array.from({ length: 60 }, (_, at) => ({
      reference: `row-${at}`,
      name: 'Bread',
      weight: 1,
      price: 1,
      category: 'bakery',
    }));
    const upserted = await owner.ask(
      'mutation ($rows: [UpsertProductInput!]!) { upsertProducts(input: $rows) { product { id } } }',
      { variables: { rows } },
    );
    expect(upserted.json.errors).toBeUndefined();
    expect(limitOf(upserted)).toEqual(['2000', '1997']);
    expect(limitOf(await owner.ask('{ session { id } }'))).toEqual(['10000', '9999']);
    await setCount(owner.user.id, 'hour:changes', 1_998);
    const { json } = await owner.ask(
      'mutation ($rows: [UpsertProductInput!]!) { upsertProducts(input: $rows) { product { id } } }',
      { variables: { rows } },
    );
    expect(json.errors[0].extensions.code).toBe('rate_limited');
  });

  it('for new e-mail addresses leave those of others alone', async () => {
    const owner = await createSignedIn(service);
    const { visitor } = await join(service, owner, 'viewer');
    const change =
      'mutation ($email: String!) { changeEmail(currentPassword: "correct horse battery", email: $email) { id } }';
    const codes = [];
    for (let time = 0; time < 6; time++) {
      const { json } = await visitor.ask(change, { variables: { email: owner.user.email } });
      codes.push(json.errors[0].extensions.code);
    }
    expect(codes.at(-1)).toBe('rate_limited');
    expect(
      (await owner.ask(change, { variables: { email: `new-${owner.user.email}` } })).json.errors,
    ).toBeUndefined();
  });
});
