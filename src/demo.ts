import { randomBytes } from 'node:crypto';
import { type Database, inTransaction } from './database/connect.ts';
import type { Logger } from './log.ts';
import { createAccount } from './schema/account/create-account.ts';
import { issueKey } from './schema/api-key/issue-key.ts';
import { SCOPES } from './schema/api-key/scopes.ts';
import type { Context } from './schema/context.ts';
import { createDelivery } from './schema/delivery/create-delivery.ts';
import { moveDelivery } from './schema/delivery/move-delivery.ts';
import { createProduct } from './schema/product/create-product.ts';
import { createReturn } from './schema/return/create-return.ts';
import { createSupermarket } from './schema/supermarket/create-supermarket.ts';

const LOCK_KEY = 7_768_341;
const DAY_MS = 86_400_000;

export interface DemoAccount {
  email: string;
  password: string;
  key: string;
}

/**
 * Creates the demo account with some records to look at, once: undefined when the database has
 * accounts already. Processes that start together agree on who does it.
 */
export async function createDemo({ prisma }: Database, log: Logger): Promise<DemoAccount | undefined> {
  return inTransaction(prisma, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK_KEY})`;
    if ((await db.account.count()) > 0) return undefined;
    const email = 'demo@provender.example';
    const password = randomBytes(12).toString('base64url');
    const account = await createAccount(db, { email, password, name: 'Demo Foods', plan: 'business' });
    const { id, key } = await issueKey(db, account.id, { name: 'Demo key', scopes: [...SCOPES] });
    const caller = { accountId: account.id, plan: account.plan, keyId: id, scopes: new Set(SCOPES) };
    await createRecords({
      caller,
      db,
      log,
      usage: undefined as never,
      published: () => {},
      allowPrivateCallbacks: false,
      signUpAllowed: false,
    });
    return { email, password, key };
  });
}

async function createRecords(context: Context): Promise<void> {
  const supermarketId = String(
    await createSupermarket(context, {
      name: 'Greenleaf Markets',
      contactEmail: 'buying@greenleaf.example',
      branches: [
        { name: 'Greenleaf Central', address: '1 Market Square', deliveryWindow: '06:00-10:00' },
        { name: 'Greenleaf Harbour', address: '22 Quay Street', deliveryWindow: '07:30-11:30' },
      ],
    }),
  );
  const branches = await context.db.branch.findMany({ orderBy: { id: 'asc' } });
  const products: string[] = [];
  for (const [name, weight, price, category] of CATALOGUE) {
    products.push(String(await createProduct(context, { name, weight, price, category })));
  }
  const [bread, milk, tomatoes] = products as [string, string, string];
  const deliver = (branch: number, inDays: number, lines: Record<string, number>) =>
    createDelivery(context, {
      supermarketId,
      branchId: String(branches[branch]!.id),
      products: Object.entries(lines).map(([productId, quantity]) => ({ productId, quantity })),
      deliveryDate: new Date(Date.now() + inDays * DAY_MS).toISOString().slice(0, 10),
    });

  const delivered = String(await deliver(0, 1, { [bread]: 120, [milk]: 80 }));
  await moveDelivery(context, delivered, 'in_transit');
  await moveDelivery(context, delivered, 'completed');
  await createReturn(context, {
    deliveryId: delivered,
    productId: bread,
    quantity: 4,
    reason: 'damaged',
    description: 'Crushed in transport',
    returnDate: new Date().toISOString().slice(0, 10),
  });
  await moveDelivery(context, String(await deliver(1, 2, { [milk]: 60, [tomatoes]: 40 })), 'in_transit');
  await deliver(0, 3, { [bread]: 100, [tomatoes]: 25 });
}

const CATALOGUE = [
  ['Sourdough Bread', 0.75, 3.49, 'bakery'],
  ['Whole Milk 1 l', 1.03, 1.29, 'dairy'],
  ['Vine Tomatoes 500 g', 0.5, 2.19, 'produce'],
] as const;
