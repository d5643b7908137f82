import type { TestAccount } from '../../support/service/account.ts';

/** The promise to each supermarket: the days of shelf life, and the percentage. */
export const PROMISES: { days: number | null; percent: number | null }[] = [
  { days: 3, percent: 50 },
  { days: null, percent: 34 },
];
/** The shelf life of each product, in days. */
export const SHELF_LIVES = [4, null, 10, 7, null];

/** Gives the supermarkets and products of the account, in their order, the promises and shelf lives above. */
export async function promiseShelfLife(account: TestAccount): Promise<void> {
  const days = PROMISES.map((promise) => promise.days);
  const percents = PROMISES.map((promise) => promise.percent);
  await setEach(account, 'supermarkets', 'min_remaining_days', 'int', days);
  await setEach(account, 'supermarkets', 'min_remaining_percent', 'int', percents);
  await setEach(account, 'products', 'shelf_life_days', 'int', SHELF_LIVES);
}

/** Sets a column of the account's records of a table, in the order of their ids. */
export async function setEach(
  { id, database: { pool } }: TestAccount,
  table: string,
  column: string,
  type: string,
  values: readonly unknown[],
): Promise<void> {
  await pool.query(
    `UPDATE ${table} SET ${column} = ($2::${type}[])[n]
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM ${table} WHERE account_id = $1) AS numbered
     WHERE account_id = $1 AND ${table}.id = numbered.id`,
    [id, values],
  );
}

interface Dated {
  id: string;
  due: string;
  lines: { product: number; left: (number | null)[] }[];
}

/** Writes a lot of one piece for each of the days left, in turn with a best-before and a use-by date. */
export async function writeDatedLots(
  { id, database }: TestAccount,
  deliveries: Dated[],
  products: { id: string }[],
): Promise<void> {
  const lots = deliveries.flatMap(({ id: delivery, due, lines }) =>
    lines.flatMap(({ product, left }) =>
      left.map((days, n) => ({ delivery, due, product: products[product]!.id, days, lot: `L${n}` })),
    ),
  );
  await database.pool.query(
    `INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, best_before, use_by, quantity)
     SELECT $1, delivery, product, lot, CASE WHEN lot = 'L0' THEN due + days END,
            CASE WHEN lot <> 'L0' THEN due + days END, 1
     FROM jsonb_to_recordset($2) AS each (delivery bigint, product bigint, due date, days int, lot text)`,
    [id, JSON.stringify(lots)],
  );
}
