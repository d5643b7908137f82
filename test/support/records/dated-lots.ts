import type { TestAccount } from '../service/account.ts';

/** By supermarket: the days of shelf life that it is promised, and the percentage. */
export const PROMISES: { days: number | null; percent: number | null }[] = [
  { days: 3, percent: 50 },
  { days: null, percent: 34 },
];
/** By product, in days. */
export const SHELF_LIVES = [4, null, 10, 7, null];

/** Gives the supermarkets and products of the account, in their order, the promises and shelf lives above. */
export async function promiseShelfLife({ id, database: { pool } }: TestAccount): Promise<void> {
  await pool.query(
    `UPDATE supermarkets SET min_remaining_days = ($2::int[])[n], min_remaining_percent = ($3::int[])[n]
     FROM ${numbered('supermarkets')} WHERE account_id = $1 AND supermarkets.id = numbered.id`,
    [id, PROMISES.map(({ days }) => days), PROMISES.map(({ percent }) => percent)],
  );
  await pool.query(
    `UPDATE products SET shelf_life_days = ($2::int[])[n]
     FROM ${numbered('products')} WHERE account_id = $1 AND products.id = numbered.id`,
    [id, SHELF_LIVES],
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

function numbered(table: string): string {
  return `(SELECT id, row_number() OVER (ORDER BY id) AS n FROM ${table} WHERE account_id = $1) AS numbered`;
}
