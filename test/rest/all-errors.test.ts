import { describe, expect, it } from 'vitest';
import {
  createProduct,
  createStandingOrder,
  createSupermarket,
  createWebhook,
  inDays,
} from '../support/records/records.ts';
import { sendRows } from '../support/records/send-rows.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const BRANCH = { name: 'West', address: 'Mill Lane 1' };

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

interface RowError {
  field: string;
  problem: string;
  details?: RowError[];
}

const placeOf = ({ field, problem }: RowError) => ({ field, problem });

/** Posts a body and returns the fields that `details` lists, the first of which is that of the error. */
async function fieldsAtFault(account: TestAccount, path: string, body: object): Promise<string[]> {
  const { json } = await account.call('POST', path, { body });
  const { details, ...error } = json.error;
  expect(details[0]).toEqual(error);
  return details.map(({ field }: { field: string }) => field);
}

const delivery = (products: object[]) => ({
  supermarket_id: 1,
  subchain_id: 1,
  delivery_date: inDays(2),
  products,
});

describe('details lists every error', () => {
  it('of the longest delivery', async () => {
    const body = delivery(numbers(500).map(() => ({ product_id: 0, quantity: 0 })));
    expect(await fieldsAtFault(await createAccount(service), '/deliveries', body)).toEqual(
      numbers(500).flatMap((index) => [`products[${index}].product_id`, `products[${index}].quantity`]),
    );
  });

  it('of the longest supermarket', async () => {
    const branches = numbers(200).map(() => ({ name: ' ', delivery_window: '8-10' }));
    const body = { name: 'Market', contact_email: 'nobody', branches };
    expect(await fieldsAtFault(await createAccount(service), '/supermarkets', body)).toEqual([
      'contact_email',
      ...numbers(200).flatMap((index) =>
        ['name', 'address', 'delivery_window'].map((field) => `branches[${index}].${field}`),
      ),
    ]);
  });

  it('of products that do not exist', async () => {
    const account = await createAccount(service);
    const { id, branches } = await createSupermarket(account);
    const products = numbers(500).map((index) => ({ product_id: index + 1_000_000, quantity: 1 }));
    const body = { ...delivery(products), supermarket_id: id, subchain_id: branches[0].id };
    expect(await fieldsAtFault(account, '/deliveries', body)).toEqual(
      numbers(500).map((index) => `products[${index}].product_id`),
    );
  });

  it.each([
    [
      '/products',
      '/products/upsert',
      'products',
      { reference: 'A', colour: 'red', price: 'free', weight: 0 },
    ],
    [
      '/supermarkets',
      '/supermarkets/upsert',
      'supermarkets',
      {
        reference: 'A',
        name: 'Market',
        contact_email: 'nobody',
        branches: [{ reference: 'B', name: '', address: 'Mill Lane 1', telephone: '1' }],
      },
    ],
    [
      '/supermarkets',
      '/supermarkets/upsert',
      'supermarkets',
      { reference: 'A', mail: 'nobody', branches: [{ reference: 'B', adress: 'Mill Lane 1' }] },
    ],
    [
      '/supermarkets',
      '/supermarkets/upsert',
      'supermarkets',
      { reference: 'A', name: 'Market', branches: [{ reference: 'B', name: 'West' }] },
    ],
    ['/deliveries', '/deliveries/batch', 'deliveries', { ...delivery([{ product_id: 0, qty: 1 }]), date: 1 }],
    [
      '/deliveries',
      '/deliveries/batch',
      'deliveries',
      delivery([1, 2].map((at) => ({ product_id: at + 1_000_000, quantity: 1 }))),
    ],
  ])('of a row, as those of POST %s', async (path, batch, list, body) => {
    const account = await createAccount(service);
    const alone = (await account.call('POST', path, { body })).json.error;
    const [row] = await sendRows(account, list, [body], batch);
    const { details, ...first } = row!.error as unknown as Required<RowError>;
    expect(details[0]).toEqual(first);
    expect(details.map(placeOf)).toEqual(alone.details.map(placeOf));
  });

  it('of a row, without what its record or branch already has', async () => {
    const account = await createAccount(service);
    await createProduct(account, { reference: 'A' });
    const [product] = await sendRows(account, 'products', [{ reference: ' A ', colour: 'red' }]);
    expect(product!.error).toMatchObject({ field: 'colour' });
    expect(product!.error).not.toHaveProperty('details');
    await createSupermarket(account, { reference: 'A', branches: [{ ...BRANCH, reference: 'B' }] });
    const branches = [
      { reference: 'B', adress: 'x' },
      { reference: 'C', adress: 'x' },
    ];
    const [market] = await sendRows(account, 'supermarkets', [{ reference: 'A', branches }]);
    expect((market!.error!.details as RowError[]).map(({ field }) => field)).toEqual([
      'branches[0].adress',
      'branches[1].adress',
      'branches[1].name',
      'branches[1].address',
    ]);
  });

  it('of all rows up to 1,000, and of each row its first', async () => {
    const deliveries = numbers(4).map(() => delivery(numbers(200).map(() => ({}))));
    const rows = [...deliveries, { date: 1 }];
    const shown = await sendRows(await createAccount(service), 'deliveries', rows, '/deliveries/batch');
    const errors = shown.map(({ error }) => error as RowError);
    expect(errors.map(({ details }) => details?.length)).toEqual([400, 400, 200, undefined, undefined]);
    expect(errors[4]).toMatchObject({ field: 'date', problem: 'unknown_field' });
  });

  it('in GraphQL for the rows of a mutation', async () => {
    const query =
      'mutation { upsertProducts(input: [{ reference: "A", price: -1, weight: 0 }, { reference: "B", name: "B", weight: 1, category: "c", price: -1 }]) { error { field details } } }';
    const { json } = await (await createAccount(service)).call('POST', '//graphql', { body: { query } });
    expect(json.data.upsertProducts).toMatchObject([
      {
        error: {
          field: 'name',
          details: [
            { field: 'name' },
            { field: 'weight' },
            { field: 'price', problem: 'too_small' },
            { field: 'category' },
          ],
        },
      },
      { error: { field: 'price', details: null } },
    ]);
  });

  it('unknown fields first, also those of items', async () => {
    const body = { name: '', contact: 1, branches: [{ name: 'West', adress: 'Mill Lane 1' }] };
    expect(await fieldsAtFault(await createAccount(service), '/supermarkets', body)).toEqual([
      'branches[0].adress',
      'contact',
      'name',
      'contact_email',
      'branches[0].address',
    ]);
  });

  it('up to 1,000', async () => {
    const unknown = Object.fromEntries(numbers(1_100).map((index) => [`field${index}`, 1]));
    expect(await fieldsAtFault(await createAccount(service), '/webhooks', unknown)).toHaveLength(1_000);
  });
});

