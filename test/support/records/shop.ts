import { ask } from '../graphql/ask.ts';
import type { SignedIn } from '../service/settings.ts';
import { storeFile } from './importing.ts';
import { storeRequest } from './logged-request.ts';
import {
  createDelivery,
  createMessage,
  createProduct,
  createReturn,
  createSupermarket,
  createWebhook,
  inDays,
} from './records.ts';

const LOT = `L4711-${'x'.repeat(58)}`;
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen-und-Feinkosthandel Nachfolger';

/** Gives an account some of everything, including overlong names. Use it to visit all pages, whose paths it returns. */
export async function fillShop(account: SignedIn): Promise<Record<string, string>> {
  const supermarket = await createSupermarket(account, { name: LONG });
  const product = await createProduct(account, { name: LONG });
  const delivery = await createDelivery(account, {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    products: [
      { product_id: product.id, quantity: 24, lots: [{ lot: LOT, use_by: '2099-12-20', quantity: 12 }] },
    ],
    notes: LONG,
  });
  await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
  const returned = await createReturn(account, {
    delivery_id: delivery.id,
    product_id: product.id,
    description: LONG,
  });
  const pending = await createDelivery(account);
  await addMissed(account);
  const withdrawal = await withdraw(account, String(product.id));
  const webhook = await createWebhook(account, { description: LONG });
  const message = await createMessage(account, webhook.id);
  await addTroubles(account, { webhook: webhook.id, deactivated: (await createWebhook(account)).id });
  const order = await repeat(account, supermarket, product.id);
  const { id: file } = await storeFile(account, LONG);
  const request = await storeRequest(account, `shop/${account.id}`, LONG);
  return {
    '/imports/:id': `/imports/${file}`,
    '/requests/:id': `/requests/${encodeURIComponent(request)}`,
    '/deliveries/:id': `/deliveries/${delivery.id}`,
    '/deliveries/:id/change': `/deliveries/${pending.id}/change`,
    '/deliveries/:id/note': `/deliveries/${delivery.id}/note`,
    '/standing-orders/new': `/standing-orders/new?delivery=${delivery.id}`,
    '/standing-orders/:id': `/standing-orders/${order}`,
    '/standing-orders/:id/change': `/standing-orders/${order}/change`,
    '/standing-orders/:id/dates/:date': `/standing-orders/${order}/dates/${inDays(5)}`,
    '/calendar': `/calendar?date=${inDays(5)}`,
    '/returns/:id': `/returns/${returned.id}`,
    '/products/:id': `/products/${product.id}`,
    '/stops': `/stops?date=${delivery.delivery_date}`,
    '/stops/:id': `/stops/${delivery.id}`,
    '/trace': `/trace?productId=${product.id}`,
    '/withdrawals/new': `/withdrawals/new?productId=${product.id}&lot=${LOT}`,
    '/withdrawals/:id': `/withdrawals/${withdrawal}`,
    '/supermarkets/:id': `/supermarkets/${supermarket.id}`,
    '/webhooks/:id': `/webhooks/${webhook.id}`,
    '/webhooks/:id/messages/:message': `/webhooks/${webhook.id}/messages/${message}`,
  };
}

/** Creates a standing order for each day, one of whose dates is skipped, and returns its id. */
async function repeat(
  account: SignedIn,
  supermarket: { id: number; branches: { id: number }[] },
  productId: number,
): Promise<string> {
  const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const input = {
    supermarketId: supermarket.id,
    branchId: supermarket.branches[0]!.id,
    lines: [
      { productId, quantity: 24, weekdays: weekdays.slice(0, 5) },
      { productId, quantity: 12, weekdays: weekdays.slice(5) },
    ],
    weekdays,
    startsOn: inDays(0),
    notes: LONG,
    reference: `S-${LONG}`,
  };
  const { createStandingOrder } = await ask(
    account,
    'mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }',
    { input },
  );
  const { id } = createStandingOrder as { id: string };
  await ask(
    account,
    'mutation ($id: ID!, $date: Date!) { skipOccurrence(id: $id, date: $date) { status } }',
    {
      id,
      date: inDays(6),
    },
  );
  return id;
}

/** Starts a test of a withdrawal, and returns its id. */
async function withdraw(account: SignedIn, productId: string): Promise<string> {
  const { createWithdrawal } = await ask(
    account,
    'mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id } }',
    { input: { kind: 'TEST', productId, lots: [LOT], reason: LONG, instruction: LONG } },
  );
  return createWithdrawal.id;
}

/** Completes a delivery that was due yesterday, with goods that were refused at the door. */
async function addMissed(account: SignedIn): Promise<void> {
  const { delivery_id } = await createReturn(account);
  await account.database.pool.query(
    `UPDATE deliveries SET delivery_date = current_date - 1, status = 'completed', completed_at = now()
     WHERE account_id = $1 AND id = $2`,
    [account.id, delivery_id],
  );
}

/** Archives a product and a branch, and causes failed requests, failing and deactivated webhooks. */
async function addTroubles(
  account: SignedIn,
  { webhook, deactivated }: { webhook: number; deactivated: number },
): Promise<void> {
  const { pool } = account.database;
  const { id } = await createProduct(account);
  const of = (...values: unknown[]) => [account.id, ...values];
  await pool.query('UPDATE products SET archived_at = now() WHERE account_id = $1 AND id = $2', of(id));
  await pool.query(
    `UPDATE branches SET archived_at = now() WHERE account_id = $1 AND name = 'Harbour'`,
    of(),
  );
  await pool.query(
    `INSERT INTO request_failures
     SELECT account_id, now() AT TIME ZONE 'UTC', id, 'PUT /api/v1/webhooks/{webhook_id}/rotate-secret', 405,
            'method_not_allowed', 3
     FROM api_keys WHERE account_id = $1`,
    of(),
  );
  await pool.query(
    'UPDATE webhook_subscriptions SET consecutive_failures = 3 WHERE account_id = $1 AND id = $2',
    of(webhook),
  );
  await pool.query(
    `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now(),
            deactivation_error = 'timeout', consecutive_failures = 10
     WHERE account_id = $1 AND id = $2`,
    of(deactivated),
  );
}
