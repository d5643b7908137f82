import { type Attack, repeat } from '../stage/attack.ts';
import { fillDeliveries, fillProducts, fillSupermarkets } from '../stage/bulk.ts';

const LANES = 5;
/** Nearly the plan's requests per minute. */
const COUNT = 295;

/** Five concurrent reads of all supermarkets of an account at its quota. */
export const allSupermarkets: Attack = {
  name: 'all-supermarkets',
  maxGrowthMiB: 300,
  async prepare({ attacker, stage: { database }, smoke }) {
    const { accountId, key } = await attacker.account('business');
    await fillSupermarkets(database, accountId, { supermarkets: smoke ? 100 : 2_000, branches: 10 });
    await attacker.prove('/api/v1/supermarkets', { key }, { bytes: smoke ? 50_000 : 1_000_000 });
    return async (signal) => {
      await repeat(signal, { lanes: LANES, count: COUNT }, () =>
        attacker.send('/api/v1/supermarkets', { key }),
      );
    };
  },
};

/** Five concurrent reads of pages of 100 deliveries with 500 lines each, alternately over REST and GraphQL. */
export const longDeliveries: Attack = {
  name: 'long-deliveries',
  maxGrowthMiB: 300,
  async prepare({ attacker, stage: { database }, smoke }) {
    const { accountId, key } = await attacker.account('business');
    await fillProducts(database, accountId, 500);
    await fillDeliveries(database, accountId, { deliveries: 100, lines: smoke ? 20 : 500 });
    await attacker.prove('/api/v1/deliveries?per_page=100', { key }, { bytes: smoke ? 100_000 : 2_000_000 });
    const query =
      '{ deliveries(first: 100) { nodes { id products { name quantity product { id name } } } } }';
    return async (signal) => {
      await repeat(signal, { lanes: LANES, count: COUNT }, (number) =>
        number % 2 === 0
          ? attacker.send('/api/v1/deliveries?per_page=100', { key })
          : attacker.operate(key, query),
      );
    };
  },
};
