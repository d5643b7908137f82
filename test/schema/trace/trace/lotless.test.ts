import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createLine, type DeliveryLine, move, SETTING } from '../../../support/records/lots.ts';
import { createProduct, createReturn } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ own: 'has tables with many rows' });

const TRACE = `query (
  $productId: ID, $lot: String, $shippedFrom: Date, $shippedTo: Date, $withoutLot: Boolean, $first: Int, $after: String
) {
  lotTrace(
    productId: $productId, lot: $lot, shippedFrom: $shippedFrom, shippedTo: $shippedTo, withoutLot: $withoutLot,
    first: $first, after: $after
  ) {
    nodes { productId productName lot quantity returned isWithdrawn delivery { id } branch { id } }
    pageInfo { hasNextPage endCursor }
    balance { linesChecked linesWithoutLot quantityWithoutLot isComplete }
  }
}`;

async function trace(account: TestAccount, variables: Record<string, unknown>) {
  return (await ask(account, TRACE, variables)).lotTrace;
}

interface Dispatched {
  productId: number;
  count: number;
  /** How many of the ten pieces of each line are in a lot. */
  inLot?: number;
  /** When they were dispatched, before now. */
  ago?: string;
}

/** Writes dispatched deliveries like those of `like`, with one line of ten pieces each. */
async function dispatch(
  account: TestAccount,
  like: DeliveryLine,
  { productId, count, inLot = 0, ago = '0 minutes' }: Dispatched,
) {
  await service.database.pool.query(
    `WITH delivery AS (
       INSERT INTO deliveries (account_id, supermarket_id, branch_id, status, delivery_date, total_value, total_quantity, total_weight, created_at, in_transit_at)
       SELECT account_id, supermarket_id, branch_id, 'in_transit', delivery_date, 1, 10, 10, now() - $5::interval, now() - $5::interval
       FROM deliveries, generate_series(1, $4::int) WHERE account_id = $1 AND id = $2
       RETURNING account_id, id
     ), item AS (
       INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
       SELECT account_id, id, $3, 1, 'Goods', 10, 1, 1 FROM delivery
     )
     SELECT FROM delivery`,
    [account.id, like.deliveryId, productId, count, ago],
  );
  await service.database.pool.query(
    `INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, quantity)
     SELECT account_id, delivery_id, product_id, 'L', $3 FROM delivery_items
     WHERE account_id = $1 AND product_id = $2 AND $3 > 0 AND delivery_id <> $4`,
    [account.id, productId, inLot, like.deliveryId],
  );
  // As autovacuum does before long: the planner knows nothing of so many new rows.
  await service.database.pool.query('ANALYZE deliveries, delivery_items, delivery_item_lots');
}

/** A product with one line of ten, of which `inLot` pieces are in lot L, dispatched now. */
async function oneLine(account: TestAccount, inLot: number): Promise<DeliveryLine> {
  const line = await createLine(account, inLot > 0 ? [{ lot: 'L', quantity: inLot }] : undefined);
  await move(account, line, 'in_transit');
  return line;
}

function idsOf({ nodes }: { nodes: { delivery: { id: string } }[] }): number[] {
  return nodes.map(({ delivery }) => Number(delivery.id));
}

