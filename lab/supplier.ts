import { randomUUID } from 'node:crypto';
import type { Database } from '../src/database/connect.ts';
import type { Plan } from '../src/schema/core/caller/plans.ts';
import { issueKey } from '../src/schema/people/api-key/issue-key.ts';
import { SCOPES } from '../src/schema/core/caller/scopes.ts';
import type { Context } from '../src/schema/core/context.ts';
import { createAnnouncer } from '../src/schema/exchange/live-event/announcer.ts';
import { EVENT_TYPES } from '../src/schema/core/event/events.ts';
import { createProduct } from '../src/schema/catalogue/product/create-product.ts';
import { createSupermarket } from '../src/schema/catalogue/supermarket/create-supermarket.ts';
import { contextOf } from './context.ts';

const PRODUCTS = 3;
/** The secret of every subscription. */
export const SECRET = 'whsec_plJ3nmyCDGBKInavdOK15jsl';

/** An account with all records that writes need. */
export interface Supplier {
  accountId: bigint;
  key: string;
  supermarketId: number;
  branchId: number;
  productIds: number[];
  /** The context for calling the domain directly, bypassing HTTP and its limits. */
  context: Context;
}

interface SupplierOptions {
  /** The URLs at which each supplier receives all events. */
  urls?: string[];
  /** The cell that the keys name. */
  cell?: string;
  plan?: Plan | undefined;
}

/** Creates `count` suppliers. */
export function createSuppliers(database: Database, count: number, options?: SupplierOptions) {
  return Promise.all(Array.from({ length: count }, () => createSupplier(database, options)));
}

/** Creates one supplier, on the Business plan by default. */
export async function createSupplier(
  database: Database,
  { urls = [], cell, plan = 'business' }: SupplierOptions = {},
): Promise<Supplier> {
  const { prisma } = database;
  const email = `${randomUUID()}@supplier.example`;
  const data = { email, name: 'Supplier', plan };
  const { id: accountId } = await prisma.account.create({ data });
  const { id: keyId, key } = await issueKey(prisma, accountId, { name: 'lab', scopes: [...SCOPES] }, cell);
  const context: Context = {
    ...contextOf(prisma, { accountId, plan, keyId, scopes: new Set(SCOPES) }),
    announce: createAnnouncer(database.pool),
  };
  await subscribe(database, accountId, urls);
  const branches = [{ name: 'Central', address: '1 Market Square' }];
  const market = { name: 'Market', contactEmail: 'buying@market.example', branches };
  const supermarketId = Number(await createSupermarket(context, market));
  const { id: branchId } = await prisma.branch.findFirstOrThrow({ where: { accountId } });
  const productIds: number[] = [];
  for (let number = 1; number <= PRODUCTS; number++) {
    const product = { name: `Product ${number}`, weight: 0.5, price: 2.49, category: 'bakery' };
    productIds.push(Number((await createProduct(context, product)).id));
  }
  return { accountId, key, supermarketId, branchId: Number(branchId), productIds, context };
}

/** Subscribes URLs to all events of an account, beyond its quota. Returns the ids of the subscriptions. */
export async function subscribe(
  { pool }: Pick<Database, 'pool'>,
  accountId: bigint,
  urls: string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO webhook_subscriptions (account_id, url, events, secret)
     SELECT $1, url, $3, $4 FROM unnest($2::text[]) AS url RETURNING id`,
    [accountId, urls, EVENT_TYPES, SECRET],
  );
  return rows.map(({ id }) => id);
}

/** Makes a change that causes one event. */
export function publish({ context }: Supplier): Promise<unknown> {
  return createProduct(context, { name: 'Milk', weight: 1, price: 1, category: 'dairy' });
}

/** Returns the body of POST /deliveries for a supplier's products. */
export function newDelivery({ supermarketId, branchId, productIds }: Supplier) {
  return {
    supermarket_id: supermarketId,
    subchain_id: branchId,
    products: productIds.map((product_id) => ({ product_id, quantity: 10 })),
    delivery_date: '2099-12-31',
  };
}

/** Returns the headers of a request with JSON. */
export function headersOf({ key }: Pick<Supplier, 'key'>) {
  return { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
}
