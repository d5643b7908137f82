import { buildSchema, parse } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { NotCompilable, plainAdapter } from '../src/adapter.ts';
import { type Bounds, createExecutor, ResultTooLarge } from '../src/executor.ts';

const schema = buildSchema(`
  directive @mark on FIELD | QUERY
  interface Named { name: String! }
  type Market implements Named { name: String!, markets: [Market!]! }
  type Query { market(id: ID!, tags: [Int!]): Market, named: Named, count: Int! }
  type Mutation { write(id: ID!): Int }
  type Subscription { ticks: Int }
`);

const market = { name: 'Central', markets: [{ name: 'Harbour', markets: [] }] };

/** Creates separate resolvers, so that tests do not share state. */
function executorOf(resolve: () => unknown = () => market) {
  schema.getQueryType()!.getFields().market!.resolve = resolve;
  return createExecutor({ schema });
}

describe('an operation', () => {
  const document = parse('query Q($id: ID!) { market(id: $id) { name markets { name } } }');
  const operation = { document, variableValues: { id: '1' }, contextValue: {} };

  it('is executed by its plan, each time anew', async () => {
    const resolve = vi.fn<() => object>(() => market);
    const { executeCompiled, executePlainly } = executorOf(resolve);
    const expected = await executePlainly(operation);
    expect(await executeCompiled(operation)).toEqual(expected);
    expect(await executeCompiled(operation)).toEqual(expected);
    expect(resolve).toHaveBeenCalledTimes(3);
    expect(expected).toEqual({ data: { market: { name: 'Central', markets: [{ name: 'Harbour' }] } } });
  });

  it('has a plan whatever directives stand at its top', async () => {
    const marked = { document: parse('query @mark { count }'), contextValue: {} };
    expect(executorOf().executeCompiled(marked)).toBeDefined();
  });

  it('ends with the reason of its signal', async () => {
    const stopping = new AbortController();
    const { execute } = executorOf(() => new Promise(() => {}));
    const result = execute({ ...operation, signal: stopping.signal });
    stopping.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
  });

  it('resolves nothing when its signal was aborted before', async () => {
    const resolve = vi.fn<() => unknown>();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(executorOf(resolve).executeCompiled({ ...operation, signal })).rejects.toThrow('enough');
    expect(resolve).not.toHaveBeenCalled();
  });

  it('has a plan for each of its selections by @skip and @include', async () => {
    const conditional =
      parse(`query ($named: Boolean!, $n5: Boolean!, $n6: Boolean!, $n7: Boolean!, $n8: Boolean!) {
      count @skip(if: $n5)
      market(id: "1") { ... on Named @include(if: $named) { name } markets @skip(if: $n6) { ...M @include(if: $n7) } }
    }
    fragment M on Market { name @include(if: true) markets @skip(if: $n8) { name } }`);
    const { executeCompiled, executePlainly } = executorOf();
    // All 32 combinations, which exceed the maximum number of cached plans.
    for (let bits = 0; bits < 32; bits++) {
      const names = ['named', 'n5', 'n6', 'n7', 'n8'];
      const variableValues = Object.fromEntries(names.map((name, at) => [name, ((bits >> at) & 1) === 1]));
      const conditionalOperation = { document: conditional, variableValues, contextValue: {} };
      const expected = await executePlainly(conditionalOperation);
      expect(await executeCompiled(conditionalOperation)).toEqual(expected);
      expect(await executeCompiled(conditionalOperation)).toEqual(expected);
    }
  });

  it('with wrong variables lists at most 20 errors', async () => {
    const wrong = parse('query ($tags: [Int!]) { market(id: "1", tags: $tags) { name } }');
    const variableValues = { tags: Array(1_000).fill('a') };
    const { errors } = await executorOf().execute({ ...operation, document: wrong, variableValues });
    expect(errors).toHaveLength(20);
  });
});

describe('the objects of a result', () => {
  // A market with markets, each with a market: 1 + 3 + 3 objects.
  const inner = { name: 'B', markets: [{ name: 'C', markets: [] }] };
  const nested = { name: 'A', markets: [inner, inner, inner] };
  const fields = 'name markets { name markets { name } }';
  const byPlan = `{ market(id: "1") { ${fields} } }`;
  const ways: [string, string][] = [
    ['by a plan', byPlan],
    ['by graphql-js', `{ market(id: "1") { ${fields} } __typename @mark }`],
    ['in two fields', '{ a: market(id: "1") { markets { name } } b: market(id: "2") { markets { name } } }'],
    [
      'beside the schema',
      `{ __type: market(id: "1") { ${fields} } s: __schema { types { fields { name } } } }`,
    ],
    [
      'in a fragment',
      `{ ...Of } fragment Of on Query { market(id: "1") { ${fields} } s: __schema { types { name } } }`,
    ],
  ];

  it.each(ways)('can be as many as are allowed, %s', async (_way, query) => {
    await expectBound(query, nested, { objects: query.includes('a:') ? 8 : 7 });
  });

  it('end an execution by its plan as soon as there are too many', async () => {
    const read = vi.fn<() => string>(() => 'D');
    const markets = Array.from({ length: 1_000 }, () => ({
      markets: [],
      get name() {
        return read();
      },
    }));
    const result = executorOf(() => Promise.resolve({ name: 'A', markets })).execute({
      document: parse(byPlan),
      contextValue: {},
      bounds: { objects: 10 },
    });
    await expect(result).rejects.toThrow(ResultTooLarge);
    expect(read).toHaveBeenCalledTimes(9);
  });
});

