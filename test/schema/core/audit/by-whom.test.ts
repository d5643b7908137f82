import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { pending, reviseByKey } from '../../../support/records/versions.ts';
import { createProduct, createReturn, createSentDelivery, inDays } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';

const service = useService();

const MOVES = 'createdBy inTransitBy completedBy cancelledBy';

describe('the names of who did something', () => {
  it('are kept as they were, of keys and of people', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSentDelivery(account);
    const asPerson = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: service.url,
        Cookie: account.cookies.map((cookie) => cookie.split(';')[0]).join('; '),
      },
      body: JSON.stringify({
        query:
          'mutation($id: ID!) { moveDelivery(id: $id, status: COMPLETED) { completedBy } changeName(name: "Berta") { name } }',
        variables: { id: String(id) },
      }),
    });
    expect(await asPerson.json()).toMatchObject({
      data: { moveDelivery: { completedBy: 'Owner' }, changeName: { name: 'Berta' } },
    });
    const { delivery } = await ask(account, `query($id: ID!) { delivery(id: $id) { ${MOVES} } }`, { id });
    const [key] = await nameOfKey(account.id);
    expect(delivery).toEqual({ createdBy: key, inTransitBy: key, completedBy: 'Owner', cancelledBy: null });
  });

  it('are kept of each change of a delivery in place, and not without one', async () => {
    const account = await createAccount(service);
    const [key] = await nameOfKey(account.id);
    const { id } = await pending(account);
    const inputs = [
      { notes: 'Gate 4' },
      { notes: 'Gate 4', carrier: 'Own van' },
      { orderNumber: null, carrier: null, reference: 'D-1' },
      { deliveryDate: inDays(9), notes: 'Gate 5' },
    ];
    for (const input of inputs) await reviseByKey(account, id, input);
    const { deliveries } = await ask(
      account,
      '{ deliveries(orderBy: CREATED_ASC) { nodes { createdBy changes { at by fields } } } }',
    );
    const at = expect.any(String);
    expect(deliveries.nodes).toEqual([
      {
        createdBy: key,
        changes: [
          { at, by: key, fields: ['orderNumber', 'carrier'] },
          { at, by: key, fields: ['notes'] },
        ],
      },
      { createdBy: key, changes: [] },
    ]);
  });

  it('are kept of returns and their reversals', async () => {
    const account = await createAccount(service);
    const [key] = await nameOfKey(account.id);
    const { id } = await createReturn(account);
    await account.call('POST', `/returns/${id}/reverse`, { body: { reason: 'Twice' } });
    const { returns } = await ask(account, '{ returns(first: 2) { nodes { createdBy } } }');
    expect(returns.nodes).toEqual([{ createdBy: key }, { createdBy: key }]);
  });

  it('are kept with each change of a price, also by rows, and not without one', async () => {
    const account = await createAccount(service);
    const [key] = await nameOfKey(account.id);
    const product = await createProduct(account, { price: 3.49, reference: 'R-1' });
    await account.call('PATCH', `/products/${product.id}`, { body: { price: 3.99 } });
    await account.call('PATCH', `/products/${product.id}`, { body: { name: 'Rye' } });
    await account.call('POST', '/products/upsert', {
      body: { products: [{ reference: 'R-1', price: 4.5 }] },
    });
    const read = await ask(
      account,
      'query($id: ID!) { product(id: $id) { priceChanges { by before after } } }',
      {
        id: product.id,
      },
    );
    expect(read.product.priceChanges).toEqual([
      { by: key, before: 3.99, after: 4.5 },
      { by: key, before: 3.49, after: 3.99 },
    ]);
  });
});

async function nameOfKey(accountId: bigint): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ name: string }>(
    'SELECT name FROM api_keys WHERE account_id = $1 ORDER BY id',
    [accountId],
  );
  return rows.map(({ name }) => name);
}
