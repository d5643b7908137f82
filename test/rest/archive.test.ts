import { describe, expect, it } from 'vitest';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('a product', () => {
  it('is archived and restored, with the same response again', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const at = `/products/${product.id}`;
    expect(expectData(await account.call('POST', `${at}/archive`))).toStrictEqual(product);
    const full = expectData(await account.call('POST', `${at}/archive?view=full`, { body: {} }));
    expect(full.archived_at).toEqual(expect.any(String));
    expect(expectData(await account.call('POST', `${at}/archive?view=full`))).toStrictEqual(full);
    expect(expectData(await account.call('GET', '/products'))).toStrictEqual([product]);
    expectError(await order(account, product.id), 400, 'validation_error', 'products[0].product_id');
    expect(expectData(await account.call('POST', `${at}/restore`))).toStrictEqual(product);
    const restored = expectData(await account.call('POST', `${at}/restore?view=full`));
    expect(restored.archived_at).toBeNull();
    expectData(await order(account, product.id), 201);
  });
});

describe('a branch', () => {
  it('is archived and restored alone', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account);
    const [branch, other] = market.branches;
    const at = `/supermarkets/${market.id}/branches/${branch.id}`;
    expect(expectData(await account.call('POST', `${at}/archive`))).toStrictEqual(branch);
    const archived = await archivedOf(account, market.id);
    expect(archived).toEqual({ [branch.id]: expect.any(String), [other.id]: null });
    expect(expectData(await account.call('POST', `${at}/archive?view=full`)).archived_at).toBe(
      archived[branch.id],
    );
    expect(expectData(await account.call('POST', `${at}/restore`))).toStrictEqual(branch);
    expect(await archivedOf(account, market.id)).toEqual({ [branch.id]: null, [other.id]: null });
  });

  it('of another supermarket is not found', async () => {
    const account = await createAccount(service);
    const [market, other] = [await createSupermarket(account), await createSupermarket(account)];
    const at = `/supermarkets/${other.id}/branches/${market.branches[0].id}`;
    for (const verb of ['archive', 'restore']) {
      expectError(await account.call('POST', `${at}/${verb}`), 404, 'not_found', null);
    }
  });
});

describe('a supermarket', () => {
  it('is archived and restored with all its branches, and stays in the list', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account);
    await createSupermarket(account);
    const [first, second] = market.branches.map(({ id }: { id: number }) => id);
    await account.call('POST', `/supermarkets/${market.id}/branches/${first}/archive`);
    const before = await archivedOf(account, market.id);
    const answer = await account.call('POST', `/supermarkets/${market.id}/archive`);
    expect(expectData(answer)).toStrictEqual(market);
    const archived = await archivedOf(account, market.id);
    expect(archived).toEqual({ [first]: before[first], [second]: expect.any(String) });
    expect(expectData(await account.call('POST', `/supermarkets/${market.id}/archive`))).toStrictEqual(
      market,
    );
    expect(await archivedOf(account, market.id)).toEqual(archived);
    expect(expectData(await account.call('GET', '/supermarkets'))).toHaveLength(2);
    expect(expectData(await account.call('POST', `/supermarkets/${market.id}/restore`))).toStrictEqual(
      market,
    );
    expect(await archivedOf(account, market.id)).toEqual({ [first]: null, [second]: null });
  });
});

describe('archiving', () => {
  const PATHS = ['/products/ID', '/supermarkets/ID', '/supermarkets/ID/branches/ID'];

  it.each(PATHS)('%s needs the write scope, the own record and no body', async (path) => {
    const [account, other] = [await createAccount(service), await createAccount(service)];
    const product = await createProduct(account);
    const market = await createSupermarket(account);
    const ids = path.startsWith('/products') ? [product.id] : [market.id, market.branches[0].id];
    const own = path.replaceAll('ID', () => String(ids.shift()));
    const { key } = await account.issue(['products:read', 'supermarkets:read']);
    for (const verb of ['archive', 'restore']) {
      expectError(await account.call('POST', `${own}/${verb}`, { key }), 403, 'insufficient_scope');
      expectError(await other.call('POST', `${own}/${verb}`), 404, 'not_found', null);
      expectError(await account.call('POST', `${path}/${verb}`), 404, 'not_found', null);
      const body = await account.call('POST', `${own}/${verb}`, { body: { reason: 'x' } });
      expectError(body, 400, 'validation_error', 'reason');
      expectError(await account.call('GET', `${own}/${verb}`), 405, 'method_not_allowed');
    }
  });
});

async function archivedOf(account: TestAccount, id: number): Promise<Record<number, string | null>> {
  const { branches } = expectData(await account.call('GET', `/supermarkets/${id}?view=full`));
  return Object.fromEntries(
    branches.map((branch: { id: number; archived_at: string | null }) => [branch.id, branch.archived_at]),
  );
}

async function order(account: TestAccount, product: number) {
  const { id, branches } = await createSupermarket(account);
  const body = {
    supermarket_id: id,
    subchain_id: branches[0].id,
    products: [{ product_id: product, quantity: 1 }],
    delivery_date: inDays(1),
  };
  return account.call('POST', '/deliveries', { body });
}