describe('the balance of a trace', () => {
  it('counts the lines of the product, however many later deliveries of others there are', async () => {
    const account = await createAccount(service);
    const traced = await oneLine(account, 10);
    const productId = String(traced.productId);
    const lotless = await createLine(account, undefined, { product: { id: traced.productId } });
    await move(account, lotless, 'in_transit');
    const today = new Date().toISOString().slice(0, 10);
    const { id: other } = await createProduct(account);
    await dispatch(account, traced, { productId: other, count: 5_100 });
    const whole = { linesChecked: 2, linesWithoutLot: 1, quantityWithoutLot: 10, isComplete: true };
    for (const period of [{}, { shippedFrom: today }, { shippedFrom: '2020-01-01', shippedTo: today }]) {
      const { balance } = await trace(account, { productId, lot: 'L', ...period });
      expect({ period, balance }).toEqual({ period, balance: whole });
    }
    const none = { productId, lot: 'L', shippedTo: '2020-01-01' };
    expect((await trace(account, none)).balance).toMatchObject({ linesChecked: 0, isComplete: false });
    // The same from the side of the product that is in most deliveries.
    const most = await trace(account, { productId: String(other), lot: 'L' });
    expect(most.balance).toMatchObject({ linesChecked: 5_000, linesWithoutLot: 5_000, isComplete: false });
    const week = await trace(account, { productId: String(other), shippedFrom: today });
    expect(week.balance).toMatchObject({ linesChecked: 5_000, isComplete: false });
  });

  it('counts pieces of which only a date is known for a lot, and lots without a date for a range of dates', async () => {
    const account = await createAccount(service);
    const day = '2099-12-20';
    const both = await createLine(account, [{ lot: 'L', best_before: day, quantity: 10 }]);
    const product = { id: both.productId };
    const dated = await createLine(
      account,
      [
        { best_before: day, quantity: 4 },
        { lot: 'M', quantity: 6 },
      ],
      { product },
    );
    const used = await createLine(account, [{ use_by: '2099-12-31', quantity: 10 }], { product });
    for (const line of [both, dated, used]) await move(account, line, 'in_transit');
    const QUERY = `query ($productId: ID, $lot: String, $from: Date, $to: Date, $withoutLot: Boolean) {
      lotTrace(productId: $productId, lot: $lot, bestBeforeFrom: $from, bestBeforeTo: $to, withoutLot: $withoutLot) {
        nodes { quantity delivery { id } }
        balance { delivered returnedUnallocated linesWithoutLot quantityWithoutLot isComplete }
      } }`;
    const found = async (asked: object) => {
      const variables = { productId: String(product.id), ...asked };
      const { balance } = (await ask(account, QUERY, variables)).lotTrace;
      const { nodes } = (await ask(account, QUERY, { ...variables, withoutLot: true })).lotTrace;
      return {
        ...balance,
        lotless: Object.fromEntries(
          nodes.map((node: { quantity: number; delivery: { id: string } }) => [
            node.delivery.id,
            node.quantity,
          ]),
        ),
      };
    };
    const known = { returnedUnallocated: 0, isComplete: true };
    expect(await found({ lot: 'L' })).toEqual({
      ...known,
      delivered: 10,
      linesWithoutLot: 2,
      quantityWithoutLot: 14,
      lotless: { [dated.deliveryId]: 4, [used.deliveryId]: 10 },
    });
    expect(await found({ from: day, to: day })).toEqual({
      ...known,
      delivered: 14,
      linesWithoutLot: 1,
      quantityWithoutLot: 6,
      lotless: { [dated.deliveryId]: 6 },
    });
    // Another lot, and another date, cannot be the goods that are asked for.
    expect(await found({ lot: 'L', from: day, to: day })).toEqual({
      ...known,
      delivered: 10,
      linesWithoutLot: 1,
      quantityWithoutLot: 4,
      lotless: { [dated.deliveryId]: 4 },
    });
    expect(await found({})).toEqual({
      ...known,
      delivered: 30,
      linesWithoutLot: 0,
      quantityWithoutLot: 0,
      lotless: {},
    });
    // What came back of a lot without a date has named it.
    await createReturn(account, {
      delivery_id: dated.deliveryId,
      product_id: product.id,
      quantity: 2,
      lot: 'M',
    });
    expect(await found({ from: day, to: day })).toMatchObject({
      returnedUnallocated: 0,
      quantityWithoutLot: 6,
    });
  });

  it('is not complete when nothing was checked, or only lines that were not dispatched', async () => {
    const account = await createAccount(service);
    const pending = await createLine(account, [{ lot: 'L', quantity: 10 }]);
    const productId = String(pending.productId);
    for (const question of [{ productId }, { productId, lot: 'L' }, { lot: 'nowhere' }]) {
      const { balance } = await trace(account, question);
      expect(balance).toMatchObject({ linesChecked: 0, linesWithoutLot: 0, isComplete: false });
    }
  });

  it('finds old lines behind many newer ones of the product, by their days of dispatch', async () => {
    const account = await createAccount(service);
    const old = await oneLine(account, 3);
    const { productId } = old;
    await service.database.pool.query(
      `UPDATE deliveries SET created_at = '2026-01-01', in_transit_at = '2026-01-02' WHERE account_id = $1 AND id = $2`,
      [account.id, old.deliveryId],
    );
    await dispatch(account, old, { productId, count: 5_100, inLot: 10 });
    const day = { shippedFrom: '2026-01-02', shippedTo: '2026-01-02' };
    const found = await trace(account, { productId, lot: 'L', ...day });
    expect(found.balance).toEqual({
      linesChecked: 1,
      linesWithoutLot: 1,
      quantityWithoutLot: 7,
      isComplete: true,
    });
    const all = await trace(account, { productId, lot: 'L' });
    expect(all.balance).toMatchObject({ linesChecked: 5_000, linesWithoutLot: 0, isComplete: false });
    const listed = await trace(account, { productId, withoutLot: true });
    expect(listed.nodes).toMatchObject([{ delivery: { id: String(old.deliveryId) }, quantity: 7 }]);
    expect(listed.pageInfo.hasNextPage).toBe(false);
  });
});

