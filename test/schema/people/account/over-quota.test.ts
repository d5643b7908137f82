import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { FREE, MARKET, PRODUCT, setHeld, setPlan } from './quota.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

describe('an account that has more than its plan includes', () => {
  it('can read and change its records, and create no more', async () => {
    const account = await createAccount(service, 'business');
    const { id } = await createSupermarket(account, MARKET);
    const product = await createProduct(account);
    await setHeld(account, 'supermarkets', FREE.supermarkets + 500);
    await setHeld(account, 'products', FREE.products + 500);
    await setPlan(account, 'free');
    const { status } = await account.call('PATCH', `/products/${product.id}`, { body: { price: 3 } });
    expect(status).toBe(200);
    const rename = `mutation { updateSupermarket(id: ${id}, input: { name: "b" }) { name } }`;
    expect(await ask(account, rename)).toEqual({ updateSupermarket: { name: 'b' } });
    // Branches have a quota of their own.
    await ask(
      account,
      `mutation { addBranch(supermarketId: ${id}, input: { name: "a", address: "b" }) { id } }`,
    );
    expect((await account.call('POST', '/products', { body: PRODUCT })).status).toBe(403);
    expect((await account.call('POST', '/supermarkets', { body: MARKET })).status).toBe(403);
  });

  it('gets stored responses for an Idempotency-Key', async () => {
    const account = await createAccount(service, 'free');
    const create = (key: string) =>
      account.call('POST', '/products', { body: PRODUCT, headers: { 'Idempotency-Key': key } });
    const first = await create('a');
    await setHeld(account, 'products', FREE.products);
    const replayed = await create('a');
    expect([replayed.status, replayed.text]).toEqual([201, first.text]);
    expect((await create('b')).status).toBe(403);
    await setPlan(account, 'business');
    // A refused request does not use the key.
    expect((await create('b')).status).toBe(201);
  });
});
