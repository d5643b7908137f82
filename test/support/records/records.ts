import { WEEKDAY } from '../../../src/schema/core/noun/weekdays.ts';
import type { TestAccount } from '../service/account.ts';
import { PRODUCT } from './product-values.ts';

let serial = 0;

/** Returns the date `days` from today, YYYY-MM-DD in UTC. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

// oxlint-disable-next-line typescript/no-explicit-any -- the record as REST answers it
async function create(account: TestAccount, path: string, body: unknown): Promise<any> {
  const { status, json, text } = await account.call('POST', path, { body });
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`);
  return json.data;
}

/** Creates a supermarket with two branches. */
export function createSupermarket(account: TestAccount, fields: object = {}) {
  return create(account, '/supermarkets', {
    name: `Market ${++serial}`,
    contact_email: 'buying@market.example',
    branches: [
      { name: 'Central', address: '1 Market Square', delivery_window: '06:00-10:00' },
      { name: 'Harbour', address: '2 Quay Street' },
    ],
    ...fields,
  });
}

export function createProduct(account: TestAccount, fields: object = {}) {
  return create(account, '/products', { ...PRODUCT, name: `Product ${++serial}`, ...fields });
}

/** Creates a pending delivery of ten pieces of one product, with the records it needs. */
export async function createDelivery(account: TestAccount, fields: Record<string, unknown> = {}) {
  const supermarket = fields.supermarket_id === undefined ? await createSupermarket(account) : undefined;
  const products = fields.products ?? [{ product_id: (await createProduct(account)).id, quantity: 10 }];
  return create(account, '/deliveries', {
    ...(supermarket && { supermarket_id: supermarket.id, subchain_id: supermarket.branches[0].id }),
    delivery_date: inDays(1),
    products,
    ...fields,
  });
}

export const EVERY_DAY = WEEKDAY.values;

/** Creates a standing order of ten pieces of one product every day, with the records it needs. */
export async function createStandingOrder(account: TestAccount, fields: Record<string, unknown> = {}) {
  const supermarket = fields.supermarket_id === undefined ? await createSupermarket(account) : undefined;
  const lines = fields.lines ?? [{ product_id: (await createProduct(account)).id, quantity: 10 }];
  return create(account, '/standing-orders', {
    ...(supermarket && { supermarket_id: supermarket.id, subchain_id: supermarket.branches[0].id }),
    weekdays: EVERY_DAY,
    starts_on: '2026-01-05',
    lines,
    ...fields,
  });
}

/** Creates a delivery in transit, from which goods can be returned. */
export async function createSentDelivery(account: TestAccount, fields: Record<string, unknown> = {}) {
  const delivery = await createDelivery(account, fields);
  const { json } = await account.call('PATCH', `/deliveries/${delivery.id}`, {
    body: { status: 'in_transit' },
  });
  return json.data;
}

/** Creates a return of one piece of a sent delivery, with the delivery by default. */
export async function createReturn(account: TestAccount, fields: Record<string, unknown> = {}) {
  const delivery = fields.delivery_id === undefined ? await createSentDelivery(account) : undefined;
  return create(account, '/returns', {
    ...(delivery && { delivery_id: delivery.id, product_id: delivery.products[0].product_id }),
    quantity: 1,
    reason: 'damaged',
    return_date: inDays(0),
    ...fields,
  });
}

/** Creates a webhook for new products, by default at an address where nothing listens. */
export function createWebhook(account: TestAccount, fields: object = {}) {
  return create(account, '/webhooks', { url: 'http://127.0.0.1:9/', events: ['product.created'], ...fields });
}

const BODY = '{"event":"product.created","timestamp":"2026-01-01T00:00:00.000Z","data":{}}';

/** Creates a message of a webhook that failed permanently. Returns its webhook-id. */
export async function createMessage({ id, database }: TestAccount, webhookId: number): Promise<string> {
  const [message] = await database.prisma.$queryRaw<[{ webhook_id: string }]>`
    WITH event AS (
      INSERT INTO events (account_id, type, body) VALUES (${id}, 'product.created', ${BODY}) RETURNING *
    )
    INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
    SELECT account_id, ${BigInt(webhookId)}, id, 'failed', NULL FROM event
    RETURNING webhook_id`;
  return message.webhook_id;
}