describe('null', () => {
  it.each([
    ['/products/ID', ['name', 'weight', 'price', 'category'], 'brand'],
    ['/supermarkets/ID', ['name', 'contact_email'], 'reference'],
    ['/supermarkets/ID/branches/ID', ['name', 'address'], 'delivery_window'],
    ['/standing-orders/ID', ['lines', 'weekdays', 'starts_on'], 'every_weeks'],
    ['/webhooks/ID', ['url', 'events'], 'description'],
  ])('is refused by PATCH %s for %j, and clears %s', async (template, names, clearable) => {
    const account = await createAccount(service);
    const path = await pathOf(account, template);
    const { json } = await account.call('PATCH', path, { body: nullsOf(names) });
    expect(json.error.details).toMatchObject(missing(names));
    expect((await account.call('PATCH', path, { body: { [clearable]: null } })).status).toBe(200);
  });

  it.each([
    ['products', '', ['reference', 'name', 'weight', 'price', 'category']],
    ['supermarkets', '', ['reference', 'name', 'contact_email', 'branches']],
    ['supermarkets', 'branches[0].', ['reference', 'name', 'address']],
  ])('is refused in rows of %s for %s%j', async (list, prefix, names) => {
    const market = { reference: 'A', name: 'Market', contact_email: 'a@b.example' };
    const row = prefix ? { ...market, branches: [nullsOf(names)] } : nullsOf(names);
    const [result] = await sendRows(await createAccount(service), list, [row]);
    expect(result!.error!.details).toMatchObject(missing(names.map((name) => prefix + name)));
  });

  it.each([
    ['updateProduct', 'id: 1, ', ['name', 'weight', 'price', 'category']],
    ['updateSupermarket', 'id: 1, ', ['name', 'contactEmail']],
    ['updateBranch', 'id: 1, ', ['name', 'address']],
    ['updateStandingOrder', 'id: 1, ', ['lines', 'weekdays', 'startsOn']],
    ['updateWebhook', 'id: 1, ', ['url', 'events']],
    ['updateAlertSettings', '', ['byMail', 'muted']],
    ['reviseDelivery', 'id: 1, ', ['branchId', 'products', 'deliveryDate']],
  ])('is refused by %s(%s…) for %j', async (mutation, id, names) => {
    const input = names.map((name) => `${name}: null`).join(', ');
    const query = `mutation { ${mutation}(${id}input: { ${input} }) { __typename } }`;
    const { json } = await (await createAccount(service)).call('POST', '//graphql', { body: { query } });
    expect(json.errors[0].extensions.details.map(placeOf)).toEqual(
      names.map((field) => ({ field, problem: 'required' })),
    );
  });
});

const nullsOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

const missing = (fields: string[]) =>
  fields.map((field) => ({ field, problem: 'required', message: `${field} must not be null` }));

/** Returns the path of a new record of the account. */
async function pathOf(account: TestAccount, template: string): Promise<string> {
  const market = await createSupermarket(account);
  const ids: Record<string, { id: number }> = {
    products: await createProduct(account),
    supermarkets: market,
    branches: market.branches[0],
    'standing-orders': await createStandingOrder(account),
    webhooks: await createWebhook(account),
  };
  return template.replace(/([\w-]+)\/ID/g, (_, list: string) => `${list}/${ids[list]!.id}`);
}
