import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { parse } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { ResultTooLarge } from '../src/executor.ts';
import { COMPILED_EXECUTION } from '../src/pothos-plugin.ts';

interface Context {
  scopes: string[];
}

const scopesOf = ({ scopes }: Context) => ({ scope: (name: string) => scopes.includes(name), anyone: true });

const upperCase = vi.fn<(text: string) => string>((text) => text.toUpperCase());
const builder = new SchemaBuilder<{ Context: Context; AuthScopes: { scope: string; anyone: boolean } }>({
  plugins: [ScopeAuthPlugin, COMPILED_EXECUTION],
  scopeAuth: { authScopes: scopesOf },
  // The service in this checkout registers its Prisma types globally.
  prisma: undefined as never,
});
const Product = builder.objectRef<{ name: string; price: number }>('Product').implement({
  authScopes: { scope: 'products' },
  fields: (t) => ({
    name: t.exposeString('name'),
    price: t.exposeInt('price', { authScopes: { scope: 'prices' } }),
    upper: t.string({ resolve: ({ name }) => upperCase(name) }),
    secret: t.string({ authScopes: () => true, resolve: () => 'x' }),
  }),
});
const Range = builder.inputType('Range', {
  fields: (t) => ({ from: t.int(), cost: t.int({ authScopes: { scope: 'costs' } }) }),
});
const Filter = builder.inputType('Filter', {
  fields: (t) => ({
    name: t.string(),
    price: t.int({ authScopes: { scope: 'prices' } }),
    ranges: t.field({ type: [Range] }),
  }),
});
builder.queryType({
  fields: (t) => ({
    found: t.int({
      authScopes: { anyone: true },
      args: { filter: t.arg({ type: Filter }), secret: t.arg.int({ authScopes: { scope: 'secrets' } }) },
      resolve: () => 1,
    }),
    product: t.field({
      type: Product,
      authScopes: { anyone: true },
      resolve: () => ({ name: 'oat', price: 3 }),
    }),
  }),
});

const { execute, executeCompiled } = builder.toExecutor({
  schema: builder.toSchema(),
  unchecked: builder.toSchema({ disableScopeAuth: true }),
});

const operationOf = (fields: string, scopes: string[]) => ({
  document: parse(`{ product { ${fields} } }`),
  contextValue: { scopes },
});

it('runs a plan for callers with every scope of its types and fields', async () => {
  const result = await executeCompiled(operationOf('name upper price', ['products', 'prices']));
  expect(result).toEqual({ data: { product: { name: 'oat', upper: 'OAT', price: 3 } } });
});

it.each([
  ['of a type', 'name', ['prices']],
  ['of a field', 'price', ['products']],
])('leaves callers without a scope %s to graphql-js, which refuses', async (_of, fields, scopes) => {
  const operation = operationOf(fields, scopes);
  expect(executeCompiled(operation)).toBeUndefined();
  expect((await execute(operation)).errors).toHaveLength(1);
});

it('leaves scopes that are functions to graphql-js', async () => {
  const operation = operationOf('secret', ['products']);
  expect(executeCompiled(operation)).toBeUndefined();
  expect(await execute(operation)).toEqual({ data: { product: { secret: 'x' } } });
});

const run = (document: string, scopes: string[], variableValues: object = {}) =>
  executeCompiled({
    document: parse(document),
    contextValue: { scopes },
    variableValues: { ...variableValues },
  });

describe('an argument, or a field in one, that needs a scope', () => {
  it.each([
    ['an argument', '{ found(secret: 1) }', 'secrets', {}],
    ['an argument by a variable', 'query($a: Int) { found(secret: $a) }', 'secrets', { a: 1 }],
    ['a field', '{ found(filter: { price: 1 }) }', 'prices', {}],
    ['a field by a variable', 'query($a: Int) { found(filter: { price: $a }) }', 'prices', { a: 1 }],
    ['a field of a variable', 'query($a: Filter) { found(filter: $a) }', 'prices', { a: { price: 1 } }],
    ['a field in a list', '{ found(filter: { ranges: [{ from: 1 }, { cost: 1 }] }) }', 'costs', {}],
    ['a field of an item that stands for a list', '{ found(filter: { ranges: { cost: 1 } }) }', 'costs', {}],
    [
      'a field in a list of a variable',
      'query($a: Filter) { found(filter: $a) }',
      'costs',
      { a: { ranges: [{ cost: 1 }] } },
    ],
  ])('runs a plan that gives %s only with it', async (_what, document, scope, variables) => {
    expect(run(document, [], variables)).toBeUndefined();
    expect(await run(document, [scope], variables)).toEqual({ data: { found: 1 } });
  });

  it.each([
    ['{ found }', {}],
    ['{ found(secret: null, filter: null) }', {}],
    ['{ found(filter: { name: "oat", price: null, ranges: [{ from: 1 }] }) }', {}],
    ['query($a: Filter, $b: Int) { found(filter: $a, secret: $b) }', {}],
    ['query($a: Filter) { found(filter: $a) }', { a: { name: 'oat', price: null, ranges: [{ from: 1 }] } }],
  ])('needs nothing in %s', async (document, variables) => {
    expect(await run(document, [], variables)).toEqual({ data: { found: 1 } });
  });
});

it('stops graphql-js as soon as it has read too many values', async () => {
  upperCase.mockClear();
  const aliases = Array.from({ length: 50 }, (_, at) => `a${at}: upper`).join(' ');
  const operation = operationOf(`${aliases} secret`, ['products']);
  expect(executeCompiled(operation)).toBeUndefined();
  // The product, and 9 of its fields.
  await expect(execute({ ...operation, bounds: { values: 10 } })).rejects.toThrow(ResultTooLarge);
  expect(upperCase).toHaveBeenCalledTimes(9);
  expect(await execute({ ...operation, bounds: { values: 52 } })).not.toHaveProperty('errors');
});
