import { buildSchema, type GraphQLObjectType, OperationTypeNode, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { costOf } from '../../src/graphql/cost.ts';

const schema = buildSchema(`
  interface Node { id: ID! }
  type Shop implements Node { id: ID! goods(first: Int, last: Int): GoodConnection! tags: [String!]! }
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
  }
  type Mutation { drop(id: ID!): Boolean! rename(id: ID!): Good! }
`);
(schema.getType('Query') as GraphQLObjectType).getFields()['figures']!.extensions = { cost: 50 };

it.each<[cost: number, query: string, variables?: Record<string, unknown>]>([
  [0, '{ __typename }'],
  [1, '{ shop { id tags } }'],
  [10, '{ __schema { types { name } } }'],
  // The page, twenty shops; their tags are text.
  [21, '{ shops { items { id tags } } }'],
  [6, '{ shops(perPage: 5) { items { id } } }'],
  [6, 'query($n: Int) { shops(perPage: $n) { items { id } } }', { n: 5 }],
  [6, 'query($n: Int = 5) { shops(perPage: $n) { items { id } } }'],
  [101, '{ shops(perPage: 5000) { items { id } } }'],
  [101, 'query($n: Int) { shops(perPage: $n) { items { id } } }', { n: '5' }],
  // The shop, its connection, five edges with a node each.
  [12, '{ shop { goods(first: 5) { total edges { node { id } } } } }'],
  [12, '{ shop { goods(last: 5) { edges { node { id } } } } }'],
  [202, '{ shop { goods { edges { node { id } } } } }'],
  [2, '{ shop { goods(first: 5) { total } } }'],
  [7, '{ newest(first: 7) { id } }'],
  [100, '{ everything { id } }'],
  // A good and its ten parts, of ten parts each.
  [7 * 111, '{ newest(first: 7) { parts { parts { id } } } }'],
  [51, '{ figures { value } }'],
  [2, '{ node { id ... on Good { shop { id } } } }'],
  [4, '{ shop { ...S } } fragment S on Shop { goods(first: 1) { edges { ... { node { id } } } } }'],
  [20, 'mutation { a: drop(id: 1) b: drop(id: 2) }'],
  [12, 'mutation { rename(id: 1) { shop { id } } }'],
])('is %i points for %s', (cost, query, variables = {}) => {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const operation = document.definitions.find((each) => each.kind === 'OperationDefinition')!;
  expect(Object.values(OperationTypeNode)).toContain(operation.operation);
  expect(costOf(schema, document, operation, variables)).toBe(cost);
});
