import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { ask } from '../support/graphql/ask.ts';
import { expectData, expectErrors } from '../support/http/expect-answer.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('an archived record', () => {
  it('cannot be used in a new delivery until it is restored', async () => {
    const account = await createAccount(service);
    const { id: supermarketId, branches } = await createSupermarket(account);
    const [sold, gone] = [await createProduct(account), await createProduct(account)];
    const body = {
      supermarket_id: supermarketId,
      subchain_id: branches[0].id,
      products: [sold, gone].map(({ id }) => ({ product_id: id, quantity: 1 })),
      delivery_date: inDays(1),
    };
    const create = () => account.call('POST', '/deliveries', { body });
    await ask(account, 'mutation($id: ID!) { archiveBranch(id: $id) { id } }', { id: branches[0].id });
    await ask(account, 'mutation($id: ID!) { archiveProduct(id: $id) { id } }', { id: gone.id });
    expectErrors(await create(), 400, 'validation_error', ['subchain_id', 'products[1].product_id']);
    const { json } = await create();
    expect(json.error.message).toBe('subchain_id is archived. Restore it or choose another');
    // Missing records are reported first, because they can never be used.
    const missing = { ...body, products: [{ product_id: 404_404, quantity: 1 }] };
    const refused = await account.call('POST', '/deliveries', { body: missing });
    expectErrors(refused, 404, 'not_found', ['products[0].product_id']);

    await ask(account, 'mutation($id: ID!) { restoreBranch(id: $id) { id } }', { id: branches[0].id });
    await ask(account, 'mutation($id: ID!) { restoreProduct(id: $id) { id } }', { id: gone.id });
    expectData(await create(), 201);
  });

  it('stays in deliveries, can be returned, and is still listed and read over REST', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const delivery = await createDelivery(account, { products: [{ product_id: product.id, quantity: 3 }] });
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
    await ask(account, 'mutation($id: ID!) { archiveProduct(id: $id) { id } }', { id: product.id });
    await createReturn(account, { delivery_id: delivery.id, product_id: product.id });
    expect(expectData(await account.call('GET', `/products/${product.id}`), 200)).toEqual(product);
    expect(expectData(await account.call('GET', '/products'), 200)).toEqual([product]);
  });

  it('can be listed alone or excluded, keeps its first time, and publishes no event', async () => {
    const account = await createAccount(service);
    const [kept, gone] = [await createProduct(account), await createProduct(account)];
    const archive = 'mutation($id: ID!) { archiveProduct(id: $id) { archivedAt updatedAt } }';
    const { archiveProduct: first } = await ask(account, archive, { id: gone.id });
    expect(first.archivedAt).toMatch(/^20/);
    expect(await ask(account, archive, { id: gone.id })).toEqual({ archiveProduct: first });
    const listed = async (filter: object) => {
      const query = 'query($filter: ProductFilter) { products(filter: $filter) { totalCount nodes { id } } }';
      const { products } = await ask(account, query, { filter });
      expect(products.totalCount).toBe(products.nodes.length);
      return products.nodes.map(({ id }: { id: string }) => Number(id));
    };
    expect(await listed({ archived: true })).toEqual([gone.id]);
    expect(await listed({ archived: false })).toEqual([kept.id]);
    expect(await listed({})).toEqual([gone.id, kept.id]);
    const { rows } = await service.database.pool.query(
      `SELECT type FROM events WHERE account_id = $1 AND type <> 'product.created'`,
      [account.id],
    );
    expect(rows).toEqual([]);
  });

  it.each(['archiveProduct', 'restoreProduct', 'archiveBranch', 'restoreBranch'])(
    'is not found by %s when it is of another account',
    async (mutation) => {
      const [owner, stranger] = [await createAccount(service), await createAccount(service)];
      const { id } = mutation.endsWith('Product')
        ? await createProduct(owner)
        : (await createSupermarket(owner)).branches[0];
      const change = (account: typeof owner) =>
        ask(account, `mutation($id: ID!) { ${mutation}(id: $id) { id } }`, { id });
      await expect(change(stranger)).rejects.toMatchObject({ code: 'not_found' });
      expect(await change(owner)).toEqual({ [mutation]: { id: String(id) } });
    },
  );
});
