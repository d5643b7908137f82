import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { connect } from '../support/mcp/connect.ts';
import { createProduct } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const MARKETS = 120;
const RANGE = 'dateFrom: "2099-12-01", dateTo: "2099-12-01"';
const RANKINGS = [
  ['deliveryAnalytics', 'by: DELIVERY_DATE', 'value'],
  ['returnAnalytics', 'by: RETURN_DATE', 'creditAmount'],
  ['deliveryPerformance', '', 'deliveries'],
] as const;

/**
 * Writes one completed delivery to each of 120 supermarkets, with one return of each. All are worth the same.
 */
async function trade(account: TestAccount): Promise<void> {
  const { id: product } = await createProduct(account, { price: 2, weight: 1 });
  await account.database.pool.query(
    `WITH market AS (
       INSERT INTO supermarkets (account_id, name, contact_email)
       SELECT $1, 'Market ' || n, 'a@market.example' FROM generate_series(1, $3::int) AS n RETURNING id
     ), branch AS (
       INSERT INTO branches (account_id, supermarket_id, name, address)
       SELECT $1, id, 'West', 'Mill Lane 1' FROM market RETURNING id, supermarket_id
     ), delivery AS (
       INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, status, in_transit_at, completed_at,
                               total_value, total_quantity, total_weight, ordered_quantity)
       SELECT $1, supermarket_id, id, '2099-12-01', 'completed', now(), now(), 10, 5, 5, 5 FROM branch
       RETURNING id, supermarket_id
     ), item AS (
       INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight,
                                   returned_quantity)
       SELECT $1, id, $2, 1, 'Rye', 5, 2, 1, 1 FROM delivery
     )
     INSERT INTO returns (account_id, delivery_id, supermarket_id, product_id, quantity, reason, description, return_date,
                          credit_amount)
     SELECT $1, id, supermarket_id, $2, 1, 'damaged', '', '2099-12-01', 2 FROM delivery`,
    [account.id, product, MARKETS],
  );
}

describe('a ranking over 120 supermarkets', () => {
  it.each(RANKINGS)('of %s(%s) is read whole, and adds up to its total', async (root, by, measure) => {
    const account = await createAccount(service);
    await trade(account);
    const read = async (skip: number) => {
      const query = `{ ${root}(${RANGE} ${by}) { total { ${measure} } places(by: SUPERMARKET)
        ranking(by: SUPERMARKET, first: 50, skip: ${skip}) { id figures { ${measure} } } } }`;
      return (await ask(account, query))[root];
    };
    const parts = [await read(0), await read(50), await read(100), await read(150)];
    expect(parts.map(({ ranking, places }) => [ranking.length, places])).toEqual(
      [50, 50, 20, 0].map((length) => [length, MARKETS]),
    );
    const all = parts.flatMap(({ ranking }) => ranking);
    // Equal places are in the order of their ids.
    const ids = all.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(new Set(ids).size).toBe(MARKETS);
    expect(all.reduce((sum, { figures }) => sum + figures[measure], 0)).toBe(parts[0].total[measure]);
  });

  it('is read on by assistants', async () => {
    const account = await createAccount(service);
    await trade(account);
    const { call } = await connect(service, account.key, '2025-11-25');
    const asked = { date_from: '2099-12-01', date_to: '2099-12-01', rank_by: 'supermarket', skip: 110 };
    for (const [of, by] of [
      ['deliveries', 'delivery_date'],
      ['returns', 'return_date'],
      ['performance', 'delivery_date'],
    ]) {
      const { answer } = await call('figures', { of, by, ...asked });
      expect([of, answer.ranking.length, answer.places]).toEqual([of, 10, MARKETS]);
    }
  });

  it.each([-1, 100_001])('is refused for skip: %d', async (skip) => {
    const query = `{ deliveryAnalytics(${RANGE}) { ranking(by: PRODUCT, skip: ${skip}) { id } } }`;
    expect(await refusalOf(await createAccount(service), query)).toMatchObject({
      code: 'validation_error',
      field: 'skip',
    });
  });
});
