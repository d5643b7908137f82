import { ask } from '../graphql/ask.ts';
import { storeFile } from '../records/importing.ts';
import { storeRequest } from '../records/logged-request.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
  createWebhook,
  inDays,
} from '../records/records.ts';
import type { SignedIn } from '../service/settings.ts';

export const MARK = '<img src=/settings/icon.svg onload="window.attacked=1" class=attack>';
const SCRIPT = '<script class=attack>window.attacked=1</script>';
const FORMULA = '=HYPERLINK("https://evil.example","open")';

/** Returns a text with all kinds of attacks, which ends in a searchable word. */
export const evil = (word: string) => `${MARK}${SCRIPT}${FORMULA} ${word}`;

/** Creates records whose every text is an attack. Returns the paths of all pages, and the words on each. */
export async function fillWithAttacks(
  account: SignedIn,
): Promise<Record<string, [path: string, words: string[]]>> {
  const supermarket = await createSupermarket(account, {
    name: evil('market'),
    branches: [{ name: evil('branch'), address: evil('address') }],
  });
  const product = await createProduct(account, { name: evil('product'), category: evil('category') });
  const delivery = await createDelivery(account, {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    products: [{ product_id: product.id, quantity: 5 }],
    notes: evil('notes'),
  });
  await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
  await account.database.pool.query(
    `WITH receipt AS (
       INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by)
       VALUES ($1, $2, now(), $4, 'link')
     )
     INSERT INTO receipt_disputes (account_id, delivery_id, product_id, received, reason, question, asked_at, answer, answered_at)
     VALUES ($1, $2, $3, 8, 'missing', $5, now(), $6, now())`,
    [account.id, delivery.id, product.id, evil('receiver'), evil('question'), evil('answer')],
  );
  const pending = await createDelivery(account, {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    products: [{ product_id: product.id, quantity: 5 }],
  });
  const returned = await createReturn(account, {
    delivery_id: delivery.id,
    product_id: product.id,
    reason: `${MARK} reason`,
    description: evil('description'),
  });
  await account.database.pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [
    account.id,
    evil('company'),
  ]);
  await account.database.pool.query('UPDATE api_keys SET name = $2 WHERE account_id = $1', [
    account.id,
    evil('key'),
  ]);
  // The audit log names the key that creates it.
  const webhook = await createWebhook(account, { description: evil('webhook') });
  await account.database.pool.query('UPDATE people SET name = $2 WHERE account_id = $1', [
    account.id,
    evil('person'),
  ]);
  const lots = [{ lot: 'A', quantity: 5 }];
  const query = `mutation ($lots: [DeliveryLotInput!]!, $reason: String!, $instruction: String!) {
    setDeliveryLots(deliveryId: ${delivery.id}, productId: ${product.id}, lots: $lots) { id }
    createWithdrawal(input: {
      kind: WITHDRAWAL, productId: ${product.id}, lots: ["A"], reason: $reason, instruction: $instruction
    }) { id } }`;
  const withdrawn = await ask(account, query, { lots, reason: evil('why'), instruction: evil('what') });
  const withdrawal = withdrawn.createWithdrawal.id;
  const branchId = supermarket.branches[0].id;
  const repeating = await ask(
    account,
    `mutation ($order: CreateStandingOrderInput!, $days: [ClosedDayInput!]!) {
      createStandingOrder(input: $order) { id }
      setClosedDays(branchId: ${branchId}, days: $days) { date } }`,
    {
      order: {
        supermarketId: supermarket.id,
        branchId,
        lines: [{ productId: product.id, quantity: 5 }],
        weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
        startsOn: inDays(0),
        notes: evil('standing'),
      },
      days: [{ date: inDays(20), reason: evil('closed') }],
    },
  );
  const order = repeating.createStandingOrder.id;
  const file = await storeFile(account, evil('column'));
  const request = await storeRequest(account, `evil-${account.id}`, evil('agent'));
  return {
    '/requests': ['/requests', ['key', 'agent']],
    '/requests/:id': [`/requests/${request}`, ['key', 'agent']],
    '/imports': ['/imports', ['key']],
    '/imports/:id': [`/imports/${file.id}`, ['column', 'key']],
    '/': ['/', ['product']],
    '/analytics': ['/analytics?day=created', ['product', 'market']],
    '/performance': ['/performance', []],
    '/calendar': [`/calendar?date=${inDays(5)}`, ['product', 'market', 'branch']],
    '/closed-days': [`/closed-days?branchId=${branchId}`, ['branch', 'market', 'closed']],
    '/standing-orders': ['/standing-orders', ['market', 'branch']],
    '/standing-orders/new': ['/standing-orders/new', ['market']],
    '/standing-orders/:id': [`/standing-orders/${order}`, ['market', 'branch', 'product', 'standing']],
    '/standing-orders/:id/change': [`/standing-orders/${order}/change`, ['product']],
    '/standing-orders/:id/dates/:date': [
      `/standing-orders/${order}/dates/${inDays(5)}`,
      ['market', 'branch', 'product'],
    ],
    '/deliveries': ['/deliveries', ['market']],
    '/deliveries/new': ['/deliveries/new', ['market']],
    '/deliveries/:id': [
      `/deliveries/${delivery.id}`,
      ['market', 'branch', 'address', 'notes', 'product', 'receiver', 'question', 'answer'],
    ],
    '/deliveries/:id/note': [
      `/deliveries/${delivery.id}/note`,
      ['market', 'branch', 'address', 'notes', 'product', 'company'],
    ],
    '/deliveries/notes': [
      '/deliveries/notes',
      ['market', 'branch', 'address', 'notes', 'product', 'company'],
    ],
    '/deliveries/pick-list': ['/deliveries/pick-list', ['product']],
    '/stops': [`/stops?date=${delivery.delivery_date}`, ['market', 'branch', 'address']],
    '/stops/:id': [`/stops/${delivery.id}`, ['market', 'branch', 'address', 'notes', 'product']],
    '/trace': [`/trace?productId=${product.id}`, ['product', 'market', 'branch', 'address']],
    '/withdrawals': ['/withdrawals', ['product']],
    '/withdrawals/new': [`/withdrawals/new?productId=${product.id}&lot=A`, ['product', 'branch']],
    '/withdrawals/:id': [`/withdrawals/${withdrawal}`, ['product', 'branch', 'why', 'what']],
    '/deliveries/:id/change': [`/deliveries/${pending.id}/change`, ['branch', 'product']],
    '/receipts': ['/receipts', ['market', 'branch', 'product', 'receiver', 'question', 'answer']],
    '/returns': ['/returns', ['product']],
    '/returns/:id': [`/returns/${returned.id}`, ['product', 'description']],
    '/products': ['/products', ['product', 'category']],
    '/products/:id': [`/products/${product.id}`, ['product', 'category']],
    '/supermarkets': ['/supermarkets', ['market']],
    '/supermarkets/new': ['/supermarkets/new', []],
    '/supermarkets/:id': [`/supermarkets/${supermarket.id}`, ['market', 'branch', 'address']],
    '/account': ['/account', ['company']],
    '/audit-log': ['/audit-log', ['key']],
    '/keys': ['/keys', ['key']],
    '/people': ['/people', ['person']],
    '/webhooks': ['/webhooks', ['webhook']],
    '/webhooks/:id': [`/webhooks/${webhook.id}`, ['webhook']],
    '/webhooks/:id/messages/:message': [`/webhooks/${webhook.id}/messages/0`, []],
    '/usage': ['/usage', []],
  };
}
