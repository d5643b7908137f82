import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/account.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService();

describe('POST /deliveries', () => {
  it('answers the read shape, with names and prices copied from the catalogue', async () => {
    const account = await createAccount(service);
    const supermarket = await createSupermarket(account);
    const product = await createProduct(account, { name: 'Bread', price: 19.99 });
    const { status, headers, json } = await account.call('POST', '/deliveries', {
      body: {
        supermarket_id: supermarket.id,
        subchain_id: supermarket.branches[1].id,
        products: [{ product_id: product.id, quantity: 3 }],
        delivery_date: inDays(1),
        notes: 'Ring twice',
      },
    });
    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(`${service.url}/api/v1/deliveries/${json.data.id}`);
    expect(json).toEqual({
      status: 'success',
      data: {
        id: expect.any(Number),
        supermarket_name: supermarket.name,
        subchain_name: 'Harbour',
        products: [{ product_id: product.id, name: 'Bread', quantity: 3, unit_price: 19.99 }],
        total_value: 59.97,
        delivery_date: inDays(1),
        status: 'pending',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  it('adds up exactly what binary floating point cannot', async () => {
    const account = await createAccount(service);
    const products = [];
    for (const price of [9_999_999.99, 9_999_999.99, 0.07]) {
      products.push({ product_id: (await createProduct(account, { price })).id, quantity: 999_999 });
    }
    const delivery = await createDelivery(account, { products });
    const { text } = await account.call('GET', `/deliveries/${delivery.id}`);
    expect(text).toContain('"total_value":19999980049999.95,');
  });
});