describe('the size of a result', () => {
  const found = { name: 'Centre', markets: [{ name: 'Docks', markets: [] }] };
  const later = {
    name: 'Centre',
    markets: {
      async *[Symbol.asyncIterator]() {
        for (const each of found.markets) yield await Promise.resolve(each);
      },
    },
  };
  const plain = '__typename @mark';

  // The fields `m`, 50 times `a`, `markets`, its item, and 50 times `a` in it.
  it.each([
    ['a list', found, '', 103],
    ['a list that arrives later', later, '', 103],
    ['a result of graphql-js', found, plain, 103],
  ])('is bounded by the values in it, also those of aliases: %s', async (_what, data, more, values) => {
    const names = Array.from({ length: 50 }, (_, at) => `a${at}: name`).join(' ');
    await expectBound(`{ m: market(id: "1") { ${names} markets { ${names} } } ${more} }`, data, { values });
  });

  it.each([
    ['by its plan', ''],
    ['by graphql-js', plain],
  ])('is bounded by the characters of its names and texts, %s', async (_way, more) => {
    const query = `{ m: market(id: "1") { long: name markets { name __typename } } ${more} }`;
    const names = ['m', 'long', 'markets', 'name', '__typename'];
    const characters = [...names, 'Centre', 'Docks', 'Market'].join('').length;
    await expectBound(query, found, { characters });
  });
});

/** Expects the same result by a plan and by graphql-js within `bounds`, and none within one less. */
async function expectBound(query: string, data: object, bounds: Bounds) {
  const operation = { document: parse(query), contextValue: {}, bounds };
  const { execute, executePlainly } = executorOf(() => data);
  const result = await executePlainly(operation);
  expect(result.errors).toBeUndefined();
  expect(await execute(operation)).toEqual(result);
  const less = Object.fromEntries(Object.entries(bounds).map(([bound, most]) => [bound, most - 1]));
  await expect(execute({ ...operation, bounds: less })).rejects.toThrow(ResultTooLarge);
  if (!query.includes('@mark')) return;
  await expect(executePlainly({ ...operation, bounds: less })).rejects.toThrow(ResultTooLarge);
}

describe('records that are loaded together', () => {
  const document = parse('{ market(id: "1") { markets { markets { name } } } }');
  /** Each of a hundred records loads a list of a thousand at the same moment. */
  const loaded = Promise.resolve(Array.from({ length: 1_000 }, () => market));
  const resolve = () => ({ markets: Array.from({ length: 100 }, () => ({ markets: loaded })) });

  it('are completed in several turns of the event loop', async () => {
    schema.getQueryType()!.getFields().market!.resolve = resolve;
    const takeTurn = vi.fn<() => Promise<void>>(() => new Promise<void>((goOn) => void setImmediate(goOn)));
    const { executeCompiled } = createExecutor({ schema, takeTurn });
    const result = await executeCompiled({ document, contextValue: {} });
    expect(result).toEqual({
      data: {
        market: {
          markets: Array.from({ length: 100 }, () => ({
            markets: Array.from({ length: 1_000 }, () => ({ name: 'Central' })),
          })),
        },
      },
    });
    // 200,000 values.
    expect(takeTurn.mock.calls.length).toBeGreaterThan(20);
    expect(takeTurn.mock.calls.length).toBeLessThan(60);
  });

  it('stop being completed when there are too many', async () => {
    schema.getQueryType()!.getFields().market!.resolve = resolve;
    const { executeCompiled } = createExecutor({ schema });
    const operation = { document, contextValue: {}, bounds: { objects: 10_000 } };
    await expect(executeCompiled(operation)).rejects.toThrow(ResultTooLarge);
  });
});

describe('is left to graphql-js', () => {
  it.each<[string, string, Record<string, unknown>?]>([
    ['has directives of its own', '{ count @mark }'],
    ['keeps its errors where they are', 'query @experimental_disableErrorPropagation { count }'],
    ['has a condition that is null', 'query ($so: Boolean = true) { count @include(if: $so) }', { so: null }],
    ['asks for the schema', '{ __schema { types { name } } }'],
    ['writes twice', 'mutation { a: write(id: "1") b: write(id: "2") }'],
    ['is a stream', 'subscription { ticks }'],
    ['has wrong variables', 'query ($id: ID!) { market(id: $id) { name } }'],
    ['asks for an interface', '{ named { name } }'],
    ['would change what objects inherit', '{ __proto__: count }'],
  ])('where it %s', (_what, query, variableValues = {}) => {
    const operation = { document: parse(query), variableValues, contextValue: {} };
    expect(executorOf().executeCompiled(operation)).toBeUndefined();
  });

  it.each([
    ['is not granted', { add() {}, missing: () => ['scope', 'any'] as const }],
    [
      'takes permissions that depend on records',
      {
        add() {
          throw new NotCompilable();
        },
        missing: () => undefined,
      },
    ],
  ])('where it %s', (_what, rules) => {
    const { executeCompiled } = createExecutor({
      schema,
      adapter: { ...plainAdapter, createRules: () => rules },
    });
    expect(executeCompiled({ document: parse('{ count }'), contextValue: {} })).toBeUndefined();
  });
});
