import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { ask } from '../support/graphql/ask.ts';
import { useExplained } from '../support/database/explained.ts';
import { useService } from '../support/service/service.ts';
import { fillVolume } from '../support/records/volume.ts';

const service = useService({ own: 'looks at plans' });
const explained = useExplained(service);

/** The number of deliveries, so large that PostgreSQL does not read all of them for fifty. */
const DELIVERIES = 15_000;
const LINES = 3_000;
const LINES_OF_A_LOT = 50;
const TRACE = `query ($product: ID!) {
  lotTrace(productId: $product, lot: "L7", first: 10) {
    nodes { lot } totals { quantity } balance { delivered linesChecked }
  }
}`;

it('reads the rows of a lot, and of its product the newest lines, by indexes', async () => {
  const { pool } = service.database;
  const account = await createAccount(service);
  await fillVolume(service, account.id, DELIVERIES);
  const { rows } = await pool.query<{ product: string }>(
    'SELECT min(id) AS product FROM products WHERE account_id = $1',
    [account.id],
  );
  const { product } = rows[0]!;
  // One more line of one product, in lots by turns.
  await pool.query(
    `WITH sent AS (
       SELECT id, row_number() OVER (ORDER BY id) AS n FROM deliveries
       WHERE account_id = $1 AND status = 'completed' ORDER BY id DESC LIMIT ${LINES}
     ), item AS (
       INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
       SELECT $1, id, $2, 2, 'Goods', 1, 1, 1 FROM sent RETURNING delivery_id
     )
     INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, best_before, quantity)
     SELECT $1, delivery_id, $2, 'L' || n % ${LINES / LINES_OF_A_LOT}, '2027-01-01', 1
     FROM item JOIN sent ON sent.id = delivery_id`,
    [account.id, product],
  );
  await pool.query('ANALYZE');
  explained.length = 0;
  const { lotTrace } = await ask(account, TRACE, { product });
  expect(lotTrace.balance).toEqual({ delivered: LINES_OF_A_LOT, linesChecked: LINES + 1 });
  const plans = explained.filter((plan) => plan.includes('delivery_item_lots'));
  // The lots, their totals and the balance.
  expect(plans).toHaveLength(3);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on deliver/);
    const read = [...plan.matchAll(/rows=(\d+)(?:\.\d+)? loops/g)].map(([, count]) => Number(count));
    const most = plan.includes('lotless') ? LINES + 1 : LINES_OF_A_LOT;
    expect({ plan, more: read.filter((count) => count > most) }).toEqual({ plan, more: [] });
  }
  explained.length = 0;
  const near = await ask(account, '{ lotTrace(lot: "l 07x") { suggestions } }');
  expect(near.lotTrace.suggestions).toContain('L7');
  const plan = explained.find((each) => each.includes('lot_key'));
  expect(plan).toContain('delivery_item_lots_key_idx');
  expect(plan).not.toMatch(/Seq Scan on deliver/);
});
