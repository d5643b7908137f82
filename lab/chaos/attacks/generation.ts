import { fillStandingOrders } from '../../fill.ts';
import { until } from '../../stage.ts';
import type { Attack, Attacks } from '../attack.ts';

const DONE_WITHIN_MS = 300_000;
const ORDERS = 10_000;
const LINES = 3;

/** Standing orders of one account that are due at once, beside the requests of a neighbour. */
export const GENERATION: Attacks = { 'standing-orders-due-at-once': dueAtOnce() };

/** Standing orders of one account that are due at once, beside the callbacks of a neighbour. */
export const GENERATION_AND_CALLBACKS: Attacks = { 'standing-orders-and-callbacks': dueAtOnce() };

function dueAtOnce(): Attack {
  return {
    maxGrowthMiB: 200,
    isLong: true,
    async prepare({ stage: { database }, account, smoke }) {
      const count = smoke ? 200 : ORDERS;
      const supplier = await account();
      const { accountId } = supplier;
      // The orders are not due before the attack begins.
      await fillStandingOrders(database, supplier, { count, lead: 1, lines: LINES });
      const left = () =>
        database.prisma.standingOrder.count({ where: { accountId, checkAt: { lte: new Date() } } });
      return async () => {
        const started = performance.now();
        await database.pool.query('UPDATE standing_orders SET check_at = now() WHERE account_id = $1', [
          accountId,
        ]);
        const isDone = await until(async () => (await left()) === 0, DONE_WITHIN_MS);
        const seconds = (performance.now() - started) / 1_000;
        const created = await database.prisma.delivery.count({ where: { accountId } });
        const what = `${created} of ${count} deliveries in ${seconds.toFixed(1)} s`;
        return { what, isWithinBounds: isDone && created === count };
      };
    },
  };
}
