import { PrismaPg } from '@prisma/adapter-pg';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileRecords } from '../../src/database/direct/compile-records.ts';
import { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts';
import { tables } from '../../src/generated/tables.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
} from '../support/records/records.ts';
import { createLine } from '../support/records/lots.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let account: TestAccount;
/** Unmodified Prisma, on the same connections. */
let plain: PrismaClient;

beforeAll(async () => {
  account = await createAccount(service);
  await createSupermarket(account);
  await createProduct(account, {
    name: `"Quoted" 12345678901234567890 \\ ${'é'.repeat(20)}`,
    price: 9_999_999.99,
  });
  for (const _ of [1, 2]) await createReturn(account);
  await createDelivery(account, { notes: 'a\nb' });
  await createLine(account, [
    { lot: 'A', quantity: 1 },
    { use_by: '2099-12-20', quantity: 2 },
  ]);
  plain = new PrismaClient({ adapter: new PrismaPg(service.database.pool) });
});
afterAll(() => plain?.$disconnect());

const MODELS = ['Supermarket', 'Branch', 'Product', 'Delivery', 'DeliveryItem', 'DeliveryItemLot', 'Return'];

/** Selections of a model, including related records. */
function selection(model: string, depth: number): fc.Arbitrary<object> {
  const { columns, relations } = tables[model]!;
  const scalars = fc.subarray(Object.keys(columns), { minLength: 1 });
  // With all of them, two levels of a model that refers to itself would be hundreds of selections.
  const all = Object.entries(relations).filter(([, { model: other }]) => isReadDirectly(other));
  const related = fc
    .subarray(all, { maxLength: Math.min(all.length, 3) })
    .chain((some) =>
      fc.record(
        Object.fromEntries(
          some.map(([name, { model: other, isList }]) => [name, member(other, isList, depth)]),
        ),
      ),
    );
  return fc.oneof(
    fc.tuple(scalars, related).map(([names, others]) => ({
      select: { ...Object.fromEntries(names.map((name) => [name, true])), ...others },
    })),
    related.map((others) => (Object.keys(others).length > 0 ? { include: others } : {})),
  );
}

function member(model: string, isList: boolean, depth: number): fc.Arbitrary<unknown> {
  const inner = depth === 0 ? fc.constant({}) : selection(model, depth - 1);
  return inner.map((chosen) => {
    const wanted = { ...chosen, ...(isList && { orderBy: orderOf(model) }) };
    return Object.keys(wanted).length > 0 ? wanted : true;
  });
}

/** Hashes are in no related record that is read. */
function isReadDirectly(model: string): boolean {
  return Object.values(tables[model]!.columns).every(({ type }) => type !== 'Bytes');
}

function orderOf(model: string) {
  if (model === 'DeliveryItem') return [{ deliveryId: 'asc' }, { position: 'desc' }];
  const { columns } = tables[model]!;
  return { [Object.keys(columns).find((name) => name !== 'accountId')!]: 'desc' };
}

type Reads = Record<'findMany' | 'findUnique', (args: object) => Promise<unknown>>;

function reads(client: Prisma.TransactionClient, model: string): Reads {
  return (client as unknown as Record<string, Reads>)[model[0]!.toLowerCase() + model.slice(1)]!;
}

/** Returns what Prisma read with decimals as texts, as responses write them. */
function withTexts(value: unknown): unknown {
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(withTexts);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member)]));
}

