import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/schema/caller/plans.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { openSession, PASSWORD } from '../support/service/open-session.ts';
import { createDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createVisitor } from '../support/service/visitor.ts';

const service = useService();

async function ask(account: TestAccount, query: string) {
  return (await account.call('POST', '//graphql', { body: { query } })).json;
}

describe('the cost', () => {
  it('is in each response, beside the remaining requests', async () => {
    const account = await createAccount(service);
    await createDelivery(account);
    const { json, headers } = await account.call('POST', '//graphql', {
      body: { query: '{ deliveryPage(perPage: 5) { items { id products { product { name } } } } }' },
    });
    expect(json.data.deliveryPage.items.length).toBe(1);
    // The page, and for each delivery on it: itself, and 500 lines with a product each, at 0.04 points.
    expect(json.extensions.cost).toEqual({ requested: 206, limit: 20_000, remaining: 19_794 });
    const { limit, remaining, resetAt } = json.extensions.rateLimit;
    expect(String(limit)).toBe(headers.get('X-RateLimit-Limit'));
    expect(String(remaining)).toBe(headers.get('X-RateLimit-Remaining'));
    const reset = Number(headers.get('X-RateLimit-Reset'));
    expect(Math.abs(Date.parse(resetAt) / 1_000 - reset)).toBeLessThanOrEqual(1);
  });

  it('can be higher on a larger plan', async () => {
    const query = '{ deliveryPage(perPage: 100) { items { products { product { id } } } } }';
    const answers = ['free', 'pro', 'business'].map(async (plan) =>
      ask(await createAccount(service, plan as Plan), query),
    );
    const [free, pro, business] = await Promise.all(answers);
    expect(free.errors[0].message).toBe(
      'query costs 4101 points, but your plan allows 1000: request smaller pages, or fewer nested records or fields',
    );
    expect(free.errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'query_too_expensive',
      values: { cost: 4_101, max: 1_000 },
    });
    expect(free.extensions.cost).toEqual({ requested: 4_101, limit: 1_000, remaining: 0 });
    for (const { data, errors } of [pro, business]) {
      expect(errors).toBeUndefined();
      expect(data.deliveryPage.items).toEqual([]);
    }
  });
});

describe('the size of a response', () => {
  it('is bounded on every plan, by what its lists can hold', async () => {
    const account = await createAccount(service);
    const page = 'deliveries(first: 100) { nodes { products { name } } }';
    const { data } = await ask(account, `{ a: ${page} b: ${page} }`);
    expect(data).toEqual({ a: { nodes: [] }, b: { nodes: [] } });
    const { errors, extensions } = await ask(account, `{ a: ${page} b: ${page} c: ${page} }`);
    expect(errors[0].message).toBe(
      'query can return 150303 objects, but the maximum is 125000: request smaller pages, or fewer nested records or fields',
    );
    expect(errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'too_many_objects',
      values: { max: 125_000 },
    });
    expect(extensions.cost.requested).toBeLessThan(extensions.cost.limit);
  });
});

describe('the number of values in a response', () => {
  it('is bounded on every plan, because aliases repeat them without points', async () => {
    const account = await createAccount(service);
    expect(await ask(account, namesOfLines(20))).not.toHaveProperty('errors');
    const { errors, extensions } = await ask(account, namesOfLines(21));
    expect(errors[0].message).toMatch(/^query can return 1050000 values, but the maximum is 1000000: /);
    expect(errors[0].extensions).toEqual({
      code: 'validation_error',
      field: 'query',
      problem: 'too_many_values',
      values: { max: 1_000_000 },
    });
    expect(extensions.cost.requested).toBeLessThan(extensions.cost.limit);
  });
});

/** Returns a query that reads the names of all lines several times. */
function namesOfLines(times: number): string {
  const names = Array.from({ length: times }, (_, at) => `a${at}: name`);
  return `{ deliveries(first: 100) { nodes { products { ${names.join(' ')} } } } }`;
}

describe('a session', () => {
  it('has the points of the Business plan on every plan', async () => {
    const account = await createAccount(service, 'free');
    await openSession(service, account);
    const visitor = createVisitor(service);
    await visitor.signIn(account.email, PASSWORD);
    const lines = 'deliveries(first: 100) { nodes { products { product { name } } } }';
    const { errors, extensions } = (await visitor.ask(`{ ${lines} }`)).json;
    expect([errors, extensions.cost.limit]).toEqual([undefined, 20_000]);
    const several = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: ${lines}`);
    const refused = (await visitor.ask(`{ ${several.join(' ')} }`)).json;
    expect(refused.errors[0].message).toMatch(/but your plan allows 20000/);
  });
});
