import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectData } from '../support/http/expect-answer.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('GET /deliveries/{delivery_id}', () => {
  it('returns the same as the creation and the list', async () => {
    const account = await createAccount(service);
    const delivery = await createDelivery(account);
    expect(expectData(await account.call('GET', `/deliveries/${delivery.id}`))).toStrictEqual(delivery);
    expect(expectData(await account.call('GET', '/deliveries'))).toStrictEqual([delivery]);
  });

  it('is not affected by an update of its products', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { name: 'Bread', price: 2.5 });
    const products = [{ product_id: product.id, quantity: 4 }];
    const before = await createDelivery(account, { products });
    await account.call('PATCH', `/products/${product.id}`, { body: { name: 'Rye', price: 3 } });
    expect(expectData(await account.call('GET', `/deliveries/${before.id}`))).toStrictEqual(before);
    const after = await createDelivery(account, { products });
    expect(after.products).toEqual([{ ...before.products[0], name: 'Rye', unit_price: 3 }]);
    expect(after.total_value).toBe(12);
  });
});

describe('GET /returns/{return_id}', () => {
  it('returns the same as the creation and the list', async () => {
    const account = await createAccount(service);
    const created = await createReturn(account, { description: 'Crushed' });
    expect(expectData(await account.call('GET', `/returns/${created.id}`))).toStrictEqual(created);
    expect(expectData(await account.call('GET', '/returns'))).toStrictEqual([created]);
  });

  it('keeps the product’s name as delivered', async () => {
    const account = await createAccount(service);
    const { id, product_id, product_name } = await createReturn(account);
    await account.call('PATCH', `/products/${product_id}`, { body: { name: 'Renamed' } });
    expect(expectData(await account.call('GET', `/returns/${id}`))).toHaveProperty(
      'product_name',
      product_name,
    );
  });
});

describe('GET /supermarkets', () => {
  it('returns list items, newest first', async () => {
    const account = await createAccount(service);
    const created = [await createSupermarket(account), await createSupermarket(account, { branches: [] })];
    const answer = await account.call('GET', '/supermarkets');
    const items = created.toReversed().map(({ id, name, branches }) => ({
      id,
      name,
      branches: branches.map((branch: { id: number; name: string; address: string }) => ({
        id: branch.id,
        name: branch.name,
        address: branch.address,
      })),
    }));
    expect(expectData(answer)).toStrictEqual(items);
  });
});

describe('GET /supermarkets/{supermarket_id}', () => {
  it('returns the same as the creation', async () => {
    const account = await createAccount(service);
    const created = await createSupermarket(account);
    expect(expectData(await account.call('GET', `/supermarkets/${created.id}`))).toStrictEqual(created);
  });
});
