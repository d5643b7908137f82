import { setTimeout as sleep } from 'node:timers/promises';
import { createSignedIn } from '../../test/support/visitor.ts';
import { PLAN_LIMITS } from '../../src/schema/account/plans.ts';
import { type Attack, repeat } from '../stage/attack.ts';

const LANES = 20;
const COUNT = 20_000;
const RUNS_MS = 8_000;
const PAUSE_MS = 20;
const CREATE =
  'mutation { createProduct(input: { name: "Milk", weight: 1, price: 1, category: "dairy" }) { id } }';

/** Somebody signed in on the Free plan who adds products as fast as they can, for eight seconds. */
export const sessionProducts: Attack = {
  name: 'session-products',
  async prepare({ url, stage: { database }, smoke }) {
    const visitor = await createSignedIn({ url, database }, 'free');
    const most = PLAN_LIMITS.free.perMinute;
    return async (signal) => {
      const over = AbortSignal.any([AbortSignal.timeout(RUNS_MS), ...(smoke ? [signal] : [])]);
      await repeat(over, { lanes: LANES, count: COUNT }, async () => {
        const status = await visitor.ask(CREATE).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status !== 200) await sleep(PAUSE_MS);
      });
      const made = await database.prisma.product.count({ where: { accountId: visitor.user.id } });
      return { what: `${made} products made, ${most} allowed`, isWithinBounds: made > 0 && made <= most };
    };
  },
};
