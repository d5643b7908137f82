import { randomBytes } from 'node:crypto';
import { connect, type Database, type Db, inTransaction } from './database/connect.ts';
import { CATALOGUE, SUPERMARKETS } from './demo-catalogue.ts';
import { writeCrates } from './demo-crates.ts';
import { writeHistory } from './demo-history.ts';
import { writeLots } from './demo-lots.ts';
import { writeTours } from './demo-tours.ts';
import type { Logger } from './log.ts';
import { storeAccount } from './schema/people/account/create-account.ts';
import { hashPassword, NO_PASSWORD } from './schema/people/account/password.ts';
import { issueKey } from './schema/people/api-key/issue-key.ts';
import { SCOPES } from './schema/core/caller/scopes.ts';
import { actAsSystem } from './schema/core/audit/act-as-system.ts';
import { jobActor } from './schema/core/caller/actors.ts';
import type { Context, Settings } from './schema/core/context.ts';
import { createDelivery } from './schema/trade/delivery/create-delivery.ts';
import { moveDelivery } from './schema/trade/delivery/move-delivery.ts';
import { setPriceAgreements } from './schema/catalogue/price-agreement/set-price-agreements.ts';
import { createProduct } from './schema/catalogue/product/create-product.ts';
import { createReturn } from './schema/trade/return/create-return.ts';
import { createStandingOrder } from './schema/trade/standing-order/create-standing-order.ts';
import { createSupermarket } from './schema/catalogue/supermarket/create-supermarket.ts';
import { DAY_MS } from './durations.ts';

const DEMO_LOCK_KEY = 7_768_341;
const HISTORY_DAYS = 92;
const STANDING_ORDER_IN_DAYS = 7;

const EMAIL = 'demo@provender.example';

export interface DemoAccount {
  email: string;
  password: string;
  key: string;
}

/** Calls `print` with a new password and key of the demo account, unless another process has done so. */
export type AnnounceDemo = (print: (demo: DemoAccount) => void) => Promise<void>;

/**
 * Creates the demo account with sample records if the database has no accounts. Returns whether an account
 * waits to be announced. Processes that start together create it once.
 */
