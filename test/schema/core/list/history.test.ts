import { expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { addImports } from '../../../support/records/imports.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { createDelivery, createProduct } from '../../../support/records/records.ts';
import { addVersions, pending } from '../../../support/records/versions.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const PRICES = `query ($id: ID!, $first: Int! = 50, $skip: Int) {
  product(id: $id) { priceChangeCount priceChanges(first: $first, skip: $skip) { after } }
}`;

it('reads the changes of a price to the end, and counts them', async () => {
  const account = await createAccount(service);
  const { id } = await createProduct(account);
  await service.database.pool.query(
    `INSERT INTO price_changes (account_id, product_id, price_before, price_after)
     SELECT $1, $2, n - 1, n FROM generate_series(1, 120) AS n`,
    [account.id, id],
  );
  const { product } = await ask(
    account,
    `query ($id: ID!) { product(id: $id) { priceChangeCount
    newest: priceChanges { after } next: priceChanges(first: 100, skip: 50) { after } } }`,
    { id },
  );
  expect(product.priceChangeCount).toBe(120);
  expect([product.newest.length, product.next.length]).toEqual([50, 70]);
  expect([...product.newest, ...product.next].map(({ after }) => after)).toEqual(
    Array.from({ length: 120 }, (_, index) => 120 - index),
  );
  expect(await refusalOf(account, PRICES, { id, first: 101 })).toMatchObject({ field: 'first' });
  expect(await refusalOf(account, PRICES, { id, skip: -1 })).toMatchObject({ field: 'skip' });
});

it('reads the histories of each record of a list, and counts them', async () => {
  const account = await createAccount(service);
  const [none, two] = [await createDelivery(account), await createDelivery(account)];
  await service.database.pool.query(
    `INSERT INTO delivery_changes (account_id, delivery_id, fields)
     SELECT $1, $2, ARRAY[name] FROM unnest(ARRAY['notes', 'carrier']) WITH ORDINALITY AS each (name, n) ORDER BY n`,
    [account.id, two.id],
  );
  await service.database.pool.query(
    `INSERT INTO lot_corrections (account_id, delivery_id, product_id, reason, lots_before, lots_after)
     SELECT $1, $2, $3, 'Reason ' || n, '[]', '[]' FROM generate_series(1, 101) AS n`,
    [account.id, two.id, two.products[0].product_id],
  );
  const { deliveries } = await ask(
    account,
    `{ deliveries(orderBy: CREATED_ASC) { nodes { id changeCount changes(first: 1, skip: 1) { fields }
       lotCorrectionCount newest: lotCorrections { reason } lotCorrections(first: 1, skip: 100) { reason } } } }`,
  );
  expect(deliveries.nodes).toMatchObject([
    { id: String(none.id), changeCount: 0, changes: [], lotCorrectionCount: 0, lotCorrections: [] },
    {
      id: String(two.id),
      changeCount: 2,
      changes: [{ fields: ['notes'] }],
      lotCorrectionCount: 101,
      lotCorrections: [{ reason: 'Reason 1' }],
    },
  ]);
  expect(deliveries.nodes[1].newest).toHaveLength(100);
});

it('counts the versions of a delivery, and lists the current one first', async () => {
  const account = await createAccount(service);
  const { id } = await pending(account);
  const ids = await addVersions(account, id, 120);
  const { deliveries } = await ask(
    account,
    `query ($id: ID!) { deliveries(first: 100, filter: { firstVersionId: $id }) {
       totalCount nodes { id status replacedBy { id } } pageInfo { hasNextPage } } }`,
    { id },
  );
  expect(deliveries).toMatchObject({ totalCount: 121, pageInfo: { hasNextPage: true } });
  expect(deliveries.nodes[0]).toEqual({ id: ids.at(-1), status: 'COMPLETED', replacedBy: null });
});

it('reads alerts and imports beyond the first hundred, and counts those of a filter', async () => {
  const account = await createAccount(service);
  const { pool } = service.database;
  await pool.query(
    `INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
     SELECT $1, 'alert.test', n, 0, false, '{}', 'sent' FROM generate_series(1, 103) AS n`,
    [account.id],
  );
  await addImports(account, 102);
  const { first, next, rest, failed, ...counts } = await ask(
    account,
    `{ alertCount importCount failedCount: importCount(filter: { status: FAILED })
       first: alerts { id } next: alerts(skip: 100) { id } rest: imports(skip: 100) { id }
       failed: imports(filter: { status: FAILED }, first: 1, skip: 1) { status } }`,
  );
  expect(counts).toEqual({ alertCount: 103, importCount: 102, failedCount: 51 });
  expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(103);
  expect(rest).toHaveLength(2);
  expect(failed).toEqual([{ status: 'FAILED' }]);
});

it('reads all supermarkets that got a lot, and counts them', async () => {
  const account = await createAccount(service);
  for (const quantity of [3, 5, 4]) {
    const line = await createLine(account, [{ lot: 'A', quantity }], { quantity });
    await move(account, line, 'in_transit');
  }
  const { lotTrace } = await ask(
    account,
    '{ lotTrace(lot: "A") { supermarketCount totals(first: 2, skip: 1) { quantity } } }',
  );
  expect(lotTrace).toEqual({ supermarketCount: 3, totals: [{ quantity: 4 }, { quantity: 3 }] });
});
