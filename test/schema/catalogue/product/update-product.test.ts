import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { expectData, expectError, expectErrors } from '../../../support/http/expect-answer.ts';
import { BAD_VALUES, GOOD_VALUES, PRODUCT } from '../../../support/records/product-values.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

describe('PATCH /products/{product_id}', () => {
  it.each(GOOD_VALUES)('changes only the %s, to %j', async (field, value) => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const answer = await account.call('PATCH', `/products/${product.id}`, { body: { [field]: value } });
    expect(expectData(answer)).toStrictEqual({ ...product, [field]: value });
    const read = await account.call('GET', `/products/${product.id}`);
    expect(expectData(read)).toStrictEqual({ ...product, [field]: value });
  });

  it('changes all fields at once', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { name: 'Rye', weight: 1.25, price: 0, category: 'rye' };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expect(expectData(answer)).toStrictEqual({ ...product, ...body });
  });

  it('refuses null, and to change nothing', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { name: null, weight: null, price: 1, category: null };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expectErrors(answer, 400, 'validation_error', ['name', 'weight', 'category']);
    expectError(
      await account.call('PATCH', `/products/${product.id}`, { body: {} }),
      400,
      'validation_error',
    );
    expect(expectData(await account.call('GET', `/products/${product.id}`))).toStrictEqual(product);
  });

  it.each(BAD_VALUES.filter(([, value]) => value !== null))('refuses the %s %j', async (field, value) => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { ...PRODUCT, [field]: value };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expectError(answer, 400, 'validation_error', field);
    expect(expectData(await account.call('GET', `/products/${product.id}`))).toStrictEqual(product);
  });

  it.each(['id', 'sequential_id', 'created_at'])('refuses the read-only field %s', async (field) => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const body = { price: 1, [field]: product[field] };
    const answer = await account.call('PATCH', `/products/${product.id}`, { body });
    expectError(answer, 400, 'validation_error', field);
  });
});
