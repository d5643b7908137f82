import { expect, it } from 'vitest';
import { isOnlyQueries } from '../../src/graphql/only-queries.ts';

const bodyOf = (query: unknown) => JSON.stringify({ query });

it.each([
  '{ account { name } }',
  'query A { account { ...B } } fragment B on Account { name }',
  '# mutation\n{ product(id: "mutation {") { mutation: id } }',
])('takes %j as queries only', (query) => {
  expect(isOnlyQueries(bodyOf(query))).toBe(true);
});

it.each([
  'mutation { signOut }',
  '{ account { name } } mutation M { signOut }',
  'fragment A on Account { name }mutation{updateAccount(input: {}) {...A}}',
  '"""A description"""mutation { signOut }',
  'subscription { events { id } }',
  'type A { b: Int }',
  '{ account {',
  undefined,
])('does not take %j as queries only', (query) => {
  expect(isOnlyQueries(bodyOf(query))).toBe(false);
});

it('takes a request without a body as a query, and any other body as more', () => {
  expect([undefined, null].map(isOnlyQueries)).toEqual([true, true]);
  expect(['', 'null', '[]', new Blob([])].map(isOnlyQueries)).toEqual([false, false, false, false]);
});
