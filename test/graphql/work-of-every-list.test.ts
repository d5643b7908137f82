import { expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { type Arguments, largestRequests, PAGE } from '../support/graphql/largest-requests.ts';
import { excessOf, slowness } from '../support/process/watch-work.ts';
import { inDays } from '../support/records/records.ts';
import type { TestAccount } from '../support/service/account.ts';
import { createLargestAccount } from '../support/records/largest-records.ts';
import { openSession } from '../support/service/open-session.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
/** Data, or a refusal of what is too much. */
const ANSWER =
  /^\{"data":\{|query (costs|can return) |query returns more than (10,000 objects|250,000 values)|has stops with more than 9,800 lines/;

it(
  'reading takes bounded turns, time and memory for each field of each list',
  { timeout: 1_200_000 },
  async () => {
    const account = await createLargestAccount(service);
    const { proof } = await openSession(service, account);
    const headers = { ...(await proof()), 'Content-Type': 'application/json' };
    const slower = slowness();
    const requests = largestRequests(schema, await argumentsOf(account));
    expect(requests.length).toBeGreaterThan(150);
    const ask = async (query: string) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      let start = '';
      for await (const chunk of response.body!)
        if (start.length < 300) start += Buffer.from(chunk).toString('utf8', 0, 300);
      expect([query, start]).toEqual([query, expect.stringMatching(ANSWER)]);
      return start;
    };
    const excessive: object[] = [];
    for (const requestFor of requests) {
      let size = PAGE;
      // A page that would cost too many points is refused before it is read: a smaller one is asked for.
      while (size > 1 && /query (costs|can return)/.test(await ask(requestFor(size))))
        size = Math.floor(size / 2);
      const query = requestFor(size);
      const excess = await excessOf(() => ask(query), slower);
      if (excess) excessive.push({ query, ...excess });
    }
    expect(excessive).toEqual([]);
  },
);

/** Returns the arguments for the largest records and the longest periods. */
async function argumentsOf({ id, database }: TestAccount): Promise<Arguments> {
  const last = async (table: string) => {
    const { rows } = await database.pool.query(`SELECT max(id) AS id FROM ${table} WHERE account_id = $1`, [
      id,
    ]);
    return `id: ${rows[0].id}`;
  };
  const { rows } = await database.pool.query(
    `SELECT array_agg(branch_id) AS branches FROM standing_orders WHERE account_id = $1`,
    [id],
  );
  const { branches } = rows[0] as { branches: string[] };
  const year = `dateFrom: "${inDays(-360)}", dateTo: "${inDays(30)}"`;
  const months = `from: "${inDays(0)}", to: "${inDays(61)}"`;
  const delivery = await last('deliveries');
  return {
    branch: `id: ${branches[0]}`,
    closedBranches: `date: "${inDays(9)}", branchIds: [${branches.join()}]`,
    closedDays: `from: "${inDays(0)}", to: "${inDays(399)}", branchId: ${branches[0]}`,
    containerBalances: 'by: BRANCH',
    containerMovements: `filter: { supermarketId: ${(await last('supermarkets')).slice(4)} }`,
    containerStatement: `supermarketId: ${(await last('supermarkets')).slice(4)}, from: "${inDays(-360)}", to: "${inDays(0)}"`,
    delivery,
    deliveryAnalytics: year,
    deliveryPerformance: year,
    lotTrace: `productId: ${(await last('products')).slice(4)}`,
    occurrences: months,
    planOfDays: months,
    product: await last('products'),
    ranking: 'by: SUPERMARKET',
    return: await last('returns'),
    returnAnalytics: year,
    series: 'interval: DAY',
    standingOrder: await last('standing_orders'),
    stop: delivery,
    stops: `date: "${inDays(1)}"`,
    supermarket: await last('supermarkets'),
    supermarketWeek: `supermarketId: ${(await last('supermarkets')).slice(4)}, from: "${inDays(0)}"`,
    tour: 'id: 1',
    tours: `date: "${inDays(1)}"`,
  };
}
