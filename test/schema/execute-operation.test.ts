import { execute, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../src/schema/core/caller/scopes.ts';
import { scopesOfRole } from '../../src/schema/core/caller/roles.ts';
import type { Caller, Context } from '../../src/schema/core/context.ts';
import { executeCompiled } from '../../src/schema/execute-operation.ts';
import { schema } from '../../src/schema/index.ts';
import type { TestAccount } from '../support/service/account.ts';
import { operationsOf } from '../support/graphql/from-graphql.ts';
import { setStage } from '../support/hostile/attack.ts';
import { contextFor } from '../support/service/context.ts';
import { useService } from '../support/service/service.ts';
import { statementsOf } from '../support/database/statements.ts';

const OWNERS = [...scopesOfRole('owner')];
const service = useService({ own: 'counts statements' });
let account: TestAccount;
/** Ids of the account's records, by the names that stand for them. */
let own: Record<string, string>;

beforeAll(async () => {
  const { ids, ...stage } = await setStage(service, 'key');
  account = stage.account;
  own = Object.fromEntries(Object.entries(ids).map(([name, id]) => [`:${name}`, String(id)]));
});

function contextOf(scopes: readonly Permission[] = OWNERS): Context {
  const window = { limit: 1, remaining: 1, resetAt: Date.UTC(2026, 0, 1) };
  const session = { sessionId: 1n, personId: 1n, role: 'owner' as const };
  const caller: Caller = { accountId: account.id, plan: 'business', ...session, scopes: new Set(scopes) };
  const usage = { hour: window, minute: window };
  return { ...contextFor(caller, service.database.prisma), http: { usage } };
}

/** Returns the result of the plan, which is the same when executed again, and that of graphql-js. */
async function bothOf(query: string, variableValues: Record<string, unknown> = {}) {
  const document = parse(query);
  const execution = () => executeCompiled({ document, variableValues, contextValue: contextOf() });
  const first = await execution();
  const compiled = await execution();
  expect(compiled).toEqual(first);
  const usual = await execute({ schema, document, variableValues, contextValue: contextOf() });
  return [compiled, usual].map((answer) => answer && JSON.parse(JSON.stringify(answer)));
}

const queries = operationsOf(schema).filter(({ query }) => query.startsWith('query'));

it.each(queries)('responds to $name as graphql-js does', async ({ query, variables }) => {
  const [compiled, usual] = await bothOf(query, filled(variables));
  expect(usual.data).not.toBeNull();
  expect(compiled).toEqual(usual);
});

it.each(queries)('reads as much for $name once its selection is known', async ({ query, variables }) => {
  const variableValues = filled(variables);
  const document = parse(query);
  const execution = () =>
    statementsOf(
      service.testDatabase.name,
      async () => await executeCompiled({ document, variableValues, contextValue: contextOf() }),
    );
  const { length } = await execution();
  expect(await execution()).toHaveLength(length);
});

it('computes the selection of a document once', async () => {
  const selections: unknown[] = [];
  const { prisma } = service.database;
  const findUnique = (args: { select: unknown }) => {
    selections.push(args.select);
    return prisma.delivery.findUnique(args as never);
  };
  const db = new Proxy(prisma, {
    get: (target, name) => (name === 'delivery' ? { findUnique } : Reflect.get(target, name)),
  });
  const operation = {
    document: parse('query ($id: ID!) { delivery(id: $id) { id supermarket { name } } }'),
    variableValues: { id: own[':delivery_id'] },
  };
  for (const _ of [1, 2]) {
    await executeCompiled({ ...operation, contextValue: { ...contextOf(), db } });
  }
  expect(selections[0]).toMatchObject({ supermarket: { select: { name: true } } });
  expect(selections[1]).toBe(selections[0]);
});

function filled(variables: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(variables), (_key, value) => own[value] ?? value);
}

describe('a selection', () => {
  it.each([
    ['aliases', '{ a: deliveries(first: 1) { nodes { x: id y: id z: supermarketName } } }'],
    [
      'names of types',
      '{ __typename deliveries { __typename nodes { __typename products { __typename } } } }',
    ],
    ['no record', '{ delivery(id: "999999999") { id products { name } } }'],
    [
      'fields in several places',
      `{ deliveries { ...A nodes { products { quantity } } } }
       fragment A on DeliveryConnection { nodes { id products { name } ... on Delivery { status } ... { notes } } }`,
    ],
    [
      'relations under several names',
      '{ deliveries { nodes { a: supermarket { id } b: supermarket { name } supermarketName branch { name } } } }',
    ],
    [
      'lists within lists',
      '{ supermarkets { nodes { deliveries { totalCount nodes { supermarket { deliveries(first: 1) { nodes { id } } } } } } } }',
    ],
  ])('may have %s', async (_what, query) => {
    const [compiled, usual] = await bothOf(query);
    expect(usual.errors).toBeUndefined();
    expect(compiled).toEqual(usual);
  });
});

describe('an error', () => {
  it.each([
    [
      'leaves null what may be null',
      '{ supermarket(id: ":supermarket_id") { deliveries(first: 0) { totalCount } } }',
    ],
    [
      'leaves the rest alone',
      '{ delivery(id: ":delivery_id") { id } webhook(id: "1") { messages(last: 0) { totalCount } } }',
    ],
    [
      'takes with it what may not be null',
      '{ supermarkets { nodes { id deliveries(first: 0) { totalCount } } } }',
    ],
    ['of a root field is located', '{ deliveryPage(page: 0) { total } }'],
    [
      'leaves no promise of an earlier field behind',
      '{ webhookPage(page: 0) { hasMore } webhooks(first: 0) { totalCount } }',
    ],
  ])('%s', async (_what, query) => {
    const [compiled, usual] = await bothOf(query.replaceAll(/:\w+_id/g, (name) => String(own[name])));
    expect(usual.errors.length).toBeGreaterThan(0);
    expect(compiled).toEqual(usual);
  });
});

describe('is left to graphql-js', () => {
  const document = parse('{ deliveries { nodes { supermarket { name } } } }');

  it('where the caller lacks a scope', () => {
    const contextValue = contextOf(OWNERS.filter((scope) => scope !== 'supermarkets:read'));
    expect(executeCompiled({ document, contextValue })).toBeUndefined();
    const stranger = { ...contextOf(), caller: null };
    expect(executeCompiled({ document, contextValue: stranger })).toBeUndefined();
  });

  it('and is not where the caller has them all', async () => {
    const contextValue = contextOf(['deliveries:read', 'supermarkets:read']);
    expect(await executeCompiled({ document, contextValue })).not.toHaveProperty('errors');
  });
});
