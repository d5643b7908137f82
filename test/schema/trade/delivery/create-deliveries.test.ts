import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { sendRows } from '../../../support/records/send-rows.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

interface DeliveryRow {
  reference: string;
  supermarket_id: number;
  subchain_id: number;
  products: { product_id: number; quantity: number; lots?: object[] }[];
  delivery_date: string;
  notes: string;
  order_number: string;
  carrier: string;
}

interface Shop {
  account: TestAccount;
  row: DeliveryRow;
  otherBranch: number;
  other: { supermarket_id: number; subchain_id: number };
  thirdProduct: number;
}

async function createShop(): Promise<Shop> {
  const account = await createAccount(service);
  const market = await createSupermarket(account);
  const elsewhere = await createSupermarket(account);
  const [first, second, third] = [
    await createProduct(account),
    await createProduct(account),
    await createProduct(account),
  ];
  const row = {
    reference: 'D-1',
    supermarket_id: market.id,
    subchain_id: market.branches[0].id,
    products: [
      {
        product_id: first.id,
        quantity: 5,
        lots: [
          { lot: 'A', quantity: 2 },
          { lot: 'B', quantity: 3 },
        ],
      },
      { product_id: second.id, quantity: 7 },
    ],
    delivery_date: inDays(3),
    notes: 'Ring',
    order_number: 'PO-1',
    carrier: 'Own van',
  };
  return {
    account,
    row,
    otherBranch: market.branches[1].id,
    other: { supermarket_id: elsewhere.id, subchain_id: elsewhere.branches[0].id },
    thirdProduct: third.id,
  };
}

async function send(account: TestAccount, rows: object[], more: object = {}) {
  const body = { deliveries: rows, ...more };
  return expectData(await account.call('POST', '/deliveries/batch', { body })) as {
    index: number;
    outcome: string;
    id: number | null;
    error: { code: string; field: string | null } | null;
    differs?: string[];
    status?: string;
  }[];
}

/** Returns the row as the input of GraphQL. */
function inputOf({ row }: Shop, changed: object = {}) {
  const { products, supermarket_id, subchain_id, delivery_date, reference, notes } = row;
  return {
    supermarketId: String(supermarket_id),
    branchId: String(subchain_id),
    deliveryDate: delivery_date,
    products: products.map(({ product_id, quantity }) => ({ productId: String(product_id), quantity })),
    reference,
    notes,
    ...changed,
  };
}

/** Creates a delivery by a batch, and returns its id. */
async function create(account: TestAccount, row: DeliveryRow): Promise<number> {
  const [result] = await send(account, [row]);
  expect(result).toMatchObject({ outcome: 'created' });
  return result!.id!;
}

const REVISE = { on_difference: 'revise' };

function move(account: TestAccount, id: number, status: string) {
  return account.call('PATCH', `/deliveries/${id}`, { body: { status } });
}

/** Lets the date of a delivery pass. */
async function pass({ database, id: accountId }: TestAccount, id: number): Promise<void> {
  await database.prisma.delivery.updateMany({
    where: { accountId, id },
    data: { deliveryDate: new Date('2026-01-05') },
  });
}

async function eventsOf({ database, id }: TestAccount): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    `SELECT type FROM events WHERE account_id = $1 AND type LIKE 'delivery%' ORDER BY id`,
    [id],
  );
  return rows.map(({ type }) => type);
}

