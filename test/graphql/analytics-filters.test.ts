import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { deliveryFigures, firstOf, KEYS, linesOf, NAMES, returnFigures } from './recompute.ts';
import { useService } from '../support/service/service.ts';
import {
  BRANCHES,
  CATEGORIES,
  PRODUCTS,
  SUPERMARKETS,
  supermarketOf,
  trading,
  writeTrading,
} from '../support/records/trading.ts';

const service = useService();
const RANGE = 'dateFrom: "2026-02-01", dateTo: "2026-04-30"';
const DELIVERY_FIGURES = 'count quantity value byStatus { status count quantity value }';
const RETURN_FIGURES = 'count quantity creditAmount rate';
const STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'] as const;
const REASONS = ['damaged', 'expired', 'quality'];

/** The filters; places and products are numbers. */
const filter = fc.record(
  {
    supermarket: fc.nat(SUPERMARKETS.length - 1),
    branch: fc.nat(BRANCHES.length - 1),
    product: fc.nat(PRODUCTS.length - 1),
    category: fc.constantFrom(...CATEGORIES),
    statuses: fc.subarray([...STATUSES], { minLength: 1 }),
    reasons: fc.subarray(REASONS, { minLength: 1 }),
  },
  { requiredKeys: [] },
);
type Filter = typeof filter extends fc.Arbitrary<infer Of> ? Of : never;

const isOfPlace = ({ supermarket, branch }: Filter, of: { branch: number }) =>
  (supermarket === undefined || supermarketOf(of.branch) === supermarket) &&
  (branch === undefined || of.branch === branch);
const isOfGoods = ({ product, category }: Filter, of: { product: number }) =>
  (product === undefined || of.product === product) &&
  (category === undefined || CATEGORIES[of.product] === category);

async function idsOf({ id, database }: TestAccount, table: string): Promise<string[]> {
  const sql = `SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id`;
  const { rows } = await database.pool.query<{ id: string }>(sql, [id]);
  return rows.map((row) => row.id);
}

it('have the figures of what meets all filters, in total and ranked', async () => {
  const property = fc.asyncProperty(
    trading,
    fc.array(filter, { minLength: 3, maxLength: 6 }),
    async (told, filters) => {
      const account = await createAccount(service);
      await writeTrading(account, told);
      const [supermarkets, branches, products] = [
        await idsOf(account, 'supermarkets'),
        await idsOf(account, 'branches'),
        await idsOf(account, 'products'),
      ];
      for (const by of filters) {
        const goods = {
          ...(by.supermarket !== undefined && { supermarketId: supermarkets[by.supermarket] }),
          ...(by.branch !== undefined && { branchId: branches[by.branch] }),
          ...(by.product !== undefined && { productId: products[by.product] }),
          ...(by.category !== undefined && { category: by.category }),
        };
        const { deliveryAnalytics, returnAnalytics } = await ask(account, QUERY, {
          sent: {
            ...goods,
            ...(by.statuses && { statuses: by.statuses.map((status) => status.toUpperCase()) }),
          },
          returned: { ...goods, ...(by.reasons && { reasons: by.reasons }) },
        });
        const lines = linesOf(told.deliveries).filter((line) => isOfPlace(by, line) && isOfGoods(by, line));
        const sent = lines.filter(({ status }) => by.statuses?.includes(status) ?? true);
        const figures = deliveryFigures(sent);
        expect(deliveryAnalytics.total).toEqual(figures);
        const { count, quantity } = figures;
        const months = deliveryAnalytics.series.map((period: { figures: typeof figures }) => period.figures);
        expect(sumOf(months)).toEqual({ count, quantity });
        for (const rank of ['SUPERMARKET', 'PRODUCT'] as const) {
          const kept = sent.filter(({ status }) => status !== 'cancelled');
          const keys = [...new Set(kept.map(KEYS[rank]!))];
          const ranks = keys.map((key) => ({
            key,
            figures: deliveryFigures(sent.filter((line) => KEYS[rank]!(line) === key)),
          }));
          const ranking = firstOf(ranks, 'value', 10).map(({ key, figures }) => ({
            name: NAMES[rank]![key],
            figures,
          }));
          expect(deliveryAnalytics[rank]).toEqual(ranking);
        }

        const returns = told.returns
          .map((each) => ({ ...each, of: told.deliveries[each.delivery]! }))
          .filter(
            ({ of, line, reason }) =>
              isOfPlace(by, of) && isOfGoods(by, of.lines[line]!) && (by.reasons?.includes(reason) ?? true),
          );
        expect(returnAnalytics.total).toEqual(returnFigures(returns, lines));
        expect(
          sumOf(returnAnalytics.series.map((period: { figures: typeof figures }) => period.figures)),
        ).toEqual({
          count: returns.length,
          quantity: returnAnalytics.total.quantity,
        });
        const markets = [...new Set(returns.map(({ of }) => supermarketOf(of.branch)))].map((key) => ({
          key,
          figures: returnFigures(
            returns.filter(({ of }) => supermarketOf(of.branch) === key),
            lines.filter(({ branch }) => supermarketOf(branch) === key),
          ),
        }));
        expect(returnAnalytics.ranking).toEqual(
          firstOf(markets, 'creditAmount', 10).map(({ key, figures }) => ({
            name: SUPERMARKETS[key],
            figures,
          })),
        );
      }
    },
  );
  await fc.assert(property, { numRuns: 8, endOnFailure: true });
});

