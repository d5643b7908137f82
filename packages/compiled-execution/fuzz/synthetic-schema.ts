import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  buildSchema,
  getNullableType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
  responsePathAsArray,
} from 'graphql';
import { createRandom, type Random, seedOf } from './random.ts';

const SDL = `
  enum Colour { RED GREEN }
  input Filter { first: Int = 2, colour: Colour, ids: [ID!], nested: Filter }
  type Leaf { text: String, needed: String!, number: Int!, colour: Colour, id: ID }
  type Node {
    text(of: Filter): String
    needed: String!
    number(plus: Int! = 1): Int
    colour: Colour!
    leaf: Leaf
    neededLeaf: Leaf!
    node(filter: Filter, id: ID): Node
    neededNode: Node!
    texts: [String]
    neededTexts: [String!]!
    numbers: [Int!]
    leaves: [Leaf]!
    neededLeaves: [Leaf!]!
    nodes(first: Int): [Node!]
    grid: [[Int]!]
    grids: [[Leaf!]!]!
  }
  type Query { node(id: ID): Node, neededNode: Node!, nodes(first: Int = 3): [Node], text: String!, leaf: Leaf }
  type Mutation { write(id: ID!): Node, writeNeeded: Node! }
`;

/** The context of resolvers, which makes the same fields fail in each execution. */
export interface Trial {
  seed: number;
  /** Called at each resolver's turn, in the order in which they run. */
  onResolve(): void;
}

/** Creates a schema whose fields fail in every possible way, depending on a seed and their path. */
export function createSyntheticSchema(): GraphQLSchema {
  const schema = buildSchema(SDL);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) field.resolve = resolverOf(field);
  }
  return schema;
}

function resolverOf({ type }: GraphQLField<unknown, Trial>): GraphQLFieldResolver<unknown, Trial> {
  return (_parent, _args, trial, { path }) => {
    trial.onResolve();
    const random = createRandom(seedOf(trial.seed, responsePathAsArray(path).join('.')));
    return arrive(random, (isLate) => valueOf(random, type, isLate), random.below(16));
  };
}

type Make = (isLate: boolean) => unknown;

/** Returns a value, or an error instead, synchronously, as a promise, or delayed. */
function arrive(random: Random, make: Make, way: number): unknown {
  if (way < 8) return make(false);
  if (way === 8) throw new Error('thrown');
  if (way === 9) return Promise.reject(new Error('rejected now'));
  if (way === 10) return rejectLater(random.below(4));
  if (way === 11) return new Error('returned');
  if (way === 12) return resolveLater(make, random.below(4));
  if (way === 13) return nextTurn().then(() => make(true));
  if (way === 14) return thenable(make);
  return Promise.resolve(make(true));
}

async function resolveLater(make: Make, turns: number): Promise<unknown> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  return make(true);
}

async function rejectLater(turns: number): Promise<never> {
  if (turns === 0) await nextTurn();
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  throw new Error('rejected later');
}

/** Returns a thenable that is not a promise. */
function thenable(make: Make): unknown {
  const then: Promise<unknown>['then'] = (...handlers) => resolveLater(make, 1).then(...handlers);
  // oxlint-disable-next-line unicorn/no-thenable -- the very thing
  return { then };
}

function valueOf(random: Random, declared: GraphQLOutputType, isLate: boolean): unknown {
  if (random.chance(0.06)) return null;
  const type = getNullableType(declared);
  if (random.chance(0.02)) return random.pick([undefined, 7, 'wrong', {}, { a: [1] }, Number.NaN]);
  if (isListType(type)) return listOf(random, type.ofType, isLate);
  if (isEnumType(type)) return random.chance(0.05) ? 'BLUE' : random.pick(['RED', 'GREEN']);
  if (!isLeafType(type)) return {};
  return type.name === 'Int' ? random.below(100) : `text ${random.below(100)}`;
}

function listOf(random: Random, type: GraphQLOutputType, isLate: boolean): unknown {
  const kind = random.below(10);
  const item = () => {
    // A separate generator, so that items do not depend on when others arrive.
    const own = createRandom(random.below(1_000_000));
    const make: Make = (isItemLate) => valueOf(own, type, isLate || isItemLate);
    const value = arrive(own, make, own.chance(0.7) ? 0 : 8 + own.below(8));
    // A promise in a list that is never iterated is left to its resolver, also by graphql-js.
    if ((isLate || kind === 2) && value instanceof Promise) value.catch(() => {});
    return value;
  };
  const count = random.below(4);
  if (kind === 0) return generated(count, item, random.chance(0.3));
  if (kind === 1) return generatedLater(count, item, random.chance(0.3));
  if (kind === 2) return new Set(itemsOf(count, item));
  if (kind === 3 && random.chance(0.3)) return 'not a list';
  return itemsOf(count, item);
}

/** Returns the items; an item that cannot be created becomes an error. */
function itemsOf(count: number, item: () => unknown): unknown[] {
  return Array.from({ length: count }, () => {
    try {
      return item();
    } catch (error) {
      return error;
    }
  });
}

function* generated(count: number, item: () => unknown, fails: boolean): Generator {
  for (let made = 0; made < count; made++) yield item();
  if (fails) throw new Error('the list broke off');
}

async function* generatedLater(count: number, item: () => unknown, fails: boolean): AsyncGenerator {
  for (let made = 0; made < count; made++) {
    await Promise.resolve();
    yield item();
  }
  if (fails) throw new Error('the list broke off later');
}
