import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../src/schema/core/caller/roles.ts';
import { changeRow } from './change-row.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createFullAccount } from '../support/records/full-account.ts';
import { createReturn } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let account: TestAccount;

// A delivery in transit with one item of ten pieces, one of them returned, and a row in every other table.
beforeAll(async () => {
  account = await createFullAccount(service);
});

const CHECK = '23514';
const NOT_NULL = '23502';
const FOREIGN_KEY = '23503';

/**
 * The values that a column accepts and refuses, as SQL; the last accepted one is the closest to the limit.
 */
const columns: [column: string, taken: string[], refused: string[]][] = [
  ['accounts.plan', [`'free'`, `'pro'`, `'business'`], [`'gold'`, `'Free'`, `''`]],
  ['accounts.email', [`'own-' || id || '@supplier.example'`], [`'Own-' || id || '@supplier.example'`]],
  ['accounts.currency', [`'CHF'`], [`'chf'`, `'EURO'`, `''`]],
  ['accounts.name', [`repeat('n', 200)`, `'n'`], [`repeat('n', 201)`, `''`]],
  ['api_keys.scopes', [`'{returns:read}'`], [`'{returns:read,returns:delete}'`, `'{}'`, `'{NULL}'`]],
  ['api_keys.secret_hash', [`sha256('secret')`], [`'\\x00'`]],
  ['sessions.token_hash', [`sha256('other')`], [`'\\x00'`]],
  ['sessions.user_agent', ['NULL', `repeat('u', 200)`], [`repeat('u', 201)`]],
  ['known_devices.token_hash', [`sha256('other')`], [`'\\x00'`]],
  ...['people', 'invitations'].flatMap((table): typeof columns => [
    [`${table}.email`, [`'own-' || email`], [`upper(email)`]],
    [`${table}.name`, [`repeat('n', 200)`, `'n'`], [`repeat('n', 201)`, `''`]],
    [`${table}.role`, ROLES.map((role) => `'${role}'`), [`'Owner'`, `'admin'`, `''`]],
  ]),
  ['second_factors.recovery_codes', [`array_fill('c'::text, '{10}')`], [`array_fill('c'::text, '{11}')`]],
  ['invitations.token_hash', [`sha256('other')`], [`'\\x00'`]],
  ['password_resets.token_hash', [`sha256('other')`], [`'\\x00'`]],
  ['request_counts.hour', [`'2026-01-01T10:00Z'`], [`'2026-01-01T10:00:01Z'`]],
  ['request_counts.requests', ['0'], ['-1']],
  ['request_counts.refused', ['0'], ['-1']],
  ['request_counts.failed', ['0'], ['-1']],
  ['request_failures.endpoint', [`repeat('e', 200)`], [`repeat('e', 201)`]],
  ['request_failures.status', ['400', '499'], ['399', '500']],
  ['request_failures.code', [`repeat('c', 50)`], [`repeat('c', 51)`]],
  ['request_failures.requests', ['0'], ['-1']],
  ['supermarkets.name', [`repeat('n', 200)`, `'n'`], [`repeat('n', 201)`, `''`]],
  [
    'branches.delivery_window',
    [`NULL`, `'00:00-23:59'`, `'09:59-10:00'`, `'10:00-09:00'`],
    [`'10:00-10:00'`, `'24:00-25:00'`, `'09:60-10:00'`, `'9:00-10:00'`, `''`],
  ],
  ['products.price', ['9999999.99', '0'], ['-0.01']],
  ['products.weight', ['0.001'], ['0', '-1', '0.0004']],
  ['products.sequence_number', ['9'], ['0']],
  ['product_sequences.last_number', ['1'], ['0']],
  ['deliveries.delivery_date', [`'1900-01-01'`, `'2100-12-31'`], [`'1899-12-31'`, `'2101-01-01'`]],
  ['deliveries.notes', [`NULL`, `repeat('n', 2000)`], [`repeat('n', 2001)`]],
  ['deliveries.total_quantity', ['1'], ['0', '-1']],
  ['deliveries.total_weight', ['0.001'], ['0', '-1']],
  ['delivery_items.weight', ['0.001'], ['0', '-1']],
  ['deliveries.total_value', ['0'], ['-0.01']],
  ['delivery_items.quantity', ['1', '1000000'], ['0', '1000001', '-1']],
  ['delivery_items.returned_quantity', ['0', 'quantity'], ['-1', 'quantity + 1']],
  ['delivery_items.unit_price', ['0'], ['-0.01']],
  ['delivery_item_lots.lot', [`repeat('l', 64)`, 'NULL'], [`repeat('l', 65)`, `''`]],
  ['delivery_item_lots.best_before', ['NULL', `'2100-12-31'`], [`'2101-01-01'`]],
  ['delivery_item_lots.use_by', ['NULL'], [`'2099-12-20'`]],
  ['delivery_item_lots.quantity', ['1', '1000000'], ['0', '1000001']],
  ['delivery_item_lots.returned_quantity', ['0', 'quantity'], ['-1', 'quantity + 1']],
  ['delivery_item_lots.reason', ['NULL'], [`'typo'`]],
  ['products.lot_tracking', [`'none'`, `'required'`], [`'always'`]],
  ['returns.lot', ['NULL', `repeat('l', 64)`], [`repeat('l', 65)`, `''`]],
  ['returns.quantity', ['1', '1000000'], ['0', '1000001', '-1']],
  ['returns.reason', [`repeat('r', 100)`], [`repeat('r', 101)`, `''`]],
  ['returns.return_date', [`'1900-01-01'`, `'2100-12-31'`], [`'1899-12-31'`, `'2101-01-01'`]],
  ['returns.credit_amount', ['0'], ['-0.01']],
  ['receipts.received_by', [`repeat('r', 200)`], [`repeat('r', 201)`, `''`]],
  ['receipts.recorded_by', [`'session'`, `'key'`, `'link'`], [`'robot'`]],
  ['receipts.signature', [`NULL`, `repeat('M', 65536)`], [`repeat('M', 65537)`]],
  ['receipts.temperatures', [`'[]'`], [`'{}'`]],
  ['logos.media_type', [`'image/png'`], [`'image/svg+xml'`, `'image/webp'`]],
  ['receipt_photos.media_type', [`'image/webp'`], [`'image/svg+xml'`]],
  ['receipt_photos.content', [`'\\xff'`], [`''`]],
  ['receipt_disputes.lot', [`repeat('l', 64)`], [`repeat('l', 65)`, `''`]],
  ['receipt_disputes.delivered', ['1000000'], ['-1']],
  ['receipt_disputes.received', ['0'], ['-1']],
  ['receipt_disputes.reason', [`repeat('r', 100)`], [`repeat('r', 101)`, `''`]],
  ['receipt_disputes.status', [`'open'`, `'accepted'`, `'declined'`], [`'lost'`]],
  ['receipts.state', [`'confirmed'`, `'disputed'`, `'asked'`, `'settled'`], [`'lost'`]],
  ['receipt_links.token_hash', [`sha256('other')`], [`'\\x00'`]],
  ['webhook_subscriptions.events', [`'{return.created}'`], [`'{return.deleted}'`, `'{}'`]],
  ['webhook_subscriptions.url', [`repeat('u', 2000)`], [`repeat('u', 2001)`, `''`]],
];