describe('lotTrace(withoutLot: true)', () => {
  it('lists the dispatched lines with pieces in no lot, page by page, as many as the balance counts', async () => {
    const account = await createAccount(service);
    const whole = await oneLine(account, 10);
    const product = { id: whole.productId };
    const lines = [whole];
    for (const lots of [undefined, [{ lot: 'L', quantity: 3 }], [{ use_by: '2099-12-20', quantity: 9 }]]) {
      lines.push(await createLine(account, lots, { product }));
    }
    for (const line of lines.slice(1)) await move(account, line, 'in_transit');
    await createLine(account, undefined, { product });
    const other = await oneLine(account, 0);
    const [, none, some, dated] = lines as [DeliveryLine, DeliveryLine, DeliveryLine, DeliveryLine];
    const back = { delivery_id: some.deliveryId, product_id: some.productId };
    await createReturn(account, { ...back, quantity: 1, lot: 'L' });
    await createReturn(account, { ...back, quantity: 2 });
    const productId = String(product.id);
    const listed = await trace(account, { productId, withoutLot: true });
    expect(listed.nodes).toMatchObject([
      { delivery: { id: String(dated.deliveryId) }, quantity: 1, returned: 0 },
      {
        delivery: { id: String(some.deliveryId) },
        quantity: 7,
        returned: 2,
        lot: null,
        isWithdrawn: false,
        branch: { id: expect.any(String) },
      },
      { delivery: { id: String(none.deliveryId) }, quantity: 10, productId },
    ]);
    const { balance } = await trace(account, { productId, lot: 'L' });
    expect(balance).toEqual({
      linesChecked: 4,
      linesWithoutLot: 3,
      // The nine pieces of which only a date is known can be of lot L, too.
      quantityWithoutLot: 27,
      isComplete: true,
    });
    const suspects = [dated, some, none].map(({ deliveryId }) => deliveryId);
    // A lot means the products that have it; nothing means all products.
    expect(idsOf(await trace(account, { lot: 'L', withoutLot: true }))).toEqual(suspects);
    expect(idsOf(await trace(account, { withoutLot: true }))).toEqual([other.deliveryId, ...suspects]);
    const today = new Date().toISOString().slice(0, 10);
    expect(idsOf(await trace(account, { withoutLot: true, shippedFrom: today }))).toEqual([
      other.deliveryId,
      ...suspects,
    ]);
    expect(idsOf(await trace(account, { withoutLot: true, shippedTo: '2020-01-01' }))).toEqual([]);
    const seen: number[] = [];
    for (let after: string | null = null; ;) {
      const page = await trace(account, { withoutLot: true, first: 1, after });
      seen.push(...idsOf(page));
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual([other.deliveryId, ...suspects]);
    const [{ cursor }] = (await ask(account, '{ lotTrace(lot: "L") { edges { cursor } } }')).lotTrace.edges;
    expect(await refusalOf(account, TRACE, { withoutLot: true, after: cursor })).toMatchObject({
      field: 'after',
    });
    await move(account, some, 'completed');
    await ask(account, SETTING.correct, {
      ...some,
      lots: [{ lot: 'L', quantity: 10 }],
      reason: 'counted again',
    });
    expect(idsOf(await trace(account, { productId, withoutLot: true }))).toEqual([
      dated.deliveryId,
      none.deliveryId,
    ]);
    const stranger = await createAccount(service);
    expect((await trace(stranger, { withoutLot: true, productId })).nodes).toEqual([]);
  });

  it('goes on after lines that were looked at in vain', async () => {
    const account = await createAccount(service);
    const lotless = await oneLine(account, 0);
    const { productId } = lotless;
    await dispatch(account, lotless, { productId, count: 20_000, inLot: 10 });
    const seen: string[] = [];
    const pages: number[] = [];
    for (let after: string | null = null; ;) {
      const page = await trace(account, { productId, withoutLot: true, after });
      seen.push(...page.nodes.map((node: { delivery: { id: string } }) => node.delivery.id));
      pages.push(page.nodes.length);
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual([String(lotless.deliveryId)]);
    expect(pages).toEqual([0, 1]);
  });
});
