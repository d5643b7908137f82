import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getNamedType, isObjectType, type OperationDefinitionNode, parse } from 'graphql';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateDeliveries } from '../../../../src/schema/trade/standing-order/generate-deliveries.ts';
import { schema } from '../../../../src/schema/index.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { connect } from '../../../support/mcp/connect.ts';
import { ROOT } from '../../../support/process/process.ts';
import { importsOf } from '../../../support/records/importing.ts';
import { createProduct, createSupermarket, EVERY_DAY, inDays } from '../../../support/records/records.ts';
import { REVISE, revise } from '../../../support/records/versions.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { settings } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ worker: {} });

const SET = `mutation ($supermarketId: ID!, $rows: [PriceAgreementInput!]!) {
  setPriceAgreements(supermarketId: $supermarketId, rows: $rows) { id }
}`;
const CREATE = `mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { id totalValue } }`;
const CREATE_ALL = `mutation ($input: [CreateDeliveryInput!]!, $onDifference: OnDifference) {
  createDeliveries(input: $input, onDifference: $onDifference) { outcome error { message } delivery { id } }
}`;

interface Shop {
  account: TestAccount;
  supermarketId: string;
  branchId: string;
  /** Costs 2.50, for the supermarket 1.99 from the fourth to the ninth day. */
  bread: string;
  /** Costs 8. */
  cake: string;
}

async function shop(): Promise<Shop> {
  const account = await createAccount(service);
  const market = await createSupermarket(account, { reference: 'M', name: 'Market' });
  const [bread, cake] = [
    await createProduct(account, { reference: 'BREAD', price: 2.5 }),
    await createProduct(account, { reference: 'CAKE', price: 8 }),
  ];
  await account.database.prisma.account.update({
    where: { id: account.id },
    data: { assistantsMayWrite: true },
  });
  const made = {
    account,
    supermarketId: String(market.id),
    branchId: String(market.branches[0].id),
    bread: String(bread.id),
    cake: String(cake.id),
  };
  await agree(made, [{ productId: made.bread, price: 1.99, validFrom: inDays(4), validTo: inDays(9) }]);
  // The same product has another price elsewhere.
  const other = await createSupermarket(account);
  await agree({ ...made, supermarketId: String(other.id) }, [
    { productId: made.bread, price: 1, validFrom: inDays(0) },
  ]);
  return made;
}

const agree = ({ account, supermarketId }: Shop, rows: object[]) =>
  ask(account, SET, { supermarketId, rows });

const inputOf = ({ supermarketId, branchId, bread }: Shop, day: number, more: object = {}) => ({
  supermarketId,
  branchId,
  deliveryDate: inDays(day),
  products: [{ productId: bread, quantity: 10 }],
  ...more,
});

const bodyOf = ({ supermarketId, branchId, bread }: Shop, day: number, more: object = {}) => ({
  supermarket_id: Number(supermarketId),
  subchain_id: Number(branchId),
  delivery_date: inDays(day),
  products: [{ product_id: Number(bread), quantity: 10 }],
  ...more,
});

/** Revises a delivery of another product, to which the revision adds bread. */
async function addBread({ account, ...places }: Shop, day: number, by: (id: string) => Promise<unknown>) {
  const products = [{ productId: places.cake, quantity: 1 }];
  const input = inputOf({ account, ...places }, day, { products, reference: 'R-1' });
  const { createDelivery } = await ask(account, CREATE, { input });
  await by(createDelivery.id);
}

/** The ways to create a line, each for a delivery of ten loaves on a day. */
const WAYS: Record<string, (shop: Shop, day: number) => Promise<unknown>> = {
  'POST /deliveries': (shop, day) => shop.account.call('POST', '/deliveries', { body: bodyOf(shop, day) }),
  'POST /deliveries/batch': (shop, day) =>
    shop.account.call('POST', '/deliveries/batch', {
      body: { deliveries: [bodyOf(shop, day, { reference: 'B-1' })] },
    }),
  createDelivery: (shop, day) => ask(shop.account, CREATE, { input: inputOf(shop, day) }),
  createDeliveries: (shop, day) =>
    ask(shop.account, CREATE_ALL, { input: [inputOf(shop, day, { reference: 'B-1' })] }),
  reviseDelivery: (shop, day) =>
    addBread(shop, day, (id) =>
      revise(shop.account, id, { products: [{ productId: shop.bread, quantity: 10 }] }),
    ),
  'createDeliveries that revises': (shop, day) =>
    addBread(shop, day, () =>
      ask(shop.account, CREATE_ALL, {
        input: [inputOf(shop, day, { reference: 'R-1' })],
        onDifference: 'REVISE',
      }),
    ),
  'POST /import/deliveries': (shop, day) =>
    importsOf(service).importing(
      shop.account,
      'deliveries',
      `reference,supermarket,branch,delivery_date,product,quantity\nI-1,Market,Central,${inDays(day)},BREAD,10\n`,
    ),
  create_delivery: async (shop, day) => {
    const { call } = await connect(service, shop.account.key);
    return call('create_delivery', { ...bodyOf(shop, day), idempotency_key: 'a' });
  },
  'the generation of standing orders': async (shop, day) => {
    const { account, supermarketId, branchId, bread } = shop;
    const input = {
      supermarketId,
      branchId,
      lines: [{ productId: bread, quantity: 10 }],
      weekdays: EVERY_DAY.map((each) => each.toUpperCase()),
      startsOn: inDays(day),
      endsOn: inDays(day),
      leadDays: 14,
      generateAt: '00:00',
    };
    const create = `mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }`;
    await ask(account, create, { input });
    await generateDeliveries({
      database: service.database,
      announce() {},
      settings,
      log: pino({ level: 'silent' }),
      signal: new AbortController().signal,
    });
  },
};