describe('a row whose reference a delivery holds', () => {
  let shop: Shop;
  let id: number;
  beforeAll(async () => {
    shop = await createShop();
    id = await create(shop.account, shop.row);
  });

  it('is unchanged if it is equal, whatever the order of products and lots, and leaves out fields', async () => {
    const { account, row } = shop;
    const [first, second] = row.products as [
      DeliveryRow['products'][number],
      DeliveryRow['products'][number],
    ];
    const { notes: _notes, order_number: _number, carrier: _carrier, ...required } = row;
    const equal = [
      row,
      { ...row, products: [second, first] },
      { ...row, products: [{ ...first, lots: first.lots!.toReversed() }, second] },
      { ...row, products: row.products.map(({ lots: _lots, ...line }) => line) },
      { ...row, notes: ' Ring ' },
      required,
      { ...row, notes: null, order_number: null, carrier: null },
    ];
    for (const each of equal) {
      expect(await send(account, [each])).toStrictEqual([
        { index: 0, outcome: 'unchanged', id, error: null },
      ]);
      expect(await send(account, [each], REVISE)).toMatchObject([{ outcome: 'unchanged', id }]);
    }
  });

  it('differs by the names of its fields, and changes nothing', async () => {
    const { account, row, other, otherBranch, thirdProduct } = shop;
    const [first, second] = row.products as [
      DeliveryRow['products'][number],
      DeliveryRow['products'][number],
    ];
    const cases: [object, string[]][] = [
      [other, ['supermarket_id', 'subchain_id']],
      [{ subchain_id: otherBranch }, ['subchain_id']],
      [{ delivery_date: inDays(4) }, ['delivery_date']],
      [{ delivery_date: '2020-01-01' }, ['delivery_date']],
      [{ products: [first] }, ['products']],
      [{ products: [first, { ...second, quantity: 8 }] }, ['products']],
      [{ products: [first, second, { product_id: thirdProduct, quantity: 1 }] }, ['products']],
      [{ products: [first, { ...second, product_id: thirdProduct }] }, ['products']],
      [{ products: [{ ...first, lots: [{ lot: 'A', quantity: 5 }] }, second] }, ['products']],
      [{ products: [{ ...first, lots: [] }, second] }, ['products']],
      [{ products: [first, { ...second, lots: [{ lot: 'C', quantity: 1 }] }] }, ['products']],
      [{ notes: 'Knock' }, ['notes']],
      [{ notes: '' }, ['notes']],
      [{ order_number: 'PO-2', carrier: 'Rail' }, ['order_number', 'carrier']],
      [
        {
          ...other,
          products: [first],
          delivery_date: inDays(9),
          notes: 'x',
          order_number: 'y',
          carrier: 'z',
        },
        ['supermarket_id', 'subchain_id', 'delivery_date', 'products', 'notes', 'order_number', 'carrier'],
      ],
    ];
    for (const [changed, differs] of cases) {
      expect(await send(account, [{ ...row, ...changed }])).toStrictEqual([
        { index: 0, outcome: 'differs', id, error: null, differs, status: 'pending' },
      ]);
    }
    expect(expectData(await account.call('GET', '/deliveries'))).toHaveLength(1);
    expect(await eventsOf(account)).toEqual(['delivery.created']);
  });

  it('refuses a row of another form all the same', async () => {
    const { account, row } = shop;
    const rows = [
      { ...row, delivery_date: '2026-02-30' },
      { ...row, products: [] },
    ];
    const results = await sendRows(account, 'deliveries', rows, '/deliveries/batch');
    expect(results.map(({ outcome, error }) => [outcome, error!.field])).toEqual([
      ['refused', 'delivery_date'],
      ['refused', 'products'],
    ]);
  });
});

it('leaves an equal row unchanged when its date has passed and its product is archived', async () => {
  const { account, row } = await createShop();
  const id = await create(account, row);
  await pass(account, id);
  for (const { product_id } of row.products) {
    await ask(account, 'mutation ($id: ID!) { archiveProduct(id: $id) { id } }', { id: product_id });
  }
  for (const more of [{}, REVISE]) {
    expect(await send(account, [{ ...row, delivery_date: '2026-01-05' }], more)).toStrictEqual([
      { index: 0, outcome: 'unchanged', id, error: null },
    ]);
  }
  expect(await send(account, [{ ...row, reference: 'D-2', delivery_date: '2026-01-05' }])).toMatchObject([
    { outcome: 'refused', error: { code: 'validation_error', field: 'delivery_date' } },
  ]);
});

