import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createLine, type DeliveryLine, move, SETTING } from '../../../support/records/lots.ts';
import { createProduct, createReturn, createSupermarket } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const NODE =
  'delivery { id status } branch { name phone } lot bestBefore useBy quantity returned productName';
const TRACE = `query (
  $productId: ID, $lot: String, $bestBeforeFrom: Date, $bestBeforeTo: Date, $shippedFrom: Date, $shippedTo: Date,
  $first: Int, $after: String
) {
  lotTrace(
    productId: $productId, lot: $lot, bestBeforeFrom: $bestBeforeFrom, bestBeforeTo: $bestBeforeTo,
    shippedFrom: $shippedFrom, shippedTo: $shippedTo, first: $first, after: $after
  ) {
    nodes { ${NODE} }
    edges { cursor node { delivery { id } lot } }
    pageInfo { hasNextPage hasPreviousPage endCursor }
    totals { supermarketName deliveries quantity returned }
    balance { delivered returnedWithLot returnedUnallocated linesChecked linesWithoutLot quantityWithoutLot isComplete }
  }
}`;

async function trace(account: TestAccount, variables: object) {
  return (await ask(account, TRACE, variables as Record<string, unknown>)).lotTrace;
}

/**
 * Two lots of one product: 4711 in three dispatched deliveries to two supermarkets, a pending and a cancelled
 * one; a line without lots; and the same lot of another product.
 */
async function fill() {
  const account = await createAccount(service);
  const product = await createProduct(account, { name: 'Cheese' });
  const [north, south] = [
    await createSupermarket(account, { name: 'North' }),
    await createSupermarket(account, { name: 'South' }),
  ];
  const create = (
    supermarket: typeof north,
    lots?: object[],
    own: { id: number } = product,
  ): Promise<DeliveryLine> =>
    createLine(account, lots, {
      product: own,
      delivery: { supermarket_id: supermarket.id, subchain_id: supermarket.branches[0].id },
    });
  const traced = [
    await create(north, [
      { lot: '4711', best_before: '2099-12-20', quantity: 6 },
      { lot: '4712', quantity: 4 },
    ]),
    await create(south, [{ lot: '4711', best_before: '2099-12-20', quantity: 10 }]),
    await create(north, [{ lot: '4711', use_by: '2099-12-24', quantity: 3 }]),
  ];
  const others = [await create(south), await create(north, [{ use_by: '2099-12-30', quantity: 5 }])];
  for (const line of [...traced, ...others]) await move(account, line, 'in_transit');
  const pending = await create(south, [{ lot: '4711', quantity: 1 }]);
  await move(account, await create(south, [{ lot: '4711', quantity: 2 }]), 'cancelled');
  const foreign = await create(north, [{ lot: '4711', quantity: 7 }], await createProduct(account));
  await move(account, foreign, 'in_transit');
  const back = (line: DeliveryLine, fields: object) =>
    createReturn(account, { delivery_id: line.deliveryId, product_id: line.productId, ...fields });
  await back(traced[0]!, { quantity: 2, lot: '4711' });
  await back(traced[0]!, { quantity: 1, lot: '4712' });
  await back(traced[0]!, { quantity: 3 });
  return { account, productId: String(product.id), traced, pending, foreign };
}