describe.each(columns)('%s', (column, taken, refused) => {
  const [table, name] = column.split('.') as [string, string];
  it.each(taken)('takes %s', async (value) => {
    expect(await change(table, `${name} = ${value}`)).toBe('taken');
  });
  it.each(refused)('refuses %s', async (value) => {
    expect(await change(table, `${name} = ${value}`)).toBe(CHECK);
  });
});

describe('the states of a delivery', () => {
  const times = ['in_transit_at', 'completed_at', 'cancelled_at'];
  const timesOf: Record<string, string[]> = {
    pending: [],
    in_transit: ['in_transit_at'],
    completed: ['in_transit_at', 'completed_at'],
    cancelled: ['cancelled_at'],
  };
  const subsets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => times.filter((_, index) => bits & (1 << index)));

  it.each(Object.keys(timesOf))('has the times of %s and no others', async (status) => {
    for (const given of subsets) {
      const set = times.map((time) => `${time} = ${given.includes(time) ? 'now()' : 'NULL'}`);
      const isRight = given.join() === timesOf[status]!.join();
      const outcome = await change('deliveries', `status = '${status}', ${set.join()}`);
      expect([given, outcome]).toEqual([given, isRight ? 'taken' : CHECK]);
    }
  });

  it('has no other state', async () => {
    expect(await change('deliveries', `status = 'lost', in_transit_at = NULL`)).toBe(CHECK);
  });
});

