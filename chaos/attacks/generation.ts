import { until } from '../../lab/stage.ts';
import type { Attack, Attacks, Scene } from '../attack.ts';

const DONE_WITHIN_MS = 300_000;
const ORDERS = 10_000;
const LINES = 3;

/** Standing orders of one account that are due at once, beside the requests of a neighbour. */
export const GENERATION: Attacks = { 'standing-orders-due-at-once': dueAtOnce() };

/** The same beside the callbacks of a neighbour. */
export const GENERATION_AND_CALLBACKS: Attacks = { 'standing-orders-and-callbacks': dueAtOnce() };

function dueAtOnce(): Attack {
  return {
    maxGrowthMiB: 200,
    isLong: true,
    async prepare(scene) {
      const { database } = scene.stage;
      const count = scene.smoke ? 200 : ORDERS;
      const accountId = await createOrders(scene, count);
      const left = async () => {
        const { rows } = await database.pool.query<{ left: number }>(
          'SELECT count(*)::int AS left FROM standing_orders WHERE account_id = $1 AND check_at <= now()',
          [accountId],
        );
        return rows[0]!.left;
      };
      return async () => {
        const started = performance.now();
        await database.pool.query('UPDATE standing_orders SET check_at = now() WHERE account_id = $1', [
          accountId,
        ]);
        const isDone = await until(async () => (await left()) === 0, DONE_WITHIN_MS);
        const seconds = (performance.now() - started) / 1_000;
        const { rows } = await database.pool.query<{ created: number }>(
          'SELECT count(*)::int AS created FROM deliveries WHERE account_id = $1',
          [accountId],
        );
        const { created } = rows[0]!;
        const what = `${created} of ${count} deliveries in ${seconds.toFixed(1)} s`;
        return { what, isWithinBounds: isDone && created === count };
      };
    },
  };
}

/** Creates standing orders whose next date is due, and which nothing looks at yet. */
async function createOrders({ stage, account }: Scene, count: number): Promise<bigint> {
  const { accountId, supermarketId, branchId, productIds } = await account();
  await stage.database.pool.query(
    `WITH standing AS (
       INSERT INTO standing_orders (account_id, supermarket_id, branch_id, weekdays, starts_on, lead_days, generate_at, settled_until)
       SELECT $1, $2, $3, '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}', '2020-01-01', 1, '00:00', now()::date
       FROM generate_series(1, $4) RETURNING account_id, id
     )
     INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity)
     SELECT account_id, id, line_number, product, 10
     FROM standing, unnest($5::bigint[]) WITH ORDINALITY AS each (product, line_number) WHERE line_number <= ${LINES}`,
    [accountId, supermarketId, branchId, count, productIds],
  );
  return accountId;
}
