import { createAccount, fillPeople, type TestAccount } from '../service/account.ts';
import type { TestService } from '../service/service.ts';
import { storeFile } from './importing.ts';
import { createMessage, createReturn, createWebhook, writeReceipt } from './records.ts';

/** Creates an account with a row in every table with foreign keys. */
export async function createFullAccount(
  service: Pick<TestService, 'url' | 'database'>,
): Promise<TestAccount> {
  const account = await createAccount(service);
  await createReturn(account);
  await service.database.pool.query(
    `INSERT INTO logos (account_id, media_type, width, height, content) VALUES ($1, 'image/png', 1, 1, '\\xff')`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, best_before, quantity)
     SELECT account_id, delivery_id, product_id, 'A', '2099-12-20', 2 FROM delivery_items WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO lot_corrections (account_id, delivery_id, product_id, reason, lots_before, lots_after)
     SELECT account_id, delivery_id, product_id, 'typo', '[]', '[]' FROM delivery_items WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `WITH withdrawal AS (
       INSERT INTO withdrawals (account_id, kind, product_id, lots, reason, instruction)
       SELECT account_id, 'test', id, '{A}', 'r', 'i' FROM products WHERE account_id = $1 LIMIT 1 RETURNING *
     )
     INSERT INTO withdrawal_notices (account_id, withdrawal_id, branch_id, quantity)
     SELECT branch.account_id, withdrawal.id, branch.id, 1 FROM withdrawal JOIN branches branch USING (account_id) LIMIT 1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO notice_links (account_id, token_hash, withdrawal_id, branch_id, expires_at)
     SELECT account_id, sha256('x'), withdrawal_id, branch_id, now() FROM withdrawal_notices WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO withdrawn_dispatches (account_id, delivery_id, withdrawal_id, product_id, lot)
     SELECT account_id, delivery_id, withdrawal.id, product_id, lot
     FROM delivery_item_lots lot JOIN withdrawals withdrawal USING (account_id, product_id) WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    'INSERT INTO earlier_weights SELECT account_id, id, weight FROM products WHERE account_id = $1',
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO price_changes (account_id, product_id, price_before, price_after)
     SELECT account_id, id, price, price + 1 FROM products WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO closed_days (account_id, branch_id, date, reason, source)
     SELECT account_id, id, '2099-12-24', 'Stocktaking', 'typed' FROM branches WHERE account_id = $1 LIMIT 1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO saved_views (account_id, person_id, list, name, search)
     SELECT account_id, id, 'deliveries', 'Not sent yet', 'status=PENDING' FROM people WHERE account_id = $1 LIMIT 1`,
    [account.id],
  );
  await service.database.pool.query(
    `WITH standing AS (
       INSERT INTO standing_orders (account_id, supermarket_id, branch_id, weekdays, starts_on, settled_until)
       SELECT account_id, supermarket_id, id, '{monday}', '2026-01-01', '2026-01-01' FROM branches WHERE account_id = $1
       LIMIT 1 RETURNING *
     ), line AS (
       INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity)
       SELECT standing.account_id, standing.id, 0, product.id, 1 FROM standing JOIN products product USING (account_id) LIMIT 1
     ), occurrence AS (
       INSERT INTO occurrences (account_id, standing_order_id, date, status)
       SELECT account_id, id, '2026-01-05', 'skipped' FROM standing
     )
     UPDATE deliveries SET standing_order_id = standing.id, occurrence_date = '2026-01-12'
     FROM standing WHERE deliveries.account_id = standing.account_id`,
    [account.id],
  );
  const webhookId = await createMessage(account, (await createWebhook(account)).id);
  await service.database.pool.query(
    `INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms)
     SELECT account_id, id, now(), 1 FROM webhook_messages WHERE account_id = $1 AND webhook_id = $2`,
    [account.id, webhookId],
  );
  await writeReceipt(account);
  await service.database.pool.query(
    `INSERT INTO request_counts SELECT account_id, id, date_trunc('hour', now(), 'UTC'), 1, 0, 0
     FROM api_keys WHERE account_id = $1 ON CONFLICT DO NOTHING`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO request_failures
     SELECT account_id, now(), id, 'other', 404, 'not_found', 1 FROM api_keys WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `WITH earlier AS (
       INSERT INTO webhook_earlier_secrets (account_id, subscription_id, secret, expires_at)
       SELECT account_id, id, 's', now() FROM webhook_subscriptions WHERE account_id = $1
     )
     INSERT INTO api_key_earlier_secrets SELECT account_id, id, secret_hash, now() FROM api_keys WHERE account_id = $1`,
    [account.id],
  );
  await storeFile(account, 'half');
  await fillPeople(account);
  return account;
}
