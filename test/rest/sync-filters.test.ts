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
  supermarkets: createSupermarket,
};

describe('the filters for a synchronization', () => {
  it.each(['deliveries', 'products', 'returns', 'supermarkets'])('select %s by time', async (path) => {
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

  it('find supermarkets that changed, or whose branches did', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account, { reference: 'S' });
    await createSupermarket(account);
    const at = `/supermarkets/${market.id}`;
    const branch = `${at}/branches/${market.branches[1].id}`;
    const changes: Record<string, () => Promise<unknown>> = {
      rename: () => account.call('PATCH', at, { body: { name: 'New' } }),
      'rename a branch': () => account.call('PATCH', branch, { body: { name: 'New' } }),
      'archive a branch': () => account.call('POST', `${branch}/archive`),
      'add a branch': () =>
        account.call('POST', `${at}/branches`, {
          body: { name: 'North', address: '1 Road', reference: 'B' },
        }),
      'upsert a branch': () =>
        account.call('POST', '/supermarkets/upsert', {
          body: { supermarkets: [{ reference: 'S', branches: [{ reference: 'B', name: 'South' }] }] },
        }),
      'set a target': () =>
        ask(
          account,
          `mutation { updateSupermarket(id: ${market.id}, input: { targets: { onTime: 90 } }) { id } }`,
        ),
      'archive all': () => account.call('POST', `${at}/archive`),
    };
    const outcomes: Record<string, unknown> = {};
    for (const [what, change] of Object.entries(changes)) {
      const since = await nowOf(account);
      const changed = () => idsSince(account, 'supermarkets', since);
      const before = await changed();
      await change();
      const after = await changed();
      const [shown] = expectData(await account.call('GET', `/supermarkets?view=full&updated_since=${since}`));
      const isShown = shown.updated_at >= since;
      const again = await nowOf(account);
      // The same change a second time changes nothing.
      if (what !== 'add a branch') await change();
      outcomes[what] = [before, after, isShown, await idsSince(account, 'supermarkets', again)];
    }
    const expected = Object.keys(changes).map((what) => [what, [[], [market.id], true, []]]);
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });

  it('find returns that were reversed', async () => {
    const account = await createAccount(service);
    const { id } = await createReturn(account);
    await createReturn(account);
    const since = await nowOf(account);
    expect(await idsSince(account, 'returns', since)).toEqual([]);
    const reversed = await account.call('POST', `/returns/${id}/reverse?view=full`, {
      body: { reason: 'Twice' },
    });
    const reversal = expectData(reversed, 201);
    expect(await idsSince(account, 'returns', since)).toEqual([reversal.id, id]);
    const { updated_at, created_at } = expectData(await account.call('GET', `/returns/${id}?view=full`));
    expect([updated_at, reversal.updated_at]).toEqual([reversal.created_at, reversal.created_at]);
    expect(updated_at > created_at).toBe(true);
  });

  it('find deliveries and returns of a branch', async () => {
    const account = await createAccount(service);
    const { id: supermarket_id, branches } = await createSupermarket(account);
    const [first, second] = branches.map((branch: { id: number }) => branch.id);
    for (const subchain_id of [first, second]) {
      const { id, products } = await createDelivery(account, { supermarket_id, subchain_id });
      await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'in_transit' } });
      await createReturn(account, { delivery_id: id, product_id: products[0].product_id });
    }
    const { key } = await account.issue(['deliveries:read', 'returns:read']);
    const { key: onlyReturns } = await account.issue(['returns:read']);
    for (const [list, reader] of [
      ['deliveries', key],
      ['returns', key],
      ['returns', onlyReturns],
    ]) {
      const read = async (branch: number | string) =>
        account.call('GET', `/${list}?view=full&subchain_id=${branch}`, { key: reader! });
      const found = expectData(await read(second));
      expect(found.map((each: { subchain_id: number }) => each.subchain_id)).toEqual([second]);
      expect(expectData(await read(404_404))).toEqual([]);
      expectError(await read('x'), 400, 'validation_error', 'subchain_id');
    }
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

/** Returns the time of the database, once it is later than that of all changes so far. */
async function nowOf({ database }: TestAccount): Promise<string> {
  const { rows } = await database.pool.query<{ now: Date }>(
    `SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now FROM pg_sleep(0.003)`,
  );
  await database.pool.query('SELECT pg_sleep(0.003)');
  return rows[0]!.now.toISOString();
}

async function idsSince(account: TestAccount, list: string, since: string): Promise<number[]> {
  const found = expectData(await account.call('GET', `/${list}?updated_since=${since}`));
  return found.map((each: { id: number }) => each.id);
}
