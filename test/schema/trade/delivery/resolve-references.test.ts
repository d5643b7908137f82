import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../../src/schema/core/errors.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { expectData } from '../../../support/http/expect-answer.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

async function createShop() {
  const account = await createAccount(service);
  const market = await createSupermarket(account, {
    reference: 'S-1',
    branches: [{ name: 'West', address: 'Main St 1', reference: 'B-1' }],
  });
  const products = [
    await createProduct(account, { reference: 'P-1' }),
    await createProduct(account, { reference: 'P-2' }),
  ];
  return { account, market, products };
}

const ROW = {
  supermarket_reference: 'S-1',
  subchain_reference: 'B-1',
  products: [
    { product_reference: 'P-1', quantity: 5 },
    { product_reference: 'P-2', quantity: 7 },
  ],
  delivery_date: inDays(3),
};

interface RowFault {
  field: string | null;
  problem: string;
}

interface RowResult {
  outcome: string;
  id: number;
  error: RowFault & { details: RowFault[] };
}

async function send(account: TestAccount, ...deliveries: object[]): Promise<RowResult[]> {
  return expectData(await account.call('POST', '/deliveries/batch', { body: { deliveries } })) as never;
}

describe('a batch that names records by their references', () => {
  it('creates the same deliveries as by ids, which it can repeat', async () => {
    const { account, market, products } = await createShop();
    const byIds = {
      reference: 'D-1',
      supermarket_id: market.id,
      subchain_id: market.branches[0].id,
      products: products.map(({ id }, index) => ({ product_id: id, quantity: [5, 7][index] })),
      delivery_date: ROW.delivery_date,
    };
    const [created, again] = await send(account, { ...ROW, reference: 'D-1' }, byIds);
    expect([created!.outcome, again!.outcome]).toEqual(['created', 'unchanged']);
    const { json } = await account.call('GET', `/deliveries/${created!.id}?view=full`);
    expect(json.data).toMatchObject({ supermarket_id: market.id, subchain_id: market.branches[0].id });
    const moved = { ...ROW, reference: 'D-1', delivery_date: inDays(4) };
    const revised = await account.call('POST', '/deliveries/batch', {
      body: { deliveries: [moved], on_difference: 'revise' },
    });
    expect(revised.json.data).toMatchObject([{ outcome: 'revised', error: null }]);
  });

  it('names every reference that is wrong, beside what else is', async () => {
    const { account, market } = await createShop();
    const other = await createShop();
    await createProduct(other.account, { reference: 'P-9' });
    const [both, unknown, neither, twice, elsewhere] = await send(
      account,
      { ...ROW, supermarket_id: market.id },
      {
        ...ROW,
        subchain_reference: 'B-9',
        products: [{ product_reference: 'P-9', quantity: 0 }],
        notes: 'x'.repeat(2001),
      },
      { delivery_date: ROW.delivery_date, products: [{ quantity: 1 }] },
      { ...ROW, products: [ROW.products[0], ROW.products[0]] },
      { ...ROW, products: [{ product_reference: 'P-9', quantity: 1 }], reference: 'D-2' },
    );
    expect(both!.error).toMatchObject({
      code: 'validation_error',
      field: 'supermarket_reference',
      problem: 'named_twice',
      values: { other: 'supermarket_id' },
      message: 'supermarket_reference must be left out beside the id',
    });
    // The form is checked first, then what the references name.
    expect(unknown!.error.details.map(({ field }) => field)).toEqual(['products[0].quantity', 'notes']);
    expect(neither!.error.details.map(({ field, problem }) => [field, problem])).toEqual([
      ['products[0].product_id', 'required'],
      ['supermarket_id', 'required'],
      ['subchain_id', 'required'],
    ]);
    expect(twice!.error).toMatchObject({ field: 'products[1].product_reference', problem: 'repeated' });
    expect(elsewhere!.error).toMatchObject({
      code: 'not_found',
      field: 'products[0].product_reference',
      message: 'No product with this reference in this account',
    });
  });

  it('names the reference of what is archived, or of a branch of another supermarket', async () => {
    const { account, products } = await createShop();
    await createSupermarket(account, { reference: 'S-2' });
    await ask(account, 'mutation ($id: ID!) { archiveProduct(id: $id) { id } }', { id: products[1]!.id });
    const [archived, strange] = await send(account, ROW, { ...ROW, supermarket_reference: 'S-2' });
    expect(archived!.error).toMatchObject({ field: 'products[1].product_reference' });
    expect(strange!.error.field).toBe('subchain_reference');
  });
});

it('GraphQL takes references in each input of a delivery, POST /deliveries only ids', async () => {
  const { account } = await createShop();
  const input = {
    supermarketReference: 'S-1',
    branchReference: 'B-1',
    products: [{ productReference: 'P-1', quantity: 1 }],
    deliveryDate: inDays(3),
  };
  const { createDelivery } = await ask(
    account,
    'mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { id } }',
    { input },
  );
  const { reviseDelivery } = await ask(
    account,
    'mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { products { quantity } } }',
    { id: createDelivery.id, input: { products: [{ productReference: 'P-2', quantity: 3 }] } },
  );
  expect(reviseDelivery.products).toEqual([{ quantity: 3 }]);
  const { createDeliveries } = await ask(
    account,
    'mutation ($input: [CreateDeliveryInput!]!) { createDeliveries(input: $input) { outcome error { field code problem details } } }',
    {
      input: [
        input,
        { ...input, branchReference: 'B-9', products: [{ productReference: 'a\u0000', quantity: 0 }] },
      ],
    },
  );
  expect(createDeliveries[0]).toEqual({ outcome: 'CREATED', error: null });
  expect(createDeliveries[1].error.details.map(({ field }: RowFault) => field)).toEqual([
    'branchReference',
    'products[0].productReference',
    'products[0].quantity',
  ]);
  const wrong = {
    ...input,
    branchReference: 'B-9',
    notes: 'x'.repeat(2001),
    products: [{ productReference: 'P-1', quantity: 0 }],
  };
  const error = await ask(
    account,
    'mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { id } }',
    { input: wrong },
  ).catch((thrown: AppError) => thrown);
  expect(error.faults.map(({ field }: RowFault) => field)).toEqual([
    'branchReference',
    'products[0].quantity',
    'notes',
  ]);
  const refused = await account.call('POST', '/deliveries', { body: ROW });
  expect(refused.json.error.details).toContainEqual(
    expect.objectContaining({ field: 'supermarket_reference', problem: 'unknown_field' }),
  );
});

// The file fails if a turn of the event loop takes too long.
it('resolves 4,000 references of a batch in turns that others can wait for', async () => {
  const { account } = await createShop();
  const rows = Array.from({ length: 40 }, (_, at) => ({
    reference: `M-${at}`,
    name: 'Loaf',
    price: 1,
    category: 'bread',
    weight: 1,
  }));
  expectData(await account.call('POST', '/products/upsert', { body: { products: rows } }));
  const products = rows.map(({ reference }) => ({ product_reference: reference, quantity: 1 }));
  const results = await send(account, ...Array.from({ length: 100 }, () => ({ ...ROW, products })));
  expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(100);
});
