import { readFileSync, globSync } from 'node:fs';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { scopeOf } from '../../src/rest/route.ts';

/** The resource whose scopes decide, by the beginning of the path. */
const RESOURCES: Record<string, string> = {
  deliveries: 'deliveries',
  returns: 'returns',
  products: 'products',
  supermarkets: 'supermarkets',
  'standing-orders': 'deliveries',
  webhooks: 'webhooks',
};

/** Every key can rotate itself. */
const UNSCOPED = '/api-keys/self/rotate';

it.each(routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  '%s needs the scope of its resource, that for reading if it only reads',
  (_name, { method, path, scope }) => {
    const resource = RESOURCES[path.split('/')[1]!];
    const needed = `${resource}:${method === 'get' ? 'read' : 'write'}`;
    expect(scope).toBe(path === UNSCOPED ? null : needed);
  },
);

it.each(['{ product(id: 1) { id } deliveryPage { page } }', '{ account { name } }', 'mutation { signOut }'])(
  'an endpoint cannot execute %s, which needs no scope or several',
  (operation) => {
    expect(() => scopeOf(parse(operation))).toThrow('exactly one scope');
  },
);

it('has one operation for each endpoint', () => {
  const files = globSync('src/rest/*/operations.graphql').map((path) => readFileSync(path, 'utf8'));
  const operations = files.flatMap((text) => parse(text).definitions);
  expect(operations).toHaveLength(routes.length);
});