describe('lotTrace', () => {
  it('finds the deliveries of a lot, what came back, and how far the balance can be trusted', async () => {
    const { account, productId, traced, pending, foreign } = await fill();
    const found = await trace(account, { productId, lot: '4711' });
    const ids = [pending, ...traced.toReversed()].map(({ deliveryId }) => String(deliveryId));
    expect(found.nodes.map((each: { delivery: { id: string } }) => each.delivery.id)).toEqual(ids);
    expect(found.nodes[0].delivery.status).toBe('PENDING');
    expect(found.nodes[3]).toMatchObject({
      branch: { name: 'Central' },
      lot: '4711',
      bestBefore: '2099-12-20',
      useBy: null,
      quantity: 6,
      returned: 2,
      productName: 'Cheese',
    });
    expect(found.totals).toEqual([
      { supermarketName: 'South', deliveries: 1, quantity: 10, returned: 0 },
      { supermarketName: 'North', deliveries: 2, quantity: 9, returned: 2 },
    ]);
    expect(found.balance).toEqual({
      delivered: 19,
      returnedWithLot: 2,
      returnedUnallocated: 3,
      linesChecked: 5,
      linesWithoutLot: 3,
      // 10 of the line without lots, 7 of one in part, and 10 of which at most a date is known.
      quantityWithoutLot: 27,
      isComplete: true,
    });
    const all = await trace(account, { lot: '4711' });
    expect(all.nodes[0].delivery.id).toBe(String(foreign.deliveryId));
    expect(all.balance).toMatchObject({ delivered: 26, linesWithoutLot: 4 });
    expect((await trace(await createAccount(service), { lot: '4711' })).nodes).toEqual([]);
    expect((await trace(account, { lot: '471' })).balance).toMatchObject({
      delivered: 0,
      linesWithoutLot: 0,
      isComplete: false,
    });
  });

  it('counts all of it, beyond the page: lots, branches, and what can still be stopped', async () => {
    const { account, productId, pending } = await fill();
    const { lotTrace } = await ask(
      account,
      `query ($productId: ID!) {
        lotTrace(productId: $productId, lot: "4711", first: 1) {
          nodes { lot } totalCount pending { deliveries quantity deliveryIds }
          branches { supermarketName branchName deliveries quantity returned }
        }
      }`,
      { productId },
    );
    expect(lotTrace).toEqual({
      nodes: [{ lot: '4711' }],
      totalCount: 4,
      pending: { deliveries: 1, quantity: 1, deliveryIds: [String(pending.deliveryId)] },
      branches: [
        { supermarketName: 'North', branchName: 'Central', deliveries: 2, quantity: 9, returned: 2 },
        { supermarketName: 'South', branchName: 'Central', deliveries: 1, quantity: 10, returned: 0 },
      ],
    });
  });

  it('finds lots by the dates in their place, and by the day of dispatch where the account is', async () => {
    const { account, productId, traced, pending } = await fill();
    const byDate = await trace(account, {
      productId,
      bestBeforeFrom: '2099-12-21',
      bestBeforeTo: '2099-12-30',
    });
    expect(byDate.nodes).toMatchObject([{ useBy: '2099-12-30', lot: null }, { useBy: '2099-12-24' }]);
    const { pool } = service.database;
    await pool.query(`UPDATE accounts SET time_zone = 'America/New_York' WHERE id = $1`, [account.id]);
    await pool.query(
      `UPDATE deliveries SET created_at = '2026-01-01', in_transit_at = '2026-02-03T02:00Z' WHERE account_id = $1 AND id = $2`,
      [account.id, traced[1]!.deliveryId],
    );
    const on = async (day: string) => {
      const variables = { productId, lot: '4711', shippedFrom: day, shippedTo: day };
      const { json } = await account.call('POST', '//graphql', { body: { query: TRACE, variables } });
      return json.data.lotTrace;
    };
    const { nodes, balance } = await on('2026-02-02');
    expect(nodes).toMatchObject([{ quantity: 10, branch: { name: 'Central' } }]);
    expect(balance).toMatchObject({ delivered: 10, linesChecked: 1, linesWithoutLot: 0 });
    const next = await on('2026-02-03');
    expect(next.nodes).toEqual([]);
    // What has no day of dispatch yet can be stopped, whatever the days.
    const PENDING = `query ($productId: ID) {
      lotTrace(productId: $productId, lot: "4711", shippedTo: "2026-02-02") { pending { deliveries quantity deliveryIds } } }`;
    expect((await ask(account, PENDING, { productId })).lotTrace.pending).toEqual({
      deliveries: 1,
      quantity: 1,
      deliveryIds: [String(pending.deliveryId)],
    });
  });

  it('is read page by page, and forgets what was corrected', async () => {
    const { account, productId, traced } = await fill();
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const { edges, pageInfo } = await trace(account, { productId, first: 2, after });
      seen.push(
        ...edges.map(
          ({ node }: { node: { delivery: { id: string }; lot: string } }) =>
            `${node.delivery.id} ${node.lot}`,
        ),
      );
      expect(pageInfo.hasPreviousPage).toBe(after !== null);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
    await move(account, traced[1]!, 'completed');
    const lots = [{ lot: '9', quantity: 10 }];
    await ask(account, SETTING.correct, { ...traced[1]!, lots, reason: 'misread' });
    expect((await trace(account, { productId, lot: '4711' })).balance).toMatchObject({ delivered: 9 });
  });

  it('refuses what is wrong, naming it', async () => {
    const account = await createAccount(service);
    const refused = async (variables: Record<string, unknown>, field: string) =>
      expect(await refusalOf(account, TRACE, variables)).toMatchObject({ code: 'validation_error', field });
    await refused({}, 'productId');
    await refused({ lot: 'x'.repeat(65) }, 'lot');
    await refused({ shippedFrom: '2026-02-30' }, 'shippedFrom');
    await refused({ bestBeforeFrom: '2026-02-02', bestBeforeTo: '2026-02-01' }, 'bestBeforeTo');
    await refused({ shippedFrom: '2026-02-02', shippedTo: '2026-02-01' }, 'shippedTo');
    await refused({ lot: 'A', first: 101 }, 'first');
    await refused({ lot: 'A', after: 'x' }, 'after');
    const scopes = ['products:read', 'returns:read'] as const;
    expect(await refusalOf({ ...account, scopes }, TRACE, { lot: 'A' })).toMatchObject({
      code: 'insufficient_scope',
    });
  });
});