/** The other mutations that return a delivery. Dates of standing orders become deliveries later. */
const NO_LINES = `
  acceptReceipt acceptReceipts askAboutDispute changeOccurrence confirmReceipt correctDeliveryLots
  createReturn declineDisputes moveDeliveries moveDelivery restoreOccurrence reverseReturn setContainers setDeliveryLots settleDisputes skipOccurrence`;

/** Returns the price of the line of bread that was created last, once there is one. */
async function priceIn({ account, bread }: Shop): Promise<number> {
  const read = async () => {
    const { rows } = await service.database.pool.query<{ price: string; isTotal: boolean }>(
      `SELECT unit_price AS price,
              total_value = (SELECT sum(unit_price * quantity) FROM delivery_items line
                             WHERE line.account_id = $1 AND line.delivery_id = delivery.id) AS "isTotal"
       FROM delivery_items item JOIN deliveries delivery
         ON delivery.account_id = item.account_id AND delivery.id = item.delivery_id
       WHERE item.account_id = $1 AND product_id = $2 ORDER BY delivery.id DESC LIMIT 1`,
      [account.id, bread],
    );
    return rows[0];
  };
  await expect.poll(read, { timeout: 60_000 }).toBeDefined();
  const { price, isTotal } = (await read())!;
  expect(isTotal).toBe(true);
  return Number(price);
}

