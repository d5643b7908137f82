import {
  buildSchema,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { expect, it } from 'vitest';
import { costOf } from '../../src/graphql/cost.ts';
import { PLAN_LIMITS } from '../../src/schema/core/caller/plans.ts';
import type { FieldCost, ListSize } from '../../src/schema/core/builder/costs.ts';
import { atMost, costing, embedded } from '../../src/schema/core/list/list-size.ts';

const schema = buildSchema(`
  interface Node { id: ID! }
  enum Measure { CHEAP DEAR }
  type Shop implements Node { id: ID! goods(first: Int, last: Int): GoodConnection! doors: [Door!]! tags: [String!]! }
  type Door { id: ID! shop: Shop! }
  type Good implements Node { id: ID! shop: Shop! parts: [Good!]! }
  type GoodConnection { edges: [GoodEdge!]! total: Int! }
  type GoodEdge { node: Good! }
  type ShopPage { items: [Shop!]! }
  type Figure { value: Int! }
  type Query {
    shop: Shop
    node: Node
    everything: [Shop!]!
    shops(perPage: Int = 20): ShopPage!
    newest(first: Int!): [Good!]!
    figures: Figure!
    measured(by: Measure = DEAR): Figure!
  }
  type Mutation { drop(id: ID!): Boolean! rename(id: ID!): Good! }
`);
declare('Query', 'figures', costing(50));
declare(
  'Query',
  'measured',
  costing(({ argument, selects }) => (argument('by') === 'CHEAP' ? 1 : 100) + (selects('value') ? 5 : 0)),
);
declare(
  'Query',
  'everything',
  atMost(({ supermarkets }) => supermarkets),
);
declare(
  'Shop',
  'doors',
  embedded(200, ({ branches }) => branches),
);
declare('Good', 'parts', embedded(500));

function declare(type: string, field: string, options: { cost?: FieldCost; listSize?: ListSize }): void {
  (schema.getType(type) as GraphQLObjectType).getFields()[field]!.extensions = options;
}

it.each<[cost: number, query: string, variables?: Record<string, unknown>]>([
  [0, '{ __typename }'],
  [1, '{ shop { id tags } }'],
  [10, '{ __schema { types { name } } }'],
  // The page and twenty shops; their tags are text.
  [21, '{ shops { items { id tags } } }'],
  [6, '{ shops(perPage: 5) { items { id } } }'],
  [6, 'query($n: Int) { shops(perPage: $n) { items { id } } }', { n: 5 }],
  [6, 'query($n: Int = 5) { shops(perPage: $n) { items { id } } }'],
  [101, '{ shops(perPage: 5000) { items { id } } }'],
  [101, 'query($n: Int) { shops(perPage: $n) { items { id } } }', { n: '5' }],
  // The shop, its connection, and five edges with a node each.
  [12, '{ shop { goods(first: 5) { total edges { node { id } } } } }'],
  [12, '{ shop { goods(last: 5) { edges { node { id } } } } }'],
  [202, '{ shop { goods { edges { node { id } } } } }'],
  [2, '{ shop { goods(first: 5) { total } } }'],
  [7, '{ newest(first: 7) { id } }'],
  // The quota of the Free plan.
  [100, '{ everything { id } }'],
  // Seven goods of 500 parts each, each of which has 500 parts.
  [7 + 7 * 500 * 0.04, '{ newest(first: 7) { parts { id } } }'],
  [7 + 7 * 500 * 0.04 + 7 * 500 * 500 * 0.04, '{ newest(first: 7) { parts { parts { id } } } }'],
  // Whatever belongs to an embedded record is embedded as well, unless it has its own page.
  [7 + 7 * 500 * (0.04 + 0.04), '{ newest(first: 7) { parts { shop { id } } } }'],
  [
    7 + 7 * 500 * (0.04 + 0.04 + 1 + 1),
    '{ newest(first: 7) { parts { shop { goods(first: 1) { edges { __typename } } } } } }',
  ],
  // Rounded up.
  [9, '{ shop { doors { id } } }'],
  [2, '{ shop { goods(first: 0) { total } } }'],
  // No more doors than the quota allows, if each shop is read once.
  [100 + 500 * 0.04, '{ everything { doors { id } } }'],
  [21 + 500 * 0.04, '{ shops { items { doors { id } } } }'],
  [10, '{ newest(first: 1) { shop { doors { id } } } }'],
  [51, '{ figures { value } }'],
  [106, '{ measured { value } }'],
  [101, '{ measured { __typename } }'],
  [2, '{ measured(by: CHEAP) { __typename } }'],
  [7, 'query($by: Measure) { measured(by: $by) { ...F } } fragment F on Figure { value }', { by: 'CHEAP' }],
  [7, 'query($by: Measure = CHEAP) { measured(by: $by) { value } }'],
  [2, '{ node { id ... on Good { shop { id } } } }'],
  [4, '{ shop { ...S } } fragment S on Shop { goods(first: 1) { edges { ... { node { id } } } } }'],
  [20, 'mutation { a: drop(id: 1) b: drop(id: 2) }'],
  [12, 'mutation { rename(id: 1) { shop { id } } }'],
])('is %i points for %s', (cost, query, variables = {}) => {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const operation = document.definitions.find((each) => each.kind === 'OperationDefinition')!;
  expect(Object.values(OperationTypeNode)).toContain(operation.operation);
  expect(costOf(schema, document, operation, variables, PLAN_LIMITS.free.quotas).points).toBe(cost);
});

it('depends on the variables and the plan each time a document is sent', () => {
  const sizes = 'query($n: Int) { shops(perPage: $n) { items { id } } }';
  expect(
    costs(sizes, [
      [{ n: 5 }, 'free'],
      [{ n: 9 }, 'free'],
    ]),
  ).toEqual([6, 10]);
  const [free, business, again] = costs('{ everything { id } }', [
    [{}, 'free'],
    [{}, 'business'],
    [{}, 'free'],
  ]);
  expect(business).toBeGreaterThan(free!);
  expect(again).toBe(free);
});

function costs(query: string, cases: [Record<string, unknown>, 'free' | 'business'][]): number[] {
  const document = parse(query);
  const [operation] = document.definitions as [OperationDefinitionNode];
  return cases.map(
    ([variables, plan]) => costOf(schema, document, operation, variables, PLAN_LIMITS[plan].quotas).points,
  );
}