it('names the status of one that is on its way or completed, also with revise', async () => {
  const { account, row } = await createShop();
  const id = await create(account, row);
  for (const status of ['in_transit', 'completed']) {
    await move(account, id, status);
    for (const more of [{}, REVISE]) {
      expect(await send(account, [{ ...row, notes: 'x' }], more)).toStrictEqual([
        { index: 0, outcome: 'differs', id, error: null, differs: ['notes'], status },
      ]);
      expect(await send(account, [row], more)).toMatchObject([{ outcome: 'unchanged', id }]);
    }
  }
});

describe('on_difference: "revise"', () => {
  it('makes a new version, with the number of the row', async () => {
    const { account, row, otherBranch } = await createShop();
    const id = await create(account, row);
    const changed = { ...row, subchain_id: otherBranch, delivery_date: inDays(5), notes: 'Knock' };
    const [result] = await send(account, [changed], REVISE);
    expect(result).toStrictEqual({ index: 0, outcome: 'revised', id: expect.any(Number), error: null });
    expect(result!.id).not.toBe(id);
    const read = async (of: number) => expectData(await account.call('GET', `/deliveries/${of}?view=full`));
    expect(await read(result!.id!)).toMatchObject({
      ...changed,
      products: expect.any(Array),
      status: 'pending',
    });
    expect(await read(id)).toMatchObject({ status: 'cancelled', reference: null });
    expect(await eventsOf(account)).toEqual(['delivery.created', 'delivery.cancelled', 'delivery.created']);
    expect(await send(account, [changed], REVISE)).toMatchObject([{ outcome: 'unchanged', id: result!.id }]);
  });

  it('changes notes, order number and carrier in place', async () => {
    const { account, row } = await createShop();
    const id = await create(account, row);
    const changed = { ...row, notes: 'Knock', order_number: 'PO-2', carrier: 'Rail' };
    expect(await send(account, [changed], REVISE)).toStrictEqual([
      { index: 0, outcome: 'revised', id, error: null },
    ]);
    expect(expectData(await account.call('GET', `/deliveries/${id}?view=full`))).toMatchObject({
      notes: 'Knock',
      order_number: 'PO-2',
      carrier: 'Rail',
    });
    expect(await eventsOf(account)).toEqual(['delivery.created']);
  });

  it('changes products while its own date has passed', async () => {
    const { account, row } = await createShop();
    const id = await create(account, row);
    await pass(account, id);
    const changed = { ...row, delivery_date: '2026-01-05', products: [row.products[1]] };
    expect(await send(account, [changed], REVISE)).toMatchObject([{ outcome: 'revised' }]);
  });

  it('does not move a delivery to another supermarket', async () => {
    const { account, row, other } = await createShop();
    const id = await create(account, row);
    expect(await send(account, [{ ...row, ...other }], REVISE)).toStrictEqual([
      {
        index: 0,
        outcome: 'differs',
        id,
        error: null,
        differs: ['supermarket_id', 'subchain_id'],
        status: 'pending',
      },
    ]);
  });

  it('refuses what a revision refuses, and the old one stays', async () => {
    const { account, row } = await createShop();
    const id = await create(account, row);
    const results = await send(
      account,
      [
        { ...row, delivery_date: '2026-01-05' },
        { ...row, subchain_id: 9_999_999 },
        { ...row, products: [{ product_id: 9_999_999, quantity: 1 }] },
      ],
      REVISE,
    );
    expect(results.map(({ outcome, id: of, error }) => [outcome, of, error!.code, error!.field])).toEqual([
      ['refused', null, 'validation_error', 'delivery_date'],
      ['refused', null, 'not_found', 'subchain_id'],
      ['refused', null, 'not_found', 'products[0].product_id'],
    ]);
    expect(await send(account, [row])).toMatchObject([{ outcome: 'unchanged', id }]);
  });

  it('is the only value', async () => {
    const { account, row } = await createShop();
    for (const on_difference of ['leave', 'REVISE', '', true, 1]) {
      const body = { deliveries: [row], on_difference };
      expectError(
        await account.call('POST', '/deliveries/batch', { body }),
        400,
        'validation_error',
        'on_difference',
      );
    }
    expect(await send(account, [row], { on_difference: null })).toMatchObject([{ outcome: 'created' }]);
  });
});

