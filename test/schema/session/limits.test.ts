import { describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/schema/api-key/issue-key.ts';
import { request } from '../../support/http/http.ts';
import { useService } from '../../support/service/service.ts';
import { createSignedIn, createUser, createVisitor, type PageAnswer } from '../../support/service/visitor.ts';

const service = useService();

const CREATE =
  'mutation { createProduct(input: {name: "Bread", weight: 1, price: 1, category: "bakery"}) { id } }';
const limitOf = ({ headers }: PageAnswer) => [
  headers.get('X-RateLimit-Limit'),
  headers.get('X-RateLimit-Remaining'),
];
const count = async (sql: string, id: bigint) =>
  Number((await service.database.pool.query<{ count: string }>(sql, [id])).rows[0]!.count);

describe('reads of a session', () => {
  it.each(['free', 'business'] as const)('count in separate windows, on %s', async (plan) => {
    const visitor = await createSignedIn(service, plan);
    const answer = await visitor.ask('{ products { totalCount } }');
    expect(limitOf(answer)).toEqual(['3000', '2999']);
    expect(answer.headers.get('RateLimit-Policy')).toBe('"hour";q=3000;w=3600, "burst";q=120;w=60');
    expect(limitOf(await visitor.ask('{ products { totalCount } }'))).toEqual(['3000', '2998']);
  });
});

describe('changes by a session', () => {
  it('count together with requests of the account’s keys', async () => {
    const visitor = await createSignedIn(service);
    const { key } = await issueKey(service.database.prisma, visitor.user.id, {
      name: 'key',
      scopes: ['products:read'],
    });
    const changed = await visitor.ask(CREATE);
    expect(changed.json.errors).toBeUndefined();
    expect(limitOf(changed)).toEqual(['60', '59']);
    expect(changed.json.extensions.rateLimit).toMatchObject({ limit: 60, remaining: 59 });
    const { headers } = await request(service.url, 'GET', '/products', { key });
    expect(headers.get('X-RateLimit-Remaining')).toBe('58');
    // It did not count as a read.
    expect(limitOf(await visitor.ask('{ products { totalCount } }'))).toEqual(['3000', '2999']);
  });

  it('are limited by the burst of the plan, together with the keys, and reads continue', async () => {
    const visitor = await createSignedIn(service);
    const { key } = await issueKey(service.database.prisma, visitor.user.id, {
      name: 'key',
      scopes: ['products:read'],
    });
    const answers = await Promise.all(Array.from({ length: 15 }, () => visitor.ask(CREATE)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    for (const { json, headers } of refused) {
      expect(json.errors[0].extensions).toEqual({ code: 'rate_limited', field: null });
      expect(json.data ?? null).toBeNull();
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect((await request(service.url, 'GET', '/products', { key })).status).toBe(429);
    expect(await visitor.data('{ products { totalCount } }')).toEqual({ products: { totalCount: 10 } });
  });

  it('are recognised in fragments and persisted operations', async () => {
    const visitor = await createSignedIn(service);
    const hidden = `mutation M { ...F } fragment F on Mutation { ... on Mutation { ${CREATE.slice(11, -1)} } } query Q { __typename }`;
    const answer = await visitor.ask(hidden, {
      body: JSON.stringify({ query: hidden, operationName: 'M' }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.json.errors).toBeUndefined();
    expect(limitOf(answer)[0]).toBe('60');
  });

  it('do not include signing in and out', async () => {
    const visitor = await createSignedIn(service);
    const answers = [];
    for (let time = 0; time < 12; time++) answers.push(await visitor.ask(CREATE));
    expect(answers.at(-1)!.status).toBe(429);
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
