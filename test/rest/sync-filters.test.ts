import { describe, expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const CREATE: Record<string, (account: TestAccount) => Promise<{ id: number; created_at: string }>> = {
  deliveries: createDelivery,
  returns: createReturn,
  products: createProduct,
};

describe('the filters for a synchronization', () => {
  it.each(['deliveries', 'products', 'returns'])('select %s by time', async (path) => {
    const account = await createAccount(service);
    const { id, created_at } = await CREATE[path]!(account);
    const after = new Date(Date.parse(created_at) + 1).toISOString();
    const idsOf = async (query: string) =>
      expectData(await account.call('GET', `/${path}?${query}`)).map((each: { id: number }) => each.id);
    expect(
      await idsOf(`created_from=${created_at}&created_to=${created_at}&updated_since=${created_at}`),
    ).toEqual([id]);
    expect(await idsOf(`created_from=${after}`)).toEqual([]);
    expect(await idsOf(`updated_since=${after}`)).toEqual([]);
    expect(await idsOf(`created_to=${encodeURIComponent('2020-01-01T00:00:00+02:00')}`)).toEqual([]);
    for (const bad of [
      'created_from=2026-11-01',
      'updated_since=yesterday',
      `created_from=${after}&created_to=${created_at}`,
    ]) {
      const field = bad.includes('created_to') ? 'created_to' : bad.split('=')[0]!;
      expectError(await account.call('GET', `/${path}?${bad}`), 400, 'validation_error', field);
    }
  });

  it('find what changed since', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    await createDelivery(account);
    const answer = await account.call('PATCH', `/deliveries/${id}?view=full`, {
      body: { status: 'in_transit' },
    });
    const since = expectData(answer).in_transit_at;
    const changed = expectData(await account.call('GET', `/deliveries?updated_since=${since}`));
    expect(changed.map((each: { id: number }) => each.id)).toEqual([id]);
  });

  it('find deliveries that were moved together, and archived products', async () => {
    const account = await createAccount(service);
    const { id, products } = await createDelivery(account);
    await createDelivery(account);
    const { rows } = await service.database.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const since = rows[0]!.now.toISOString();
    const changed = async (list: string) => {
      const found = expectData(await account.call('GET', `/${list}?updated_since=${since}`));
      return found.map((each: { id: number }) => each.id);
    };
    expect([await changed('deliveries'), await changed('products')]).toEqual([[], []]);
    await ask(account, `mutation { moveDeliveries(ids: ["${id}"], status: IN_TRANSIT) { outcome } }`);
    const product = products[0].product_id;
    await ask(account, `mutation { archiveProduct(id: "${product}") { id } }`);
    expect([await changed('deliveries'), await changed('products')]).toEqual([[id], [product]]);
  });

  it('find by reference', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account, { reference: 'S' });
    const product = await createProduct(account, { reference: 'P' });
    const delivery = await createDelivery(account, { reference: 'D' });
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
    const given = await createReturn(account, {
      delivery_id: delivery.id,
      product_id: delivery.products[0].product_id,
    });
    await createReturn(account);
    for (const [path, reference, { id }] of [
      ['supermarkets', 'S', market],
      ['products', 'P', product],
      ['deliveries', 'D', delivery],
      ['returns', 'D', given],
    ]) {
      const found = expectData(await account.call('GET', `/${path}?reference=${reference}`));
      expect(found.map((each: { id: number }) => each.id)).toEqual([id]);
      expect(expectData(await account.call('GET', `/${path}?reference=other`))).toEqual([]);
    }
  });
});
