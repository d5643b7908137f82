import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('by reference', () => {
  const look = `query($reference: String!) {
    productByReference(reference: $reference) { id reference }
    supermarketByReference(reference: $reference) { id }
    branchByReference(reference: $reference) { id supermarket { id } }
    deliveryByReference(reference: $reference) { id products { productId } } }`;

  it('finds the records of the account alone', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account, {
      reference: 'X',
      branches: [{ name: 'A', address: 'B', reference: 'X' }],
    });
    const product = await createProduct(account, { reference: 'X' });
    const delivery = await createDelivery(account, { reference: 'X' });
    expect(await ask(account, look, { reference: 'X' })).toMatchObject({
      productByReference: { id: String(product.id), reference: 'X' },
      supermarketByReference: { id: String(market.id) },
      branchByReference: { id: String(market.branches[0].id), supermarket: { id: String(market.id) } },
      deliveryByReference: { id: String(delivery.id) },
    });
    const other = await createAccount(service);
    expect(Object.values(await ask(other, look, { reference: 'X' }))).toEqual([null, null, null, null]);
    expect(await refusalOf(account, look, { reference: 'x'.repeat(101) })).toMatchObject({
      field: 'reference',
    });
  });

  it('filters lists by references and GTIN', async () => {
    const account = await createAccount(service);
    const { id } = await createProduct(account, { reference: 'A', gtin: '96385074' });
    const other = await createProduct(account, { reference: 'B' });
    await createProduct(account);
    const list = `query($filter: ProductFilter) { products(filter: $filter) { nodes { id } } }`;
    const found = async (filter: object) =>
      (await ask(account, list, { filter })).products.nodes.map((each: { id: string }) => Number(each.id));
    expect(await found({ references: ['A', 'B', 'C'] })).toEqual([other.id, id]);
    expect(await found({ gtin: '00000096385074' })).toEqual([id]);
    const many = Array.from({ length: 101 }, (_, at) => `R-${at}`);
    expect(await refusalOf(account, list, { filter: { references: many } })).toMatchObject({
      field: 'references',
    });
  });
});
