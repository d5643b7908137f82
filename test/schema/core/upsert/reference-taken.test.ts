import { describe, expect, it } from 'vitest';
import {
  createDelivery,
  createProduct,
  createStandingOrder,
  createSupermarket,
} from '../../../support/records/records.ts';
import { outcomesOf, sendRows } from '../../../support/records/send-rows.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const BRANCH = { name: 'West', address: 'Mill Lane 1', reference: 'R' };

/** Creates a record with the reference R, and returns it and what a second one is created by. */
const CREATE: Record<
  string,
  (account: TestAccount) => Promise<{ values: object; path: string; body: object }>
> = {
  products: async (account) => {
    const {
      id,
      created_at: _,
      sequential_id: __,
      ...body
    } = await createProduct(account, { reference: 'R' });
    return { values: { id }, path: '/products', body: { ...body, reference: 'R' } };
  },
  supermarkets: async (account) => {
    const { id } = await createSupermarket(account, { reference: 'R' });
    const body = { name: 'Other', contact_email: 'other@market.example', reference: 'R' };
    return { values: { id }, path: '/supermarkets', body };
  },
  deliveries: async (account) => {
    const { id } = await createDelivery(account, { reference: 'R' });
    const { json } = await account.call('GET', `/deliveries/${id}?view=full`);
    const { supermarket_id, subchain_id, delivery_date } = json.data;
    const products = [{ product_id: (await createProduct(account)).id, quantity: 1 }];
    const body = { supermarket_id, subchain_id, delivery_date, products, reference: 'R' };
    return { values: { id }, path: '/deliveries', body };
  },
  'standing-orders': async (account) => {
    const { id, ...order } = await createStandingOrder(account, { reference: 'R' });
    const { supermarket_id, subchain_id, lines, weekdays, starts_on } = order;
    const body = {
      supermarket_id,
      subchain_id,
      weekdays,
      starts_on,
      lines: lines.map(({ product_id }: { product_id: number }) => ({ product_id, quantity: 1 })),
      reference: 'R',
    };
    return { values: { id }, path: '/standing-orders', body };
  },
  branches: async (account) => {
    const { id: supermarket_id, branches } = await createSupermarket(account, { branches: [BRANCH] });
    const path = `/supermarkets/${(await createSupermarket(account)).id}/branches`;
    return { values: { id: branches[0].id, supermarket_id }, path, body: BRANCH };
  },
};

describe('a reference that another record has', () => {
  it.each(Object.keys(CREATE))('is refused with the id of that record: %s', async (list) => {
    const account = await createAccount(service);
    const { values, path, body } = await CREATE[list]!(account);
    const taken = { field: 'reference', problem: 'reference_taken', values };
    const headers = { 'Idempotency-Key': 'second' };
    for (const options of [{ body }, { body, headers }]) {
      const { json } = await account.call('POST', path, options);
      expect(json.error).toMatchObject(taken);
    }
    const resource = { branches: 'supermarkets', 'standing-orders': 'deliveries' }[list] ?? list;
    const { key } = await account.issue([`${resource}:write` as never]);
    const { json } = await account.call('POST', path, { body, key });
    expect(json.error).toMatchObject({ ...taken, values: null });
  });

  it('is refused for branches of a new supermarket, and of one in an upsert', async () => {
    const account = await createAccount(service);
    const { values } = await CREATE.branches!(account);
    const market = { name: 'Other', contact_email: 'other@market.example' };
    const alone = await account.call('POST', '/supermarkets', { body: { ...market, branches: [BRANCH] } });
    expect(alone.json.error).toMatchObject({ field: 'branches[0].reference', values });
    const rows = [{ ...market, reference: 'M', branches: [BRANCH] }];
    const refused = await sendRows(account, 'supermarkets', rows);
    expect(outcomesOf(refused)).toEqual(['refused']);
    expect(refused[0]!.error).toMatchObject({ problem: 'branch_of_other', values });
  });
});
