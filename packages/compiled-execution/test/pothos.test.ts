import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createExecutor } from '../src/executor.ts';
import { createPothosAdapter } from '../src/pothos.ts';
import { COMPILED_EXECUTION } from '../src/pothos-plugin.ts';

interface Context {
  scopes: string[];
}

const scopesOf = ({ scopes }: Context) => ({ scope: (name: string) => scopes.includes(name), anyone: true });

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
    upper: t.string({ resolve: ({ name }) => name.toUpperCase() }),
    secret: t.string({ authScopes: () => true, resolve: () => 'x' }),
  }),
});
builder.queryType({
  fields: (t) => ({
    product: t.field({
      type: Product,
      authScopes: { anyone: true },
      resolve: () => ({ name: 'oat', price: 3 }),
    }),
  }),
});

const { execute, executeCompiled } = createExecutor<Context>({
  schema: builder.toSchema(),
  unchecked: builder.toSchema({ disableScopeAuth: true }),
  adapter: createPothosAdapter(scopesOf),
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
