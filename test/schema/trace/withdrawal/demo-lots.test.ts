import { expect, it } from 'vitest';
import { writeHistory } from '../../../../src/demo-history.ts';
import { writeLots } from '../../../../src/demo-lots.ts';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { contextFor } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

it('gives the demo lots, returns that name them, an open withdrawal, and a receipt with a shortfall', async () => {
  const account = await createAccount(service);
  const { prisma, pool } = service.database;
  await createSupermarket(account);
  for (const _ of [1, 2]) await createProduct(account);
  const cheese = await createProduct(account, { reference: 'CH-300', shelf_life_days: 60 });
  await writeHistory(prisma, account.id);
  // Each of the two branches gets something today and tomorrow.
  const { rows: days } = await pool.query<{ count: string }>(
    `SELECT count(DISTINCT branch_id) FROM deliveries WHERE account_id = $1 AND delivery_date >= (now() AT TIME ZONE 'UTC')::date
     GROUP BY delivery_date`,
    [account.id],
  );
  expect(days).toEqual([{ count: '2' }, { count: '2' }]);
  // On Mondays nothing may be in transit, because few deliveries are created on Sundays.
  await pool.query(
    `UPDATE deliveries SET status = 'in_transit', completed_at = NULL
     WHERE account_id = $1 AND id = (SELECT max(delivery_id) FROM delivery_items
       WHERE account_id = $1 AND returned_quantity = 0)`,
    [account.id],
  );
  const caller = { accountId: account.id, plan: 'business' as const, scopes: new Set(SCOPES) };
  await writeLots(contextFor(caller, prisma), account.id);
  const { withdrawals, lotTrace } = await ask(
    account,
    `query ($id: ID) {
      withdrawals { nodes { kind lots closedAt progress { branches acknowledged accountedFor } } }
      lotTrace(productId: $id, first: 1) { nodes { isWithdrawn } balance { delivered returnedWithLot linesWithoutLot } }
    }`,
    { id: String(cheese.id) },
  );
  expect(withdrawals.nodes).toMatchObject([
    { kind: 'WITHDRAWAL', closedAt: null, progress: { acknowledged: 1 } },
  ]);
  expect(lotTrace.balance).toMatchObject({ delivered: expect.any(Number), linesWithoutLot: 0 });
  expect(lotTrace.balance.returnedWithLot).toBeGreaterThan(0);
  const { rows } = await pool.query<{ quantity: number }>(
    `SELECT quantity FROM receipts JOIN returns USING (account_id, delivery_id)
     WHERE account_id = $1 AND reason = 'missing'`,
    [account.id],
  );
  expect(rows).toEqual([{ quantity: 2 }]);
});
