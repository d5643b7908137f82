import { expect, it } from 'vitest';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useExplained } from '../support/database/explained.ts';
import { reviseByKey } from '../support/records/versions.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'looks at plans' });
const explained = useExplained(service);

const PAIRS = 500;
const PERIODS = 40;

it('reads one row for the price of a line, of an account with many agreements', async () => {
  const { pool } = service.database;
  const account = await createAccount(service);
  const market = await createSupermarket(account);
  const products = [await createProduct(account), await createProduct(account)];
  await pool.query(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
     SELECT $1, n + 10, 'Goods', 1, 1, 'bakery' FROM generate_series(1, ${PAIRS - 2}) AS n`,
    [account.id],
  );
  await pool.query(
    `INSERT INTO price_agreements (account_id, supermarket_id, product_id, price, valid_from, valid_to)
     SELECT $1, $2, product.id, 0.5, from_day, from_day + 100
     FROM products product, generate_series(1, ${PERIODS}) AS n, LATERAL (SELECT date '1990-01-01' + n * 200 AS from_day) AS day
     WHERE account_id = $1`,
    [account.id, market.id],
  );
  await pool.query('VACUUM ANALYZE');
  const lines = products.map(({ id }) => ({ product_id: id, quantity: 1 }));
  explained.length = 0;
  const { id } = await createDelivery(account, {
    supermarket_id: market.id,
    subchain_id: market.branches[0].id,
    products: lines.slice(0, 1),
  });
  await account.call('POST', '/deliveries/batch', {
    body: {
      deliveries: [
        {
          supermarket_id: market.id,
          subchain_id: market.branches[0].id,
          reference: 'B-1',
          delivery_date: inDays(1),
          products: lines,
        },
      ],
    },
  });
  await reviseByKey(account, id, {
    products: products.map(({ id: productId }) => ({ productId: String(productId), quantity: 1 })),
  });
  const plans = explained.filter((plan) => /price_agreements/.test(plan));
  expect(plans).toHaveLength(3);
  for (const plan of plans) {
    const scans = plan.split('\n').filter((line) => /on price_agreements/.test(line));
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) {
      expect(scan).toMatch(/Index Scan Backward using price_agreements_(order|product)_idx/);
      expect(scan).toMatch(/rows=[01](\.\d+)? loops/);
    }
  }
});
