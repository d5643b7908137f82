import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { domainSettingsOf, readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/connect.ts';
import { createAnnouncer } from '../../src/schema/event/announcer.ts';
import { issueKey } from '../../src/schema/api-key/issue-key.ts';
import { SCOPES } from '../../src/schema/api-key/scopes.ts';
import type { Context } from '../../src/schema/context.ts';
import { EVENT_TYPES } from '../../src/schema/event/types.ts';
import { createProduct } from '../../src/schema/product/create-product.ts';
import { createSecretBox } from '../../src/schema/secret/secret-box.ts';
import { createSupermarket } from '../../src/schema/supermarket/create-supermarket.ts';
import { createSubscription } from '../../src/schema/webhook/create-subscription.ts';

const PRODUCTS = 3;

/** An account on the Business plan with all records that writes need. */
export interface Supplier {
  accountId: bigint;
  key: string;
  supermarketId: number;
  branchId: number;
  productIds: number[];
  /** The context for calling the domain directly, bypassing HTTP and its limits. */
  context: Context;
}

/** Creates `count` suppliers, each subscribed to every event at each of `urls`, with keys of `cell` (default: none). */
export function createSuppliers(
  database: Database,
  count: number,
  urls: string[] = [],
  cell?: string,
): Promise<Supplier[]> {
  return Promise.all(Array.from({ length: count }, () => createSupplier(database, urls, cell)));
}

async function createSupplier(
  { prisma, pool }: Database,
  urls: string[],
  cell: string | undefined,
): Promise<Supplier> {
  const { id: accountId } = await prisma.account.create({
    data: {
      email: `${randomUUID()}@supplier.example`,
      name: 'Supplier',
      plan: 'business',
      passwordHash: '-',
    },
  });
  const { id: keyId, key } = await issueKey(prisma, accountId, { name: 'chaos', scopes: [...SCOPES] }, cell);
  const context: Context = {
    caller: { accountId, plan: 'business', keyId, scopes: new Set(SCOPES) },
    db: prisma,
    log: () => pino({ level: 'silent' }),
    announce: createAnnouncer(pool),
    settings: {
      ...domainSettingsOf(readConfig({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' })),
      secrets: createSecretBox([]),
    },
  };
  for (const url of urls) await createSubscription(context, { url, events: [...EVENT_TYPES] });
  const supermarketId = await createSupermarket(context, {
    name: 'Market',
    contactEmail: 'buying@market.example',
    branches: [{ name: 'Central', address: '1 Market Square' }],
  });
  const branch = await prisma.branch.findFirstOrThrow({ where: { accountId, supermarketId } });
  const productIds: number[] = [];
  for (let number = 1; number <= PRODUCTS; number++) {
    const product = { name: `Product ${number}`, weight: 0.5, price: 2.49, category: 'bakery' };
    const { id } = await createProduct(context, product);
    productIds.push(Number(id));
  }
  return {
    accountId,
    key,
    supermarketId: Number(supermarketId),
    branchId: Number(branch.id),
    productIds,
    context,
  };
}