describe('a direct read', () => {
  it.each(MODELS)('of %s is what Prisma returns, in a transaction and without one', async (model) => {
    const where = { accountId: account.id };
    const { prisma } = service.database;
    await fc.assert(
      fc.asyncProperty(selection(model, 2), async (chosen) => {
        const args = { where, ...chosen, orderBy: orderOf(model) };
        const found = withTexts(await reads(prisma, model).findMany(args));
        expect(found).toStrictEqual(withTexts(await reads(plain, model).findMany(args)));
        expect(found).toStrictEqual(
          withTexts(await prisma.$transaction((tx) => reads(tx, model).findMany(args))),
        );
        expect(found).not.toStrictEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('of many ids at once, by different accounts, returns to each its own', async () => {
    const other = await createAccount(service);
    const own = [await createProduct(account), await createProduct(account)];
    const theirs = [await createProduct(other), await createProduct(other)];
    const asked = [
      ...own.map(({ id }) => ({ by: account, id, mine: true })),
      ...theirs.map(({ id }) => ({ by: other, id, mine: true })),
      ...theirs.map(({ id }) => ({ by: account, id, mine: false })),
    ];
    const answers = await Promise.all(asked.map(({ by, id }) => by.call('GET', `/products/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual(asked.map(({ mine }) => (mine ? 200 : 404)));
    const ids = answers.map(({ json }) => json.data?.id);
    expect(ids).toEqual(asked.map(({ id, mine }) => (mine ? id : undefined)));
  });

  it('has the digits of a decimal, without zeros that mean nothing', async () => {
    const { id } = await createProduct(account, { price: 9_999_999.9, weight: 1.005 });
    const args = { where: { accountId: account.id, id: BigInt(id) }, select: { price: true, weight: true } };
    const { prisma } = service.database;
    const found = { price: '9999999.9', weight: '1.005' };
    expect(await prisma.product.findMany(args)).toEqual([found]);
    expect(await prisma.$transaction((tx) => tx.product.findMany(args))).toEqual([found]);
  });

  it('of nothing is null, or Prisma’s error', async () => {
    const nothing = { where: { accountId_id: { accountId: account.id, id: 0n } } };
    const { product } = service.database.prisma;
    expect(await product.findUnique(nothing)).toBeNull();
    await expect(product.findUniqueOrThrow(nothing)).rejects.toMatchObject({ code: 'P2025' });
  });

  it('sees what its own transaction wrote, unlike others', async () => {
    const where = { accountId: account.id, name: 'Unseen' };
    await service.database.prisma.$transaction(async (tx) => {
      await tx.supermarket.create({ data: { ...where, contactEmail: 'a@b.example' } });
      expect(await tx.supermarket.findMany({ where })).toHaveLength(1);
      expect(await tx.$queryRaw`SELECT name FROM supermarkets WHERE name = 'Unseen'`).toHaveLength(1);
      // What only Prisma can read, and its error, also come from the transaction.
      expect(await tx.supermarket.findMany({ where: { ...where, id: { not: 0 } } })).toHaveLength(1);
      const nothing = { where: { accountId_id: { accountId: account.id, id: 0n } } };
      await expect(tx.product.findUniqueOrThrow(nothing)).rejects.toMatchObject({ code: 'P2025' });
      expect(await service.database.prisma.supermarket.findMany({ where })).toEqual([]);
    });
  });

  it('reads no column again that the join makes equal', async () => {
    const select = {
      accountId: true,
      id: true,
      items: { select: { accountId: true, deliveryId: true, name: true } },
    };
    const { columns } = compileRecords('Delivery', { select });
    expect(columns.sql).toMatch(/json_build_array\(t\d+\.name\)/);
  });

  it('leaves filters beyond equality to Prisma', async () => {
    const where = { accountId: account.id, price: { gt: 1 }, OR: [{ name: { contains: 'Quoted' } }] };
    expect(await service.database.prisma.product.findMany({ where })).toStrictEqual(
      await plain.product.findMany({ where }),
    );
  });
});

it.each(['findMany', 'findFirst'] as const)('%s reads every digit of related decimals', async (method) => {
  const other = await createAccount(service);
  await createReturn(other);
  const { prisma, pool } = service.database;
  const most = '99999999999999.99';
  await pool.query('UPDATE returns SET credit_amount = $1 WHERE account_id = $2', [most, other.id]);
  const found = { returns: [{ creditAmount: most }] };
  const args = {
    where: { accountId: other.id },
    select: { returns: { select: { creditAmount: true } } },
    orderBy: { id: 'desc' as const },
    ...(method === 'findMany' && { take: 1 }),
  };
  const read = async ({ delivery }: Prisma.TransactionClient) =>
    [await delivery[method](args as object)].flat();
  expect(await read(prisma)).toEqual([found]);
  expect(await prisma.$transaction(read)).toEqual([found]);
});

it('a read of related decimals that only Prisma could do is refused, because it would round them', async () => {
  const { delivery } = service.database.prisma;
  const where = { accountId: account.id, id: { not: 0 } };
  await expect(delivery.findMany({ where, include: { branch: true } })).resolves.toHaveLength(4);
  await expect(
    delivery.findMany({
      where,
      select: { branch: { select: { deliveries: { include: { items: true } } } } },
    }),
  ).rejects.toThrow('only one statement could read the decimals related to Delivery exactly');
});

describe('a raw query', () => {
  it('returns values as Prisma does', async () => {
    const query = `SELECT 9007199254740993 AS big, 1::int AS small, 0.10::numeric(10, 2) AS money, true AS yes,
      '2026-03-29'::date AS day, '2026-03-29T01:30:00.123Z'::timestamptz(3) AS moment, NULL::bigint AS nothing,
      ARRAY[1, 2]::bigint[] AS ids, '{}'::bigint[] AS none, ARRAY['a,b', 'c"d'] AS texts, '{"a": [1.5]}'::jsonb AS json`;
    expect(await service.database.prisma.$queryRawUnsafe(query)).toStrictEqual(
      await plain.$queryRawUnsafe(query),
    );
  });
});
