import { beforeAll, describe, expect, it } from 'vitest';
import { useExplained } from '../../../support/database/explained.ts';
import { importsOf } from '../../../support/records/importing.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ worker: {} });
const { importing, preview } = importsOf(service);
const explained = useExplained(service);

const PRODUCTS = 50_000;
const HEADER = 'reference;delivery_date;branch;product;quantity';

let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(service);
  await createSupermarket(account, { branches: [{ name: 'Mitte', address: 'Street 1', reference: 'B-1' }] });
  await service.database.pool.query(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category, reference, case_gtin)
     SELECT $1, 1000000 + n, 'Product ' || n, 1, 1, 'c', 'R-' || n, lpad((20000000 + n)::text, 13, '0')
     FROM generate_series(1, ${PRODUCTS}) AS n`,
    [account.id],
  );
  await service.database.pool.query('ANALYZE products');
});

describe('the GTIN of a case in a delivery', () => {
  it('names the product, whose quantity is mentioned', async () => {
    const own = await createAccount(service);
    await createProduct(own, {
      reference: 'A-1',
      name: 'Rye',
      gtin: '4012345100082',
      case_gtin: '14012345100089',
    });
    await createSupermarket(own, { branches: [{ name: 'Mitte', address: 'Street 1', reference: 'B-1' }] });
    const file = `${HEADER}\nD-1;2099-12-31;B-1;14012345100089;5\n`;
    expect(await preview(own, 'deliveries', file)).toMatchObject({
      counts: { created: 1, refused: 0 },
      notes: [expect.stringContaining('is the GTIN of a case of Rye. The quantity 5 counts the unit')],
    });
    expect(await importing(own, 'deliveries', file)).toMatchObject({ status: 'SUCCEEDED', created: 1 });
  });

  it('goes after the GTIN of a piece, and before the name', async () => {
    const own = await createAccount(service);
    await createProduct(own, { reference: 'A-1', name: 'Rye', case_gtin: '4012345100082' });
    await createProduct(own, { reference: 'A-2', name: 'Oat', gtin: '4012345100082' });
    await createSupermarket(own, { branches: [{ name: 'Mitte', address: 'Street 1', reference: 'B-1' }] });
    await importing(own, 'deliveries', `${HEADER}\nD-1;2099-12-31;B-1;4012345100082;5\n`);
    const { rows } = await service.database.pool.query(
      'SELECT name FROM delivery_items WHERE account_id = $1',
      [own.id],
    );
    expect(rows).toEqual([{ name: 'Oat' }]);
  });

  it('is looked up by an index, whatever the number of products', async () => {
    explained.length = 0;
    const lines = Array.from(
      { length: 400 },
      (_, at) => `D-1;2099-12-31;B-1;${String(20_000_001 + at * 100).padStart(13, '0')};1`,
    );
    const { refusals } = await preview(account, 'deliveries', [HEADER, ...lines].join('\n'));
    expect(refusals.filter(({ message }) => message.startsWith('is neither'))).toEqual([]);
    const plans = explained.filter((plan) => plan.includes('lpad(case_gtin'));
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toContain('products_case_gtin_idx');
      expect(plan).not.toContain('Seq Scan on products');
    }
  });
});