describe('a question about a dispute', () => {
  it.each([
    [`question = 'Why?', asked_at = now()`, 'taken'],
    [`asked_at = now()`, CHECK],
    [`question = 'Why?', asked_at = now(), answer = 'So', answered_at = now()`, 'taken'],
    [`answered_at = now()`, CHECK],
  ])('with %s is %s', async (set, outcome) => {
    expect(await change('receipt_disputes', set)).toBe(outcome);
  });

  it('is about a line that is disputed once', async () => {
    const again = service.database.pool.query(
      `INSERT INTO receipt_disputes (account_id, delivery_id, product_id, received, reason)
       SELECT account_id, delivery_id, product_id, 0, 'missing' FROM receipt_disputes WHERE account_id = $1`,
      [account.id],
    );
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });
});

describe('the sign of a return', () => {
  // The number of the row itself, which has to exist.
  it.each([
    [`reverses_id = id, quantity = -1, credit_amount = -credit_amount`, 'taken'],
    [`reverses_id = id, quantity = -1000000, credit_amount = 0`, 'taken'],
    [`reverses_id = id, quantity = -1000001, credit_amount = 0`, CHECK],
    [`reverses_id = id, quantity = -1`, CHECK],
    [`reverses_id = id, credit_amount = -credit_amount`, CHECK],
    [`reverses_id = id, quantity = -1, credit_amount = 0, reversed_by_id = id`, CHECK],
    [`quantity = -1`, CHECK],
    [`reversed_by_id = id`, 'taken'],
    [`reversed_by_id = id, quantity = -1, credit_amount = 0`, CHECK],
    [`reverses_id = -1, quantity = -1, credit_amount = 0`, FOREIGN_KEY],
    [`reversed_by_id = -1`, FOREIGN_KEY],
  ])('with %s is %s', async (set, outcome) => {
    expect(await change('returns', set)).toBe(outcome);
  });

  it('lets a return be reversed once', async () => {
    const other = await createAccount(service);
    const { id } = await createReturn(other);
    const copies = (count: number) =>
      service.database.pool.query(
        `INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason, return_date,
                              credit_amount, reverses_id)
         SELECT account_id, delivery_id, product_id, supermarket_id, -quantity, reason, return_date,
                -credit_amount, id
         FROM returns, generate_series(1, $2) WHERE id = $1`,
        [id, count],
      );
    await expect(copies(2)).rejects.toMatchObject({ code: '23505' });
    await copies(1);
    await expect(copies(1)).rejects.toMatchObject({ code: '23505' });
  });
});

describe('the states of a webhook', () => {
  it.each([
    [`status = 'deactivated', deactivated_at = now()`, 'taken'],
    [`status = 'deactivated'`, CHECK],
    [`deactivated_at = now()`, CHECK],
    [`status = 'paused'`, CHECK],
    [`previous_secret = 's', previous_secret_expires_at = now()`, 'taken'],
    [`previous_secret = 's'`, CHECK],
    [`previous_secret_expires_at = now()`, CHECK],
  ])('with %s get %s', async (set, outcome) => {
    expect(await change('webhook_subscriptions', set)).toBe(outcome);
  });
});

describe('what a row must have', () => {
  it.each([
    'accounts.email',
    'accounts.plan',
    'api_keys.scopes',
    'sessions.expires_at',
    'sessions.token_hash',
    'known_devices.expires_at',
    'people.password_hash',
    'sessions.person_id',
    'supermarkets.contact_email',
    'branches.address',
    'products.price',
    'products.weight',
    'deliveries.status',
    'deliveries.delivery_date',
    'deliveries.total_weight',
    'delivery_items.quantity',
    'delivery_items.weight',
    'delivery_items.returned_quantity',
    'returns.reason',
    'returns.return_date',
    'webhook_subscriptions.events',
  ])('includes %s', async (column) => {
    const [table, name] = column.split('.') as [string, string];
    expect(await change(table, `${name} = NULL`)).toBe(NOT_NULL);
  });
});

/** Changes one row of the account and rolls back. Returns 'taken', or the code of the error. */
function change(table: string, set: string): Promise<string> {
  return changeRow(service.database.pool, account.id, table, set);
}
