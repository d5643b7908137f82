import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSentDelivery,
  createSupermarket,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** The total, which has more digits than a binary floating-point number. */
const TOTAL = '4999999985000000.01';

/** Creates a delivery in transit, of 500 lines with that sum. */
async function createPrecious(account: TestAccount) {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
     SELECT $1, number, 'Caviar ' || number, 9999999.999, 9999999.99, 'fine'
     FROM generate_series(1, 500) AS number RETURNING id`,
    [account.id],
  );
  const supermarket = await createSupermarket(account);
  const delivery = await createDelivery(account, {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    products: rows.map(({ id }, index) => ({
      product_id: Number(id),
      quantity: index ? 1_000_000 : 999_999,
    })),
  });
  await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
  const input = `{deliveryId: "${delivery.id}", productId: "${rows[1]!.id}", quantity: 999999, reason: "spoilt", returnDate: "${inDays(0)}"}`;
  return { id: delivery.id, input };
}

async function ask({ key }: TestAccount, query: string): Promise<string> {
  return (await request(service.url, 'POST', '//graphql', { key, body: { query } })).text;
}

describe('an amount of 18 digits', () => {
  it('comes out digit for digit, however deep it lies', async () => {
    const account = await createAccount(service);
    const { id, input } = await createPrecious(account);
    const rest = await account.call('GET', `/deliveries/${id}`);
    expect(rest.text).toContain(`"total_value":${TOTAL},`);

    const delivery = 'totalValue products { unitPrice product { price weight } }';
    for (const query of [
      `mutation { createReturn(input: ${input}) { delivery { ${delivery} } creditAmount } }`,
      `{ delivery(id: "${id}") { ${delivery} } }`,
      `{ deliveries { nodes { ${delivery} } } }`,
      `{ returns { nodes { delivery { ${delivery} } } } }`,
    ]) {
      const text = await ask(account, query);
      expect(text).toContain(`"totalValue":${TOTAL},`);
      expect(text).toContain('{"unitPrice":9999999.99,"product":{"price":9999999.99,"weight":9999999.999}}');
    }
    expect(await ask(account, '{ returns { nodes { creditAmount } } }')).toContain(':9999989990000.01}');
  });

  it('stays text where it is text', async () => {
    const account = await createAccount(service);
    const name = `1234567890123456.78 "12345678901234567890" \\" -4999999985000000.01`;
    const delivery = await createSentDelivery(account, {
      products: [{ product_id: (await createProduct(account, { name })).id, quantity: 1 }],
    });
    await createReturn(account, { delivery_id: delivery.id, product_id: delivery.products[0].product_id });
    const text = await ask(
      account,
      '{ returns { nodes { delivery { products { name product { name } } } } } }',
    );
    const [line] = JSON.parse(text).data.returns.nodes[0].delivery.products;
    expect(line).toEqual({ name, product: { name } });
  });
});