export async function createDemo({ prisma }: Database, settings: Settings, log: Logger): Promise<boolean> {
  await inTransaction(prisma, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(${DEMO_LOCK_KEY})`;
    if ((await db.account.findFirst({ select: { id: true } })) !== null) return;
    const account = await storeAccount(
      db,
      { email: EMAIL, passwordHash: NO_PASSWORD, name: 'Demo Foods', plan: 'business' },
      settings.directory,
    );
    // There are no webhooks yet.
    const host = { db, log: () => log, announce: () => {}, settings };
    await createRecords(actAsSystem(account, jobActor('createDemo'), host));
  });
  return (await prisma.person.count({ where: UNANNOUNCED })) > 0;
}

const UNANNOUNCED = { email: EMAIL, passwordHash: NO_PASSWORD };

/**
 * Gives the demo account a password and a key. They are printed before they are stored: a start that is
 * killed in between has printed credentials that never worked, and the next start prints new ones.
 */
export async function announceDemo(
  url: string,
  cell: string | undefined,
  print: (demo: DemoAccount) => void,
): Promise<void> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const { prisma, close } = connect(url, { max: 1 });
  try {
    await inTransaction(prisma, async (db) => {
      const [owner] = await db.person.updateManyAndReturn({
        where: UNANNOUNCED,
        data: { passwordHash },
        select: { accountId: true },
      });
      if (!owner) return;
      const { key } = await issueKey(db, owner.accountId, { name: 'Demo key', scopes: [...SCOPES] }, cell);
      print({ email: EMAIL, password, key });
    });
  } finally {
    await close();
  }
}

async function createRecords(context: Context): Promise<void> {
  for (const [name, contactEmail, reference, branches] of SUPERMARKETS) {
    await createSupermarket(context, {
      name,
      contactEmail,
      reference,
      // Some of the eggs are delivered with less of their shelf life remaining.
      minRemainingPercent: reference === 'CORNER' ? 75 : null,
      branches: branches.map(([name, address, deliveryWindow, gln], index) => ({
        name,
        address,
        deliveryWindow,
        reference: `${reference}-${index + 1}`,
        gln,
        phone: `+353 1 555 ${(gln ?? `${name.length}${100 + index}`).slice(-4)}`,
        country: 'IE',
      })),
    });
  }
  const products: string[] = [];
  for (const [name, weight, price, category, reference, gtin, shelfLifeDays] of CATALOGUE) {
    const numbers = { reference, gtin, shelfLifeDays, unitsPerCase: 12, brand: 'Demo Foods' };
    const { id } = await createProduct(context, { name, weight, price, category, ...numbers });
    products.push(String(id));
  }
  const { accountId } = context.caller!;
  const since = new Date(Date.now() - HISTORY_DAYS * DAY_MS);
  await context.db.supermarket.updateMany({ where: { accountId }, data: { createdAt: since } });
  await context.db.product.updateMany({ where: { accountId }, data: { createdAt: since, updatedAt: since } });
  await writeHistory(context.db, accountId);
  await writeLots(context, accountId);
  await writeCrates(context, accountId);
  await writeTours(context, accountId);
  await skipTo(context.db, 'deliveries', 1_000);
  await skipTo(context.db, 'returns', 100);
  await createToday(context, products);
}

/**
 * Sets the next id: the length of the history depends on the date, and the quickstart names the following
 * ids.
 */
async function skipTo(db: Db, table: 'deliveries' | 'returns', id: number): Promise<void> {
  await db.$executeRaw`
    SELECT setval(sequence, greatest(${id}, nextval(sequence)), false)
    FROM (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS sequence) AS ids`;
}

async function createToday(context: Context, products: string[]): Promise<void> {
  const branches = await context.db.branch.findMany({ orderBy: { id: 'asc' } });
  const [bread, milk, tomatoes] = products as [string, string, string];
  const deliver = async (branch: number, inDays: number, lines: Record<string, number>) => {
    const input = {
      supermarketId: String(branches[branch]!.supermarketId),
      branchId: String(branches[branch]!.id),
      products: Object.entries(lines).map(([productId, quantity]) => ({ productId, quantity })),
      deliveryDate: new Date(Date.now() + inDays * DAY_MS).toISOString().slice(0, 10),
      reference: `D-${inDays}`,
      orderNumber: `PO-${7_740 + inDays}`,
      carrier: 'Own van',
    };
    const { id } = await createDelivery(context, input);
    return String(id);
  };

  const delivered = await deliver(0, 1, { [bread]: 120, [milk]: 80 });
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
  await moveDelivery(context, await deliver(1, 2, { [milk]: 60, [tomatoes]: 40 }), 'in_transit');
  await deliver(0, 3, { [bread]: 100, [tomatoes]: 25 });
  await repeat(context, { branch: branches[1]!, products: [bread, milk] });
  await agree(context, [bread, milk]);
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Agrees two prices with a supermarket that the quickstart does not name: one ends soon, one is open. */
async function agree(context: Context, [bread, milk]: [string, string]): Promise<void> {
  const { id } = await context.db.supermarket.findFirstOrThrow({ where: { reference: 'CORNER' } });
  await setPriceAgreements(context, String(id), [
    { productId: bread, price: 2.29, validFrom: dayFromNow(-60), validTo: dayFromNow(20) },
    { productId: milk, price: 0.99, validFrom: dayFromNow(-60) },
  ]);
}

/**
 * Creates a weekly standing order of a branch. It begins in a week, because the quickstart names the ids of
 * the next deliveries.
 */
async function repeat(
  context: Context,
  { branch, products }: { branch: { supermarketId: bigint; id: bigint }; products: [string, string] },
): Promise<void> {
  const [bread, milk] = products;
  await createStandingOrder(context, {
    supermarketId: String(branch.supermarketId),
    branchId: String(branch.id),
    weekdays: ['monday', 'wednesday', 'friday'],
    lines: [
      { productId: bread, quantity: 40 },
      { productId: milk, quantity: 24, weekdays: ['monday', 'friday'] },
    ],
    startsOn: new Date(Date.now() + STANDING_ORDER_IN_DAYS * DAY_MS).toISOString().slice(0, 10),
    shift: 'next',
    reference: 'WEEKLY-HARBOUR',
  });
}
