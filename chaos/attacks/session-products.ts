import { setTimeout as sleep } from 'node:timers/promises';
import { createSignedIn } from '../../test/support/service/visitor.ts';
import { PLAN_LIMITS } from '../../src/schema/account/plans.ts';
import { type Attack, repeat } from '../stage/attack.ts';

const LANES = 20;
const COUNT = 20_000;
const RUNS_MS = 8_000;
const PAUSE_MS = 20;
const FIELDS = 20;
const CREATE = 'createProduct(input: { name: "Milk", weight: 1, price: 1, category: "dairy" }) { id }';

/**
 * A signed-in user on the Free plan who adds products as fast as possible for eight seconds, alternately one and
 * twenty per operation. A key of the plan could do so in ten operations.
 */
export const sessionProducts: Attack = {
  name: 'session-products',
  async prepare({ url, stage: { database }, smoke }) {
    const visitor = await createSignedIn({ url, database }, 'free');
    const most = PLAN_LIMITS.free.perMinute;
    return async (signal) => {
      const over = AbortSignal.any([AbortSignal.timeout(RUNS_MS), ...(smoke ? [signal] : [])]);
      let operations = 0;
      await repeat(over, { lanes: LANES, count: COUNT }, async (number) => {
        const isDone = await visitor.data(write(number % 2 === 0 ? 1 : FIELDS)).then(
          () => true,
          () => false,
        );
        if (isDone) operations++;
        else await sleep(PAUSE_MS);
      });
      const made = await database.prisma.product.count({ where: { accountId: visitor.user.id } });
      const what = `${made} products by ${operations} operations, ${most} allowed`;
      return { what, isWithinBounds: made > 0 && operations <= most && made <= most * FIELDS };
    };
  },
};

function write(fields: number): string {
  return `mutation { ${Array.from({ length: fields }, (_, at) => `p${at}: ${CREATE}`).join(' ')} }`;
}