it('compares a second row of a batch with what the first left', async () => {
  const { account, row } = await createShop();
  const later = { ...row, delivery_date: inDays(8) };
  const left = await send(account, [row, row, later]);
  expect(left.map(({ outcome }) => outcome)).toEqual(['created', 'unchanged', 'differs']);
  const revised = await send(account, [later, later, row, { ...row, notes: 'x' }], REVISE);
  expect(revised.map(({ outcome }) => outcome)).toEqual(['revised', 'unchanged', 'revised', 'revised']);
  expect(new Set(revised.map(({ id }) => id)).size).toBe(2);
  expect(revised[3]!.id).toBe(revised[2]!.id);
  const headers = { 'Idempotency-Key': 'one-transaction' };
  const body = {
    deliveries: [
      { ...later, reference: 'D-9' },
      { ...row, reference: 'D-9' },
    ],
    ...REVISE,
  };
  const inside = expectData(await account.call('POST', '/deliveries/batch', { body, headers }));
  expect(inside.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'revised']);
});

describe('two requests at once', () => {
  it('create one delivery, revise it once to the same, and never lose one', async () => {
    const { account, row } = await createShop();
    const batches = async (rows: object[], more = {}) =>
      (await Promise.all(rows.map((each) => send(account, [each], more)))).flat();
    const same = await batches([row, row, row, row]);
    expect(same.map(({ outcome }) => outcome).sort()).toEqual([
      'created',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    const later = { ...row, delivery_date: inDays(6) };
    const revised = await batches([later, later, later, later], REVISE);
    expect(revised.map(({ outcome }) => outcome).sort()).toEqual([
      'revised',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    const apart = await batches([{ ...row, notes: 'a' }, { ...later, carrier: 'b' }, row, later], REVISE);
    expect(apart.every(({ outcome }) => ['revised', 'unchanged'].includes(outcome))).toBe(true);
    const open = expectData(await account.call('GET', '/deliveries?status=pending'));
    expect(open).toHaveLength(1);
  });
});

describe('createDeliveries', () => {
  const CREATE = `mutation ($input: [CreateDeliveryInput!]!, $on: OnDifference) {
    createDeliveries(input: $input, onDifference: $on) { index outcome differs delivery { id status } error { code field } }
  }`;

  it('leaves what differs unless it is to be revised', async () => {
    const shop = await createShop();
    const { account } = shop;
    const create = async (input: object[], on?: string) =>
      (await ask(account, CREATE, { input, ...(on && { on }) })).createDeliveries;
    const [{ delivery }] = await create([inputOf(shop)]);
    const later = inputOf(shop, { deliveryDate: inDays(9) });
    for (const on of [undefined, 'LEAVE']) {
      expect(await create([inputOf(shop), later], on)).toEqual([
        { index: 0, outcome: 'UNCHANGED', differs: null, delivery, error: null },
        { index: 1, outcome: 'DIFFERS', differs: ['delivery_date'], delivery, error: null },
      ]);
    }
    expect(await create([later], 'REVISE')).toEqual([
      {
        index: 0,
        outcome: 'REVISED',
        differs: null,
        delivery: { id: expect.not.stringMatching(`^${delivery.id}$`), status: 'PENDING' },
        error: null,
      },
    ]);
  });

  it('still refuses repeated references of products and supermarkets', async () => {
    const account = await createAccount(service);
    const product = { reference: 'P', name: 'Bread', weight: 1, price: 1, category: 'bakery' };
    const UPSERT = `mutation ($input: [UpsertProductInput!]!) { upsertProducts(input: $input) { outcome } }`;
    const { upsertProducts } = await ask(account, UPSERT, { input: [product, product] });
    expect(upsertProducts).toEqual([{ outcome: 'CREATED' }, { outcome: 'REFUSED' }]);
  });
});
