import { fillDeliveries, fillProducts, fillSupermarkets } from '../../fill.ts';
import { type Attacks, requests } from '../attack.ts';
import { prove } from '../attacker.ts';
import { DAY_MS } from '../../../src/durations.ts';

const RANKED = ['PRODUCT', 'CATEGORY', 'BRANCH', 'SUPERMARKET'];

/** Expensive operations, as many as a plan allows. */
export const OPERATIONS: Attacks = {
  // As many as the plan allows in a minute.
  rankings: requests([2, 10], async ({ attacker, stage: { database }, smoke, account }) => {
    const { accountId, key } = await account('free');
    await fillSupermarkets(database, accountId, { supermarkets: 50, branches: 10 });
    await fillProducts(database, accountId, smoke ? 100 : 2_000);
    await fillDeliveries(database, accountId, { deliveries: smoke ? 1_000 : 300_000, lines: 3 });
    let fields = 20;
    return async () => {
      const { text } = await attacker.operate(key, rankings(fields));
      if (text.includes('query costs')) fields = Math.max(1, Math.floor(fields / 2));
    };
  }),
  searches: requests([2, 280], async ({ attacker, stage: { database }, smoke, account }) => {
    const { accountId, key } = await account();
    await fillProducts(database, accountId, smoke ? 1_000 : 100_000);
    prove(await attacker.operate(key, searches(0)), { bytes: 10_000 });
    return (number) => attacker.operate(key, searches(number));
  }),
};

function times(count: number, write: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => write(at)).join(' ');
}

function rankings(fields: number): string {
  const [from, to] = [364, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  const range = `(dateFrom: "${from}", dateTo: "${to}")`;
  const field = (at: number) =>
    `r${at}: deliveryAnalytics${range} { ranking(by: ${RANKED[at % 4]}) { name figures { count value } } }`;
  return `{ ${times(fields, field)} }`;
}

/** Returns searches for texts that never repeat; many products contain each of them. */
function searches(number: number): string {
  const search = (at: number) => ((number * 16 + at) % 256).toString(16).padStart(2, '0');
  return `{ ${times(16, (at) => `s${at}: products(first: 20, filter: { search: "${search(at)}" }) { totalCount nodes { id name } }`)} }`;
}