const QUERY = `query ($sent: DeliveryAnalyticsFilter, $returned: ReturnAnalyticsFilter) {
  deliveryAnalytics(${RANGE}, filter: $sent) {
    total { ${DELIVERY_FIGURES} }
    series(interval: MONTH) { figures { count quantity } }
    SUPERMARKET: ranking(by: SUPERMARKET) { name figures { ${DELIVERY_FIGURES} } }
    PRODUCT: ranking(by: PRODUCT) { name figures { ${DELIVERY_FIGURES} } }
  }
  returnAnalytics(${RANGE}, filter: $returned) {
    total { ${RETURN_FIGURES} }
    series(interval: MONTH) { figures { count quantity } }
    ranking(by: SUPERMARKET) { name figures { ${RETURN_FIGURES} } }
  }
}`;

function sumOf(figures: { count: number; quantity: number }[]) {
  return {
    count: figures.reduce((sum, { count }) => sum + count, 0),
    quantity: figures.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

describe('a filter of figures', () => {
  it.each([
    ['statuses', 'deliveryAnalytics', 'statuses: []'],
    ['category', 'deliveryAnalytics', 'category: ""'],
    ['reasons', 'returnAnalytics', 'reasons: []'],
    ['reasons', 'returnAnalytics', `reasons: [${'"a", '.repeat(51)}]`],
  ])('is refused by the name of %s', async (field, analytics, given) => {
    const account = await createAccount(service);
    const query = `{ ${analytics}(${RANGE}, filter: { ${given} }) { total { count } } }`;
    expect(await refusalOf(account, query)).toMatchObject({ code: 'validation_error', field });
  });

  it.each([
    [31, 'deliveryAnalytics', 'supermarketId: "1"', '', 'total { count }'],
    [402, 'deliveryAnalytics', 'productId: "1"', '', 'total { count }'],
    [802, 'deliveryAnalytics', 'category: $v', '$v: String', 'a: total { count } b: total { count }'],
    [31, 'deliveryAnalytics', 'category: null', '', 'total { count }'],
    [22, 'returnAnalytics', 'productId: "1"', '', 'total { count }'],
    [422, 'returnAnalytics', 'productId: "1"', '', 'total { rate }'],
    [102, 'returnAnalytics', 'branchId: "1"', '', 'total { count }'],
  ])('costs %d points or so: %s by %s', async (points, analytics, given, declared, selected) => {
    const account = await createAccount(service);
    const query = `query${declared && `(${declared})`} { ${analytics}(${RANGE}, filter: { ${given} }) { ${selected} } }`;
    const { json } = await account.call('POST', '//graphql', { body: { query, variables: { v: 'bakery' } } });
    expect(json.errors).toBeUndefined();
    expect(Math.abs(json.extensions.cost.requested - points)).toBeLessThanOrEqual(1);
  });
});
