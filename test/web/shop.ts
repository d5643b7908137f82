import { ask } from '../support/graphql/ask.ts';
import type { SignedIn } from '../support/service/settings.ts';
import { createContainerType, SET_CONTAINERS } from '../support/records/containers.ts';
import { storeFile } from '../support/records/importing.ts';
import { storeRequest } from '../support/records/logged-request.ts';
import {
  createDelivery,
  createMessage,
  createProduct,
  createReturn,
  createSupermarket,
  createWebhook,
  EVERY_DAY,
  inDays,
} from '../support/records/records.ts';

const LOT = `L4711-${'x'.repeat(58)}`;
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen-und-Feinkosthandel Nachfolger';

/** Texts that are not overlong, because they usually are not. */
const SHORT: Record<string, string> = {
  address: '1 Market Square',
  branch: 'Central',
  category: 'bakery',
  reason: 'damaged',
};

/**
 * Gives an account some of everything, including overlong names. Use it to visit all pages, whose paths it
 * returns.
 *
 * @param textOf returns another text, for a word that says which
 */
export async function fillShop(
  account: SignedIn,
  textOf: (word: string) => string = (word) => SHORT[word] ?? LONG,
): Promise<Record<string, string>> {
  const supermarket = await createSupermarket(account, {
    name: textOf('market'),
    branches: [
      { name: textOf('branch'), address: textOf('address') },
      { name: 'Harbour', address: '2 Quay Street' },
    ],
  });
  const branchId = supermarket.branches[0].id;
  const product = await createProduct(account, {
    name: textOf('product'),
    category: textOf('category'),
    // The number that tests type: a change by more than half would be asked about.
    price: 7,
  });
  const place = { supermarket_id: supermarket.id, subchain_id: branchId };
  const products = [{ product_id: product.id, quantity: 24 }];
  const delivery = await createDelivery(account, {
    ...place,
    products: [{ ...products[0], lots: [{ lot: LOT, use_by: '2099-12-20', quantity: 12 }] }],
    notes: textOf('notes'),
  });
  await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
  const returned = await createReturn(account, {
    delivery_id: delivery.id,
    product_id: product.id,
    reason: textOf('reason').slice(0, 100),
    description: textOf('description'),
  });
  const pending = await createDelivery(account, { ...place, products });
  await addMissed(account);
  const { createWithdrawal: withdrawal, createStandingOrder: order } = await ask(
    account,
    WITHDRAW_AND_REPEAT,
    {
      withdrawal: {
        kind: 'TEST',
        productId: product.id,
        lots: [LOT],
        reason: textOf('why'),
        instruction: textOf('what'),
      },
      order: {
        supermarketId: supermarket.id,
        branchId,
        lines: [
          { productId: product.id, quantity: 24, weekdays: WEEKDAYS.slice(0, 5) },
          { productId: product.id, quantity: 12, weekdays: WEEKDAYS.slice(5) },
        ],
        weekdays: WEEKDAYS,
        startsOn: inDays(0),
        notes: textOf('standing'),
        reference: `S-${LONG}`,
      },
      branchId,
      days: [{ date: inDays(20), reason: textOf('closed') }],
    },
  );
  const skip = 'mutation ($id: ID!, $date: Date!) { skipOccurrence(id: $id, date: $date) { status } }';
  await ask(account, skip, { id: order.id, date: inDays(6) });
  const typeId = await createContainerType(account, { name: textOf('crate'), deposit: 12.5 });
  await ask(account, SET_CONTAINERS, {
    deliveryId: String(delivery.id),
    rows: [{ typeId, out: 10, back: 4 }],
  });
  const { rows } = await account.database.pool.query(
    'SELECT id FROM people WHERE account_id = $1 ORDER BY id LIMIT 1',
    [account.id],
  );
  const [driverId, date] = [rows[0].id, delivery.delivery_date];
  const { createTour: tour } = await ask(account, CREATE_TOURS, {
    tour: { date, name: textOf('tour'), vehicle: textOf('vehicle'), driverId, deliveryIds: [delivery.id] },
    empty: { date, startsAt: '05:30' },
    template: { name: textOf('template'), weekdays: WEEKDAYS, branchIds: [branchId], driverId },
  });
  const webhook = await createWebhook(account, { description: textOf('webhook') });
  const message = await createMessage(account, webhook.id);
  await addTroubles(account, { webhook: webhook.id, deactivated: (await createWebhook(account)).id });
  const { id: file } = await storeFile(account, textOf('column'));
  const request = await storeRequest(account, `shop/${account.id}`, textOf('agent'));
  return {
    '/imports/:id': `/imports/${file}`,
    '/requests/:id': `/requests/${encodeURIComponent(request)}`,
    '/deliveries/:id': `/deliveries/${delivery.id}`,
    '/deliveries/:id/change': `/deliveries/${pending.id}/change`,
    '/deliveries/:id/note': `/deliveries/${delivery.id}/note`,
    '/standing-orders/new': `/standing-orders/new?delivery=${delivery.id}`,
    '/standing-orders/:id': `/standing-orders/${order.id}`,
    '/standing-orders/:id/change': `/standing-orders/${order.id}/change`,
    '/standing-orders/:id/dates/:date': `/standing-orders/${order.id}/dates/${inDays(5)}`,
    '/calendar': `/calendar?date=${inDays(5)}`,
    '/returns/:id': `/returns/${returned.id}`,
    '/products/:id': `/products/${product.id}`,
    '/stops': `/stops?date=${delivery.delivery_date}`,
    '/stops/:id': `/stops/${delivery.id}`,
    '/trace': `/trace?productId=${product.id}`,
    '/withdrawals/new': `/withdrawals/new?productId=${product.id}&lot=${LOT}`,
    '/withdrawals/:id': `/withdrawals/${withdrawal.id}`,
    '/supermarkets/:id': `/supermarkets/${supermarket.id}`,
    '/supermarkets/:id/prices': `/supermarkets/${supermarket.id}/prices`,
    '/tours': `/tours?date=${date}`,
    '/tours/sheets': `/tours/sheets?date=${date}&sheet=day`,
    '/tours/:id': `/tours/${tour.id}`,
    '/webhooks/:id': `/webhooks/${webhook.id}`,
    '/webhooks/:id/messages/:message': `/webhooks/${webhook.id}/messages/${message}`,
  };
}

const WEEKDAYS = EVERY_DAY.map((day) => day.toUpperCase());
const WITHDRAW_AND_REPEAT = `mutation ($withdrawal: CreateWithdrawalInput!, $order: CreateStandingOrderInput!) {
  createWithdrawal(input: $withdrawal) { id }
  createStandingOrder(input: $order) { id }
}`;

const CREATE_TOURS = `mutation ($tour: CreateTourInput!, $empty: CreateTourInput!, $template: CreateTourTemplateInput!) {
  createTour(input: $tour) { id }
  empty: createTour(input: $empty) { id }
  createTourTemplate(input: $template) { id }
}`;

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
