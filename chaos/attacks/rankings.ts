import { type Attack, repeat } from '../stage/attack.ts';
import { fillDeliveries, fillProducts, fillSupermarkets } from '../stage/bulk.ts';

const DELIVERIES = 300_000;
const MOST_FIELDS = 20;
/** Requests per minute on the Free plan. */
const COUNT = 10;
const DAY_MS = 86_400_000;
const KINDS = ['PRODUCT', 'CATEGORY', 'BRANCH', 'SUPERMARKET'];

/** Repeated rankings of a large account on the Free plan, as many per request as its points allow. */
export const rankings: Attack = {
  name: 'rankings',
  async prepare({ attacker, stage: { database }, smoke }) {
    const { accountId, key } = await attacker.account('free');
    await fillSupermarkets(database, accountId, { supermarkets: 50, branches: 10 });
    await fillProducts(database, accountId, smoke ? 100 : 2_000);
    await fillDeliveries(database, accountId, { deliveries: smoke ? 1_000 : DELIVERIES, lines: 3 });
    return async (signal) => {
      let fields = MOST_FIELDS;
      await repeat(signal, { lanes: 2, count: COUNT }, async () => {
        const { text } = await attacker.operate(key, write(fields));
        if (text.includes('query costs')) fields = Math.max(1, Math.floor(fields / 2));
      });
    };
  },
};

function write(fields: number): string {
  const [from, to] = [364, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  const ranking = (at: number) =>
    `r${at}: deliveryAnalytics(dateFrom: "${from}", dateTo: "${to}") { ranking(by: ${KINDS[at % KINDS.length]}) { name figures { count value } } }`;
  return `{ ${Array.from({ length: fields }, (_, at) => ranking(at)).join(' ')} }`;
}