describe('a line that is created', () => {
  it.each(Object.keys(WAYS))(
    'by %s has the agreed price of its day, else that of the product',
    async (way) => {
      const shops = [await shop(), await shop()] as const;
      await WAYS[way]!(shops[0], 4);
      expect(await priceIn(shops[0])).toBe(1.99);
      await WAYS[way]!(shops[1], 10);
      expect(await priceIn(shops[1])).toBe(2.5);
    },
  );

  it('is created in no other way', async () => {
    const known = NO_LINES.trim().split(/\s+/);
    const others = Object.keys(schema.getMutationType()!.getFields()).filter(
      (name) => returnsDelivery(name) && !(name in WAYS),
    );
    expect(others.toSorted()).toEqual(known);
    expect(await operationsOfWays()).toEqual(['CreateDeliveries', 'CreateDelivery', 'ToolCreateDelivery']);
    const statements: string[] = [];
    for await (const path of glob('src/**/*.ts', { cwd: ROOT, exclude: ['src/generated/**'] })) {
      const text = await readFile(join(ROOT, path), 'utf8');
      if (/INTO delivery_items|insertItems\(|deliveryItem\.(create|upsert|update)/.test(text))
        statements.push(path);
    }
    expect(statements.toSorted()).toEqual([
      // The history of the demo account, which the demo's own prices decide.
      'src/demo-history.ts',
      'src/schema/trade/delivery/create-delivery.ts',
      'src/schema/trade/delivery/insert-deliveries.ts',
      'src/schema/trade/delivery/inserts.ts',
      'src/schema/trade/delivery/revise-delivery.ts',
    ]);
  });
});

/** Returns whether a mutation returns a delivery, or a part of one. */
function returnsDelivery(name: string): boolean {
  const type = getNamedType(schema.getMutationType()!.getFields()[name]!.type);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return [type, ...fields.map((field) => getNamedType(field.type))].some(({ name }) => name === 'Delivery');
}

/** Returns the names of the operations of REST and of assistants that create lines. */
async function operationsOfWays(): Promise<string[]> {
  const names: string[] = [];
  for await (const path of glob('src/{rest,mcp}/**/operations.graphql', { cwd: ROOT })) {
    const { definitions } = parse(await readFile(join(ROOT, path), 'utf8'));
    for (const each of definitions as OperationDefinitionNode[]) {
      const roots = each.selectionSet.selections.map((field) => ('name' in field ? field.name.value : ''));
      if (roots.some((root) => root in WAYS)) names.push(each.name!.value);
    }
  }
  return names.toSorted();
}

describe('a quarter of agreed prices', () => {
  const [before, first, last, after] = [3, 4, 9, 10];
  const totals: number[] = [];
  let made: Shop;
  let moved: string;

  beforeAll(async () => {
    made = await shop();
    for (const day of [before, first, last, after]) {
      const { createDelivery } = await ask(made.account, CREATE, { input: inputOf(made, day) });
      totals.push(createDelivery.totalValue);
      if (day === first) moved = createDelivery.id;
    }
  });

  const totalOf = async (id: string) =>
    (await ask(made.account, `{ delivery(id: "${id}") { totalValue } }`)).delivery.totalValue;

  it('holds from its first to its last day', () => {
    expect(totals).toEqual([25, 19.9, 19.9, 25]);
  });

  it('stays in a delivery that moves, unless the revision names a price', async () => {
    const { account, bread, cake } = made;
    const to = async (input: object) => {
      const version = await revise(account, moved, input);
      moved = version.id;
      return version;
    };
    expect((await to({ deliveryDate: inDays(after) })).totalValue).toBe(19.9);
    expect((await to({ prices: [{ productId: bread, unitPrice: null }] })).totalValue).toBe(25);
    expect((await to({ prices: [{ productId: bread, unitPrice: 1.75 }] })).totalValue).toBe(17.5);
    await agree(made, [{ productId: cake, price: 6, validFrom: inDays(after) }]);
    const products = [
      { productId: bread, quantity: 10 },
      { productId: cake, quantity: 1 },
    ];
    const last = await to({ products });
    expect(last.products.map(({ unitPrice }: { unitPrice: number }) => unitPrice)).toEqual([1.75, 6]);
    await agree(made, [{ productId: bread, price: 1.89, validFrom: inDays(first), validTo: inDays(9) }]);
    expect(await totalOf(moved)).toBe(23.5);
    expect((await to({ deliveryDate: inDays(first) })).totalValue).toBe(23.5);
    expect((await to({ prices: [{ productId: bread, unitPrice: null }] })).totalValue).toBe(24.9);
  });

  it('of an archived product is taken, too, where a revision asks for it', async () => {
    const { account, bread } = await shop().then((each) => (made = each));
    const { createDelivery } = await ask(account, CREATE, { input: inputOf(made, after) });
    await ask(account, `mutation { archiveProduct(id: "${bread}") { id } }`);
    const input = { deliveryDate: inDays(first), prices: [{ productId: bread, unitPrice: null }] };
    expect((await revise(account, createDelivery.id, input)).totalValue).toBe(19.9);
  });
});

describe('the prices of a revision', () => {
  it.each<[what: string, (shop: Shop) => object, field: string, problem: string]>([
    ['a missing one', ({ bread }) => ({ productId: bread }), 'prices[0].unitPrice', 'required'],
    [
      'a negative one',
      ({ bread }) => ({ productId: bread, unitPrice: -1 }),
      'prices[0].unitPrice',
      'too_small',
    ],
    [
      'a third decimal',
      ({ bread }) => ({ productId: bread, unitPrice: 0.001 }),
      'prices[0].unitPrice',
      'too_many_decimals',
    ],
    [
      'a product that is not in the new version',
      ({ cake }) => ({ productId: cake, unitPrice: null }),
      'prices[0].productId',
      'not_in_delivery',
    ],
    [
      'a product that does not exist',
      () => ({ productId: '9007199254740991', unitPrice: 1 }),
      'prices[0].productId',
      'not_in_delivery',
    ],
  ])('refuse %s', async (_what, price, field, problem) => {
    const made = await shop();
    const { createDelivery } = await ask(made.account, CREATE, { input: inputOf(made, 4) });
    const input = { prices: [price(made)] };
    expect(await refusalOf(made.account, REVISE, { id: createDelivery.id, input })).toMatchObject({
      code: 'validation_error',
      field,
      problem,
    });
    const { rows } = await service.database.pool.query(
      'SELECT status FROM deliveries WHERE account_id = $1',
      [made.account.id],
    );
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  it('name each product once, and only those of the new lines', async () => {
    const made = await shop();
    const { bread, cake } = made;
    const { createDelivery } = await ask(made.account, CREATE, { input: inputOf(made, 4) });
    const price = { productId: bread, unitPrice: 1 };
    const refusal = (input: object) => refusalOf(made.account, REVISE, { id: createDelivery.id, input });
    expect(await refusal({ prices: [price, price] })).toMatchObject({
      field: 'prices[1].productId',
      problem: 'repeated',
    });
    const products = [{ productId: cake, quantity: 1 }];
    expect(await refusal({ products, prices: [price] })).toMatchObject({
      field: 'prices[0].productId',
      problem: 'not_in_delivery',
    });
  });
});
