import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { expectData, expectError, expectErrors } from '../../../support/http/expect-answer.ts';
import { BAD_VALUES, GOOD_VALUES, PRODUCT } from '../../../support/records/product-values.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

describe('POST /products', () => {
  it('returns the read shape, with a sequential id', async () => {
    const account = await createAccount(service);
    const answer = await account.call('POST', '/products', { body: PRODUCT });
    expect(expectData(answer, 201)).toStrictEqual({
      ...PRODUCT,
      id: expect.any(Number),
      sequential_id: 'P-0001',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.headers.get('Location')).toBe(`${service.url}/api/v1/products/${answer.json.data.id}`);
  });

  it('trims its texts', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { name: ' Bread\n', category: '\tbakery ' });
    expect(product).toMatchObject({ name: 'Bread', category: 'bakery' });
  });

  it.each(GOOD_VALUES)('accepts the %s %j', async (field, value) => {
    const account = await createAccount(service);
    const { id } = await createProduct(account, { [field]: value });
    expect(expectData(await account.call('GET', `/products/${id}`))).toHaveProperty(field, value);
  });

  it.each(['9999999.99', '0.07', '1234567.1', '100', '0'])(
    'writes the price %s as it read it',
    async (price) => {
      const account = await createAccount(service);
      const raw = `{"name":"Bread","category":"bakery","weight":9999999.999,"price":${price}}`;
      const created = await account.call('POST', '/products', { raw });
      expect(created.text).toContain(`"weight":9999999.999,"price":${price},`);
      const { text } = await account.call('GET', `/products/${created.json.data.id}`);
      expect(text).toBe(created.text);
    },
  );

  it.each([...BAD_VALUES, ...Object.keys(PRODUCT).map((field): [string, undefined] => [field, undefined])])(
    'refuses the %s %j',
    async (field, value) => {
      const account = await createAccount(service);
      const answer = await account.call('POST', '/products', { body: { ...PRODUCT, [field]: value } });
      expectError(answer, 400, 'validation_error', field);
    },
  );

  it.each(['id', 'sequential_id', 'created_at', 'currency'])('refuses the field %s', async (field) => {
    const account = await createAccount(service);
    const answer = await account.call('POST', '/products', { body: { ...PRODUCT, [field]: 'P-0001' } });
    expectError(answer, 400, 'validation_error', field);
  });

  it('refuses every wrong field at once, unknown ones first', async () => {
    const account = await createAccount(service);
    const answer = await account.call('POST', '/products', { body: { id: 1, category: '', price: '1' } });
    expectErrors(answer, 400, 'validation_error', ['id', 'name', 'weight', 'price', 'category']);
  });
});

describe('a sequential id', () => {
  it('grows wider than four digits over REST', async () => {
    const account = await createAccount(service);
    await service.database.prisma.productSequence.create({
      data: { accountId: account.id, lastNumber: 9_998 },
    });
    expect(await createProduct(account)).toHaveProperty('sequential_id', 'P-9999');
    expect(await createProduct(account)).toHaveProperty('sequential_id', 'P-10000');
  });

  it('is counted for each account separately', async () => {
    for (const account of [await createAccount(service), await createAccount(service)]) {
      expect(await createProduct(account)).toHaveProperty('sequential_id', 'P-0001');
    }
  });

  it('has no gaps and no duplicates when creations race with failing ones', async () => {
    await refuseInDatabase('Unlucky');
    const account = await createAccount(service);
    const [good, refused, failing, replayed] = await Promise.all([
      race(50, () => account.call('POST', '/products', { body: PRODUCT })),
      race(25, () => account.call('POST', '/products', { body: { ...PRODUCT, price: -1 } })),
      race(25, () => account.call('POST', '/products', { body: { ...PRODUCT, name: 'Unlucky' } })),
      race(10, () =>
        account.call('POST', '/products', { body: PRODUCT, headers: { 'Idempotency-Key': 'once' } }),
      ),
    ]);
    for (const answer of good) expectData(answer, 201);
    for (const answer of refused) expectError(answer, 400, 'validation_error', 'price');
    for (const answer of failing) expectError(answer, 500, 'internal_error');
    expect(replayed.map(({ status }) => status)).toContain(201);
    expect(await sequentialIdsOf(account)).toEqual(
      Array.from({ length: 51 }, (_, index) => `P-${String(index + 1).padStart(4, '0')}`),
    );
  });
});

function race<T>(count: number, run: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, run));
}

/** Makes the insertion of a product with this name fail after its number was assigned. */
async function refuseInDatabase(name: string): Promise<void> {
  await service.database.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'refused'; END
    $$;
    CREATE TRIGGER refuse AFTER INSERT ON products
      FOR EACH ROW WHEN (NEW.name = '${name}') EXECUTE FUNCTION refuse();
  `);
}

async function sequentialIdsOf(account: TestAccount): Promise<string[]> {
  const data: { sequential_id: string }[] = expectData(await account.call('GET', '/products?per_page=100'));
  return data.map((product) => product.sequential_id).sort();
}
