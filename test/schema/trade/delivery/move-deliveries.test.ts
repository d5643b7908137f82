import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../../support/database/statements.ts';
import { createDelivery } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const MOVE = `mutation($ids: [ID!]!, $status: DeliveryStatus!) {
  moveDeliveries(ids: $ids, status: $status) {
    id outcome error { code field message } delivery { id status supermarketName products { quantity } }
  }
}`;

async function move(account: TestAccount, ids: unknown[], status: string, key = account.key) {
  const body = { query: MOVE, variables: { ids, status } };
  return (await account.call('POST', '//graphql', { key, body })).json;
}

const outcomesIn = (json: { data: { moveDeliveries: { outcome: string }[] } }) =>
  json.data.moveDeliveries.map(({ outcome }) => outcome);

async function eventsOf({ id, database }: TestAccount, type: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ delivery: string }>(
    `SELECT body::json->'data'->>'delivery_id' AS delivery FROM events WHERE account_id = $1 AND type = $2`,
    [id, type],
  );
  return rows.map(({ delivery }) => delivery).toSorted();
}

async function createThree(account: TestAccount): Promise<[string, string, string]> {
  const ids = [await createDelivery(account), await createDelivery(account), await createDelivery(account)];
  return ids.map(({ id }) => String(id)).toSorted() as [string, string, string];
}

describe('moveDeliveries', () => {
  it('moves those that it can, with an event for each, and says why not for the others', async () => {
    const account = await createAccount(service);
    const stranger = await createAccount(service);
    const [first, second, cancelled] = await createThree(account);
    const { id: theirs } = await createDelivery(stranger);
    await account.call('PATCH', `/deliveries/${cancelled}`, { body: { status: 'cancelled' } });
    const ids = [second, String(theirs), cancelled, 'x', first, second];
    const { data, errors } = await move(account, ids, 'IN_TRANSIT');
    expect(errors).toBeUndefined();
    const products = [{ quantity: 10 }];
    expect(data.moveDeliveries).toMatchObject([
      { id: second, outcome: 'MOVED', error: null, delivery: { id: second, status: 'IN_TRANSIT', products } },
      {
        id: String(theirs),
        outcome: 'REFUSED',
        delivery: null,
        error: { code: 'not_found', field: 'ids[1]' },
      },
      {
        id: cancelled,
        outcome: 'REFUSED',
        delivery: { status: 'CANCELLED' },
        error: { code: 'invalid_transition', field: 'status' },
      },
      { id: 'x', outcome: 'REFUSED', delivery: null, error: { code: 'not_found', field: 'ids[3]' } },
      { id: first, outcome: 'MOVED' },
      { id: second, outcome: 'MOVED' },
    ]);
    expect(await eventsOf(account, 'delivery.in_transit')).toEqual([first, second].toSorted());
    const { rows } = await account.database.pool.query('SELECT status FROM deliveries WHERE id = $1', [
      theirs,
    ]);
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  it('can be repeated, without further events', async () => {
    const account = await createAccount(service);
    const ids = await createThree(account);
    await move(account, ids.slice(1), 'CANCELLED');
    expect(outcomesIn(await move(account, ids, 'CANCELLED'))).toEqual(['MOVED', 'UNCHANGED', 'UNCHANGED']);
    expect(outcomesIn(await move(account, ids, 'PENDING'))).toEqual(['REFUSED', 'REFUSED', 'REFUSED']);
    expect(await eventsOf(account, 'delivery.cancelled')).toEqual(ids);
  });

  it('moves each delivery once when calls race', async () => {
    const account = await createAccount(service);
    const ids = await createThree(account);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        move(account, index % 2 ? ids : ids.toReversed(), index < 3 ? 'IN_TRANSIT' : 'CANCELLED'),
      ),
    );
    const results: { id: string; outcome: string }[] = answers.flatMap(({ data }) => data.moveDeliveries);
    const moved = results.filter(({ outcome }) => outcome === 'MOVED').map(({ id }) => id);
    expect(moved.toSorted()).toEqual(ids);
    const events = [
      ...(await eventsOf(account, 'delivery.in_transit')),
      ...(await eventsOf(account, 'delivery.cancelled')),
    ];
    expect(events.toSorted()).toEqual(ids);
  });

  it('takes as many statements for two deliveries as for one', async () => {
    const account = await createAccount(service);
    const ids = await createThree(account);
    const count = async (some: string[], status: string) =>
      (await statementsOf(service.testDatabase.name, () => move(account, some, status))).length;
    await move(account, [ids[0]], 'IN_TRANSIT');
    const one = await count([ids[0]], 'COMPLETED');
    expect(one).toBeGreaterThan(1);
    expect(await count(ids.slice(1), 'IN_TRANSIT')).toBe(one);
  });

  it.each([
    ['no id', []],
    ['more than 200', Array.from({ length: 201 }, (_, index) => String(index + 1))],
  ])('refuses %s', async (_name, ids) => {
    const { data, errors } = await move(await createAccount(service), ids, 'COMPLETED');
    expect(data).toEqual({ moveDeliveries: null });
    expect(errors).toMatchObject([{ extensions: { code: 'validation_error', field: 'ids' } }]);
  });

  it('can be called with the write scope alone', async () => {
    const account = await createAccount(service);
    const ids = await createThree(account);
    const { key } = await account.issue(['deliveries:write']);
    expect(outcomesIn(await move(account, ids, 'IN_TRANSIT', key))).toEqual(['MOVED', 'MOVED', 'MOVED']);
    const { key: reader } = await account.issue(['deliveries:read']);
    const { errors } = await move(account, ids, 'COMPLETED', reader);
    expect(errors).toMatchObject([{ extensions: { code: 'insufficient_scope' } }]);
  });
});
