import { describe, expect, it } from 'vitest';
import { createSignedIn, createUser, createVisitor } from '../support/service/visitor.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** Operations from which someone without a key could learn what the schema contains. */
const PROBES: [name: string, query: string, variables?: Record<string, unknown>][] = [
  ['a syntax error', '{ product('],
  ['an unknown field', '{ produkt { id } }'],
  ['an unknown field of a public type', '{ session { idd } }'],
  ['an unknown argument', 'mutation { signIn(mail: "a") { id } }'],
  ['a known field', '{ product(id: 1) { id } }'],
  ['a known mutation', 'mutation { revokeApiKey(id: 1) }'],
  [
    'an unknown input field',
    'mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { nam: 'a' } },
  ],
  ['a costly query', '{ deliveries(first: 100) { nodes { returns(first: 100) { totalCount } } } }'],
  [
    'a known mutation beside a public one',
    'mutation { signIn(email: "a", password: "b") { id } revokeApiKey(id: 1) }',
  ],
  ['a subscription', 'subscription { events { id } }'],
  ['introspection', '{ __type(name: "Product") { name } }'],
];

describe('someone without a key, with the origin of the page', () => {
  it.each(PROBES)(
    'gets the same response to %s as to everything else',
    async (_name, query, variables = {}) => {
      const { status, json } = await createVisitor(service).ask(query, { variables });
      expect(status).toBe(200);
      expect(json).toEqual({
        errors: [
          {
            message: 'Sign in, or send an API key',
            extensions: { code: 'unauthorized', field: null, problem: 'no_credentials', values: null },
          },
        ],
      });
    },
  );

  it('can sign in and read public fields', async () => {
    const { email } = await createUser(service);
    const visitor = createVisitor(service);
    expect(await visitor.data('{ session { id } signUpAllowed }')).toEqual({
      session: null,
      signUpAllowed: false,
    });
    expect((await visitor.signIn(email)).json.data.signIn.isCurrent).toBe(true);
  });
});

it('shows the errors of a document to someone who is signed in', async () => {
  const visitor = await createSignedIn(service);
  expect((await visitor.refusal('{ produkt(id: 1) { id } }')).message).toContain('Did you mean "product"');
});
