import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { send } from '../../../support/graphql/keyed.ts';
import { createDelivery, createProduct, inDays } from '../../../support/records/records.ts';
import { eventsOf, MOVE, pending, read, REVISE, revise } from '../../../support/records/versions.ts';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

describe('reviseDelivery', () => {
  it('changes nothing of a delivery that is dispatched at the same moment', async () => {
    const account = await createAccount(service);
    const { id } = await pending(account);
    const refusal = await whileLocked(
      service,
      {
        lock: `UPDATE deliveries SET status = 'in_transit', in_transit_at = now() WHERE id = $1`,
        values: [id],
      },
      () => refusalOf(account, REVISE, { id, input: { deliveryDate: inDays(8) } }),
    );
    expect(refusal).toMatchObject({ code: 'invalid_transition' });
    expect(await read(account, id)).toMatchObject({ status: 'IN_TRANSIT', replacedBy: null });
  });

  it('makes one new version of two revisions at the same moment', async () => {
    const account = await createAccount(service);
    const { id } = await pending(account);
    const answers = await whileLocked(
      service,
      { lock: 'SELECT FROM deliveries WHERE id = $1 FOR UPDATE', values: [id], waiting: 2 },
      () =>
        Promise.all(
          [8, 9].map((days) =>
            account.call('POST', '//graphql', {
              body: { query: REVISE, variables: { id, input: { deliveryDate: inDays(days) } } },
            }),
          ),
        ),
    );
    expect(answers.filter(({ json }) => json.errors)).toHaveLength(1);
    const { rows } = await service.database.pool.query(
      'SELECT FROM deliveries WHERE account_id = $1 AND replaces_id = $2',
      [account.id, id],
    );
    expect(rows).toHaveLength(1);
  });

  it('cancels the old version and creates a new one that takes over what is left out', async () => {
    const account = await createAccount(service);
    const { id, supermarket, milk } = await pending(account);
    const before = await read(account, id);
    const date = { deliveryDate: inDays(9) };
    const second = await revise(account, id, date);
    expect(second).toEqual({ ...before, ...date, id: second.id, replaces: { id }, firstVersion: { id } });
    expect(await read(account, id)).toEqual({
      ...before,
      status: 'CANCELLED',
      reference: null,
      replacedBy: { id: second.id },
    });

    const third = await revise(account, second.id, {
      branchId: supermarket.branches[1].id,
      notes: null,
      carrier: 'Kehl',
      products: [{ productId: milk.id, quantity: 7 }],
    });
    expect(third).toMatchObject({
      branchName: 'Harbour',
      deliveryDate: inDays(9),
      notes: null,
      reference: 'D-1',
      orderNumber: 'PO-1',
      carrier: 'Kehl',
      totalValue: 7,
      replaces: { id: second.id },
      firstVersion: { id },
    });
    const events = await eventsOf(account);
    expect(events.map(({ event, data }) => [event, String(data.delivery_id)])).toEqual([
      ['delivery.created', id],
      ['delivery.cancelled', id],
      ['delivery.created', second.id],
      ['delivery.cancelled', second.id],
      ['delivery.created', third.id],
    ]);
    expect(events[2]!.data).toMatchObject({ total_value: 25, delivery_date: inDays(9) });
    expect(events[3]!.data).toHaveProperty('cancelled_at');
  });

  it('keeps name and price of products of the old version, though they are archived, and takes new ones as they are now', async () => {
    const account = await createAccount(service);
    const { id, supermarket, bread, milk } = await pending(account);
    for (const product of [bread, milk]) {
      await account.call('PATCH', `/products/${product.id}`, { body: { name: 'Renamed', price: 9 } });
    }
    const oat = await createProduct(account, { name: 'Oat', price: 3 });
    await ask(account, `mutation { archiveProduct(id: ${bread.id}) { id } }`);
    await ask(account, `mutation { archiveBranch(id: ${supermarket.branches[0].id}) { id } }`);
    const products = [
      { productId: oat.id, quantity: 1 },
      { productId: bread.id, quantity: 4 },
    ];
    const second = await revise(account, id, { products });
    expect(second.products).toEqual([
      { productId: String(oat.id), name: 'Oat', quantity: 1, unitPrice: 3 },
      { productId: String(bread.id), name: 'Bread', quantity: 4, unitPrice: 2 },
    ]);
    // Milk is no longer in the second version, so the third takes it as it is now.
    const third = await revise(account, second.id, { products: [{ productId: milk.id, quantity: 1 }] });
    expect(third.products).toMatchObject([{ name: 'Renamed', quantity: 1, unitPrice: 9 }]);
    expect(
      await refusalOf(account, REVISE, { id: third.id, input: { products: [products[1]!] } }),
    ).toMatchObject({ code: 'validation_error', field: 'products[0].productId' });
  });

  it('changes what events do not show in place, without a new version or an event', async () => {
    const account = await createAccount(service);
    const { id } = await pending(account);
    const before = await read(account, id);
    const given = { notes: 'Gate 4', reference: 'D-9', carrier: null };
    expect(await revise(account, id, given)).toEqual({ ...before, ...given });
    expect(await revise(account, id, { notes: null })).toEqual({ ...before, ...given, notes: null });
    expect(await eventsOf(account)).toHaveLength(1);
  });

  it('stores what must arrive: of each product, the quantity of the first or the new version', async () => {
    const account = await createAccount(service);
    const { id, bread } = await pending(account);
    const oat = await createProduct(account);
    const fewer = { productId: bread.id, quantity: 8 };
    const second = await revise(account, id, { products: [fewer, { productId: oat.id, quantity: 3 }] });
    const third = await revise(account, second.id, { products: [{ ...fewer, quantity: 12 }] });
    const { rows } = await account.database.pool.query<{ ordered_quantity: number | null }>(
      'SELECT ordered_quantity FROM deliveries WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    expect(third.firstVersion).toEqual({ id });
    expect(rows.map((row) => row.ordered_quantity)).toEqual([null, 10 + 5 + 3, 12 + 5]);
  });

  it('happens once under an idempotency key', async () => {
    const account = await createAccount(service);
    const { id } = await pending(account);
    const variables = { id, input: { deliveryDate: inDays(9) } };
    const first = await send(account, 'key', REVISE, variables);
    const again = await send(account, 'key', REVISE, variables);
    expect(first.json.data.reviseDelivery.replaces).toEqual({ id });
    expect(again.text).toBe(first.text);
    expect(await eventsOf(account)).toHaveLength(3);
  });

  it('leaves the versions right when the current one moves and goods come back', async () => {
    const account = await createAccount(service);
    const { id, bread } = await pending(account);
    const { id: second } = await revise(account, id, { deliveryDate: inDays(9) });
    const moved = await ask(account, MOVE, { id: second, status: 'IN_TRANSIT' });
    expect(moved.moveDelivery).toEqual({
      status: 'IN_TRANSIT',
      replaces: { id, status: 'CANCELLED', replacedBy: { status: 'IN_TRANSIT' } },
      firstVersion: { id },
    });
    const body = { product_id: bread.id, quantity: 2, reason: 'damaged', return_date: inDays(0) };
    const ofNew = await account.call('POST', '/returns', { body: { ...body, delivery_id: Number(second) } });
    expect(ofNew.status).toBe(201);
    const ofOld = await account.call('POST', '/returns', { body: { ...body, delivery_id: Number(id) } });
    expect(ofOld.status).toBe(400);
    const back =
      'query ($id: ID!) { delivery(id: $id) { returns { totalCount } products { returnedQuantity } } }';
    expect((await ask(account, back, { id })).delivery).toEqual({
      returns: { totalCount: 0 },
      products: [{ returnedQuantity: 0 }, { returnedQuantity: 0 }],
    });
    expect((await ask(account, back, { id: second })).delivery.returns.totalCount).toBe(1);
  });
});

describe('a list of deliveries', () => {
  it('has replaced versions unless they are left out, and the versions of one delivery', async () => {
    const account = await createAccount(service);
    const { id } = await pending(account);
    const other = String((await createDelivery(account)).id);
    const { id: second } = await revise(account, id, { deliveryDate: inDays(9) });
    const { id: third } = await revise(account, second, { deliveryDate: inDays(8) });
    const list = async (filter: object) => {
      const query =
        'query ($filter: DeliveryFilter) { deliveries(filter: $filter) { totalCount nodes { id } } }';
      const { deliveries } = await ask(account, query, { filter });
      expect(deliveries.totalCount).toBe(deliveries.nodes.length);
      return deliveries.nodes.map((node: { id: string }) => node.id);
    };
    expect(await list({})).toEqual([third, second, other, id]);
    expect(await list({ includeReplaced: true })).toEqual([third, second, other, id]);
    expect(await list({ includeReplaced: false })).toEqual([third, other]);
    expect(await list({ firstVersionId: id })).toEqual([third, second, id]);
    expect(await list({ firstVersionId: other })).toEqual([other]);
    const csv = async (search: string) =>
      (await account.call('GET', `//export/deliveries.csv${search}`)).text;
    expect((await csv('')).trim().split('\n')).toHaveLength(3);
    expect((await csv('?includeReplaced=true')).trim().split('\n')).toHaveLength(5);
    const rest = await account.call('GET', '/deliveries');
    expect(rest.json.pagination.total).toBe(4);
  });
});
