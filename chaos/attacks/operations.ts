import { generateOperation } from '@provender/compiled-execution/fuzz/generate-operation';
import { createRandom } from '@provender/compiled-execution/fuzz/random';
import { EVIL_QUERIES } from '../../test/graphql/evil-queries.ts';
import { fillDeliveries, fillProducts, fillSupermarkets } from '../../lab/fill.ts';
import { inLanes } from '../../lab/load.ts';
import { percentile } from '../../lab/report.ts';
import { schema } from '../../src/schema/index.ts';
import { type Attacks, requests } from '../attack.ts';

const DAY_MS = 86_400_000;
const REFUSED_WITHIN_MS = 50;
/** Below the 256 KiB that a request may have. */
const LIST_BYTES = 240_000;
/** A field that fails while another one's promise is pending. */
const FAILING = {
  query: '{ webhookPage(page: 0) { hasMore } webhooks(first: 0) { totalCount } }',
  variables: {},
};
const CREATE = 'mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { id } }';
const LATEST = 'query ($types: [String!]) { latestEvents(types: $types) { id } }';
const ALIASED = `query ($types: [String!]) { ${times(20, (at) => `a${at}: latestEvents(types: $types) { id }`)} }`;
const RANKED = ['PRODUCT', 'CATEGORY', 'BRANCH', 'SUPERMARKET'];

/** Expensive operations, as many as a plan allows. */
export const OPERATIONS: Attacks = {
  'failing-operations': requests([4, 500, 60], async ({ attacker, account }) => {
    const accounts = [await account(), await account()];
    return (number) => {
      const generated = generateOperation(createRandom(number), { schema, values: {} });
      const { query, variables } = number % 5 === 0 ? FAILING : generated;
      return attacker.operate(accounts[number % 2]!.key, query, variables);
    };
  }),
  'wrong-items': requests([2, 200], async ({ attacker, smoke, account }) => {
    const { key } = await account();
    const items = Array.from({ length: ((smoke ? 0.05 : 1) * LIST_BYTES) / 2 }, () => 1);
    const delivery = { supermarketId: '1', branchId: '1', deliveryDate: '2099-01-01', products: items };
    return (number) =>
      number % 2 === 0
        ? attacker.operate(key, CREATE, { input: delivery })
        : attacker.operate(key, LATEST, { types: items });
  }),
  'aliased-items': requests([2, 200], async ({ attacker, smoke, account }) => {
    const { key } = await account();
    const types = Array.from({ length: smoke ? 2_000 : 50_000 }, () => 'a');
    return () => attacker.operate(key, ALIASED, { types });
  }),
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
    await attacker.prove(
      '/graphql',
      { method: 'POST', key, body: JSON.stringify({ query: searches(0) }) },
      10_000,
    );
    return (number) => attacker.operate(key, searches(number));
  }),
  'evil-queries': {
    async prepare({ attacker, smoke, account }) {
      const warm = await account();
      await inLanes(1, 50, () => attacker.operate(warm.key, '{ account { id } }'));
      // A key for each round stays below its plan's limit.
      const accounts = await Promise.all(Array.from({ length: smoke ? 1 : 20 }, () => account()));
      return async () => {
        const taken: number[] = [];
        let served = 0;
        await inLanes(1, accounts.length * EVIL_QUERIES.length, async (number) => {
          const { key, accountId } = accounts[Math.floor(number / EVIL_QUERIES.length)]!;
          const { query, variables, why } = EVIL_QUERIES[number % EVIL_QUERIES.length]!;
          const began = performance.now();
          // Texts never repeat, because parsed and refused documents are cached.
          const { text } = await attacker.operate(key, `${query} #${accountId}`, variables);
          taken.push(performance.now() - began);
          if (!why.test(text)) served++;
        });
        const [p50, p99, slowest] = [0.5, 0.99, 1].map((share) => percentile(taken, share));
        const what = `${served} of ${taken.length} not refused, refusals p50 ${p50!.toFixed(1)}, p99 ${p99!.toFixed(1)}, slowest ${slowest!.toFixed(1)} ms`;
        return { what, isWithinBounds: served === 0 && slowest! <= REFUSED_WITHIN_MS };
      };
    },
  },
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
