import { describe, expect, it } from 'vitest';
import { updateAccount } from '../../src/schema/people/account/update-account.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { contextFor } from '../support/service/context.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('a delivery', () => {
  it('keeps its numbers, is refused a taken reference, and says when it changed', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const market = await createSupermarket(account);
    const create = `mutation($input: CreateDeliveryInput!) { createDelivery(input: $input) {
      id reference orderNumber carrier supermarketId branchId createdAt updatedAt } }`;
    const numbers = { reference: 'D-1', orderNumber: 'PO-1', carrier: 'Own van' };
    const input = {
      supermarketId: market.id,
      branchId: market.branches[0].id,
      products: [{ productId: product.id, quantity: 1 }],
      deliveryDate: inDays(1),
      ...numbers,
    };
    const { createDelivery: made } = await ask(account, create, { input });
    expect(made).toMatchObject({ ...numbers, supermarketId: String(market.id), updatedAt: made.createdAt });
    expect(await refusalOf(account, create, { input })).toMatchObject({
      code: 'validation_error',
      message: `reference is already used by another delivery (id ${made.id})`,
      field: 'reference',
    });
    const move = `mutation($id: ID!) { moveDelivery(id: $id, status: IN_TRANSIT) { inTransitAt updatedAt } }`;
    const { moveDelivery: moved } = await ask(account, move, { id: made.id });
    expect(moved.updatedAt).toBe(moved.inTransitAt);
  });
});

describe('the account', () => {
  const read = 'query { account { timeZone address phone country gln } }';

  it('has a time zone and an address, which null clears', async () => {
    const account = await createAccount(service);
    expect((await ask(account, read)).account).toEqual({
      timeZone: 'UTC',
      address: null,
      phone: null,
      country: null,
      gln: null,
    });
    const given = {
      timeZone: 'Europe/Berlin',
      address: '1 Lane',
      phone: '1',
      country: 'DE',
      gln: '4012345000009',
    };
    await change(account, given);
    expect((await ask(account, read)).account).toEqual(given);
    await change(account, { timeZone: null, gln: null });
    expect((await ask(account, read)).account).toEqual({ ...given, timeZone: 'UTC', gln: null });
  });

  it.each([
    ['timeZone', 'Europe/Atlantis'],
    ['timeZone', '+02:00'],
    ['country', 'de'],
    ['gln', '4012345000001'],
  ])('is refused the %s %s', async (field, value) => {
    const account = await createAccount(service);
    await expect(change(account, { [field]: value })).rejects.toMatchObject({ extensions: { field } });
  });
});

async function change(account: TestAccount, input: object): Promise<void> {
  const caller = {
    accountId: account.id,
    plan: 'business',
    sessionId: 1n,
    scopes: new Set<never>(),
  } as const;
  await updateAccount(contextFor(caller, account.database.prisma), input);
}
