import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../support/service/account.ts';
import { expectData, expectError } from '../../support/http/expect-answer.ts';
import { createProduct } from '../../support/records/records.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();

const GOOD = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };

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
      race(50, () => account.call('POST', '/products', { body: GOOD })),
      race(25, () => account.call('POST', '/products', { body: { ...GOOD, price: -1 } })),
      race(25, () => account.call('POST', '/products', { body: { ...GOOD, name: 'Unlucky' } })),
      race(10, () =>
        account.call('POST', '/products', { body: GOOD, headers: { 'Idempotency-Key': 'once' } }),
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
