import type { Ask } from './ask.ts';
import { ITEM } from './functions.ts';
import type { Request } from './requests.ts';
import { PAGE_SIZE } from './today.ts';

interface Row {
  id: string;
  supermarket_id: string;
  branch_id: string;
  own: object;
}

/** The columns of a delivery itself. */
const OWN = `id, supermarket_id, branch_id, json_build_object('accountId', account_id, 'id', id,
  'totalValue', trim_scale(total_value)::text, 'deliveryDate', delivery_date, 'status', status,
  'createdAt', created_at) AS own`;

/** Every statement is on one table with the account as a parameter: such alone Citus plans once and keeps. */
export async function readOneSimply(ask: Ask, { account, delivery }: Request): Promise<unknown> {
  const [row] = await ask<Row>(`SELECT ${OWN} FROM deliveries WHERE account_id = $1 AND id = $2`, [
    account,
    delivery,
  ]);
  const name = async (table: string, id: string) =>
    (
      await ask<{ name: string }>(`SELECT name FROM ${table} WHERE account_id = $1 AND id = $2`, [
        account,
        id,
      ])
    )[0];
  const supermarket = await name('supermarkets', row!.supermarket_id);
  const branch = await name('branches', row!.branch_id);
  const [lines] = await ask<{ items: unknown }>(
    `SELECT json_agg(${ITEM} ORDER BY position) AS items FROM delivery_items WHERE account_id = $1 AND delivery_id = $2`,
    [account, delivery],
  );
  return { supermarket, branch, items: lines!.items, ...row!.own };
}

export async function readListSimply(ask: Ask, { account }: Request): Promise<unknown> {
  const rows = await ask<Row>(
    `SELECT ${OWN} FROM deliveries WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
    [account, PAGE_SIZE + 1],
  );
  const page = rows.slice(0, PAGE_SIZE);
  const names = async (table: string, ids: string[]) => {
    const found = await ask<{ id: string; name: string }>(
      `SELECT id, name FROM ${table} WHERE account_id = $1 AND id = ANY($2)`,
      [account, ids],
    );
    return new Map(found.map(({ id, name }) => [id, { name }]));
  };
  const markets = await names(
    'supermarkets',
    page.map(({ supermarket_id: id }) => id),
  );
  const branches = await names(
    'branches',
    page.map(({ branch_id: id }) => id),
  );
  const lines = await ask<{ delivery_id: string; items: unknown }>(
    `SELECT delivery_id, json_agg(${ITEM} ORDER BY position) AS items FROM delivery_items
     WHERE account_id = $1 AND delivery_id = ANY($2) GROUP BY delivery_id`,
    [account, page.map(({ id }) => id)],
  );
  const linesOf = new Map(lines.map(({ delivery_id: id, items }) => [id, items]));
  const [all] = await ask<{ counted: number }>(
    'SELECT count(*)::int AS counted FROM deliveries WHERE account_id = $1',
    [account],
  );
  const items = page.map(({ id, supermarket_id: supermarketId, branch_id: branchId, own }) => ({
    supermarket: markets.get(supermarketId),
    branch: branches.get(branchId),
    items: linesOf.get(id),
    ...own,
  }));
  return { hasMore: rows.length > PAGE_SIZE, items, counted: all!.counted };
}

/** Creates what one statement creates today, in a transaction. */
export async function createSimply(ask: Ask, { account, input }: Request): Promise<string> {
  const { supermarketId, branchId, deliveryDate, notes } = input;
  await ask('BEGIN', []);
  const [branch] = await ask<{ name: string }>(
    `SELECT name FROM branches WHERE account_id = $1 AND supermarket_id = $2 AND id = $3 AND archived_at IS NULL`,
    [account, supermarketId, branchId],
  );
  const products = await ask<{ id: string; name: string; price: string }>(
    `SELECT id, name, price FROM products WHERE account_id = $1 AND id = ANY($2) AND archived_at IS NULL`,
    [account, input.products.map(({ productId }) => productId)],
  );
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = input.products.map(({ productId, quantity }) => ({ ...byId.get(productId)!, quantity }));
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  // Cents, so that the sum is exact.
  const cents = lines.reduce((sum, line) => sum + line.quantity * Math.round(Number(line.price) * 100), 0);
  const [delivery] = await ask<{ id: string; created_at: Date }>(
    `INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, notes, total_quantity, total_value)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, created_at`,
    [account, supermarketId, branchId, deliveryDate, notes, quantity, (cents / 100).toFixed(2)],
  );
  const rows = lines.map((_, at) => {
    const [product, position, name, amount, price] = [3, 4, 5, 6, 7].map((column) => `$${5 * at + column}`);
    return `($1, $2, ${product}, ${position}, ${name}, ${amount}, ${price})`;
  });
  await ask(
    `INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price)
     VALUES ${rows.join(', ')}`,
    [
      account,
      delivery!.id,
      ...lines.flatMap((line, at) => [line.id, at + 1, line.name, line.quantity, line.price]),
    ],
  );
  const [supermarket] = await ask<{ name: string }>(
    'SELECT name FROM supermarkets WHERE account_id = $1 AND id = $2',
    [account, supermarketId],
  );
  const [recipients] = await ask<{ ids: string[] | null }>(
    `SELECT array_agg(id) AS ids FROM webhook_subscriptions
     WHERE account_id = $1 AND status = 'active' AND 'delivery.created' = ANY(events)`,
    [account],
  );
  const body = JSON.stringify({
    event: 'delivery.created',
    timestamp: delivery!.created_at.toISOString(),
    data: {
      delivery_id: Number(delivery!.id),
      supermarket_name: supermarket!.name,
      subchain_name: branch!.name,
      total_value: cents / 100,
      delivery_date: deliveryDate,
      created_at: delivery!.created_at.toISOString(),
    },
  });
  await ask(`INSERT INTO events (account_id, type, body, recipients) VALUES ($1, $2, $3, $4)`, [
    account,
    'delivery.created',
    body,
    recipients!.ids,
  ]);
  await ask('COMMIT', []);
  return delivery!.id;
}
