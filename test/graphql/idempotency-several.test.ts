import { describe, expect, it } from 'vitest';
import { BAD, REPLAYED, send } from '../support/graphql/keyed.ts';
import { countOf } from '../support/database/tables.ts';
import { PRODUCT } from '../support/records/product-values.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const SEVERAL = `mutation($a: CreateProductInput!, $b: CreateProductInput!, $c: CreateProductInput!) {
  a: createProduct(input: $a) { sequentialId } ...Rest
}
fragment Rest on Mutation { b: createProduct(input: $b) { sequentialId } c: createProduct(input: $c) { sequentialId } }`;

describe('several mutations under one key', () => {
  it('are kept when one fails, and only the others were written', async () => {
    const account = await createAccount(service);
    const variables = { a: PRODUCT, b: BAD, c: PRODUCT };
    const first = await send(account, 'key', SEVERAL, variables);
    expect(first.json).toMatchObject({
      data: { a: { sequentialId: 'P-0001' }, b: null, c: { sequentialId: 'P-0002' } },
      errors: [{ path: ['b'], extensions: { code: 'validation_error', field: 'price' } }],
    });
    const again = await send(account, 'key', SEVERAL, variables);
    expect([again.text, again.headers.get(REPLAYED)]).toEqual([first.text, 'true']);
    expect(await countOf(account, 'products')).toBe(2);
  });

  it('leave the key free when all fail', async () => {
    const account = await createAccount(service);
    const first = await send(account, 'key', SEVERAL, { a: BAD, b: BAD, c: BAD });
    expect(first.json).toMatchObject({ data: { a: null, b: null, c: null } });
    expect(first.json.errors).toHaveLength(3);
    expect(await countOf(account, 'idempotency_keys')).toBe(0);
    const { json } = await send(account, 'key', SEVERAL, { a: PRODUCT, b: PRODUCT, c: PRODUCT });
    expect(json.errors).toBeUndefined();
  });

  it('undo one whose result cannot be read, so that null means that nothing was written', async () => {
    const account = await createAccount(service);
    const query = `mutation($a: CreateProductInput!, $b: CreateProductInput!, $first: Int!) {
      a: createProduct(input: $a) { sequentialId }
      b: createProduct(input: $b) { deliveries(first: $first) { totalCount } }
    }`;
    const { json } = await send(account, 'key', query, { a: PRODUCT, b: PRODUCT, first: -1 });
    expect(json.data).toEqual({ a: { sequentialId: 'P-0001' }, b: null });
    expect(await countOf(account, 'products')).toBe(1);
  });

  it('may be skipped', async () => {
    const account = await createAccount(service);
    const query = `mutation($input: CreateProductInput!, $is: Boolean!) { __typename
      ... @include(if: $is) { a: createProduct(input: $input) { id } }
      b: createProduct(input: $input) { sequentialId }
    }`;
    const { json } = await send(account, 'key', query, { input: PRODUCT, is: false });
    expect(json.data).toEqual({ __typename: 'Mutation', b: { sequentialId: 'P-0001' } });
  });
});
