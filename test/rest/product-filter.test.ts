import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { casesOf } from '../support/hostile/cases.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('GET /products lists', () => {
  it('the read shape, newest first', async () => {
    const account = await createAccount(service);
    const products = [await createProduct(account), await createProduct(account)];
    expect(expectData(await account.call('GET', '/products'))).toStrictEqual(products.toReversed());
  });

  it.each([
    ['category=bakery', ['rye 100%', 'Rye Bread']],
    ['category=Bakery', []],
    ['category=bak', []],
    ['category=fruit%20%26%20veg', ['50_50 JUICE']],
    ['search=rye', ['rye 100%', 'Rye Bread']],
    ['search=E%20B', ['Rye Bread']],
    ['search=juice', ['50_50 JUICE']],
    ['search=%25', ['rye 100%']],
    ['search=_', ['50_50 JUICE']],
    ['search=100%25', ['rye 100%']],
    ['search=0%250', []],
    ['search=5__5', []],
    ['search=%5C', ['back\\slash']],
    ['search=%5C%25', []],
    ['search=KÄSE', ['Käse']],
    ['search=%20%20bread%20', ['Rye Bread']],
    ['search=nothing', []],
    ['search=P-0003', ['P-0003 refill', '50_50 JUICE']],
    ['search=p-0002', ['rye 100%']],
    ['search=P-0002&category=dairy', []],
    ['search=P-2', []],
    ['search=P-00002', []],
    ['search=P-0000', []],
    ['search=P-9999999999999999', []],
    ['search=0003', ['P-0003 refill']],
    ['search=%27%20OR%20true--', []],
    ['search=rye&category=bakery', ['rye 100%', 'Rye Bread']],
    ['search=bread&category=bakery', ['Rye Bread']],
    ['search=bread&category=dairy', []],
  ])('by %s', async (query, names) => {
    const account = await createAccount(service);
    await createProduct(await createAccount(service), { name: 'Rye of others', category: 'bakery' });
    await createProduct(account, { name: 'Rye Bread', category: 'bakery' });
    await createProduct(account, { name: 'rye 100%', category: 'bakery' });
    await createProduct(account, { name: '50_50 JUICE', category: 'fruit & veg' });
    await createProduct(account, { name: 'back\\slash', category: 'dairy' });
    await createProduct(account, { name: 'Käse', category: 'dairy' });
    await createProduct(account, { name: 'P-0003 refill', category: 'packaging' });
    expect(await namesOf(account, query)).toEqual(names);
  });
});

describe('GET /products refuses', () => {
  it.each(
    casesOf({
      category: ['', '%20', 'a&category=b', '%00', 'x'.repeat(201)],
      search: ['', '%20', 'a&search=b', 'a%00', 'x'.repeat(201)],
      name: ['Bread'],
      sequential_id: ['P-0001'],
    }),
  )('%s=%s', async (field, value) => {
    const account = await createAccount(service);
    const answer = await account.call('GET', `/products?${field}=${value}`);
    expectError(answer, 400, 'validation_error', field);
  });
});

async function namesOf(account: TestAccount, query: string): Promise<string[]> {
  const data: { name: string }[] = expectData(await account.call('GET', `/products?${query}`));
  return data.map(({ name }) => name);
}
