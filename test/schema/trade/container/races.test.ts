import { expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createContainerType, SET_CONTAINERS } from '../../../support/records/containers.ts';
import { createDelivery, inDays } from '../../../support/records/records.ts';
import { revise } from '../../../support/records/versions.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const LOCK = 'SELECT FROM deliveries WHERE account_id = $1 AND id = $2 FOR UPDATE';

it('a delivery that is cancelled at the same moment gets no containers', async () => {
  const account = await createAccount(service);
  const typeId = await createContainerType(account);
  const { id } = await createDelivery(account);
  const values = [account.id, id];
  const cancel = `UPDATE deliveries SET status = 'cancelled', cancelled_at = now() WHERE account_id = $1 AND id = $2`;
  const refusal = await whileLocked(
    service,
    { lock: LOCK, values, change: (client) => client.query(cancel, values) },
    () => refusalOf(account, SET_CONTAINERS, { deliveryId: String(id), rows: [{ typeId, out: 1 }] }),
  );
  expect(refusal).toMatchObject({ code: 'invalid_transition', field: 'status' });
});

it('a revision takes over containers that are entered at the same moment', async () => {
  const account = await createAccount(service);
  const typeId = await createContainerType(account);
  const { id } = await createDelivery(account);
  const values = [account.id, id];
  const revised = await whileLocked(
    service,
    {
      lock: LOCK,
      values,
      async change(client) {
        await client.query(
          `INSERT INTO delivery_containers
             (account_id, delivery_id, type_id, supermarket_id, branch_id, quantity_out, quantity_back)
           SELECT account_id, id, $3, supermarket_id, branch_id, 3, 0 FROM deliveries
           WHERE account_id = $1 AND id = $2`,
          [...values, typeId],
        );
        await client.query(
          'UPDATE deliveries SET updated_at = now() WHERE account_id = $1 AND id = $2',
          values,
        );
      },
    },
    () => revise(account, id, { deliveryDate: inDays(3) }),
  );
  const read = `{ delivery(id: "${revised.id}") { containers { out } } }`;
  expect((await ask(account, read)).delivery.containers).toEqual([{ out: 3 }]);
});

it('ten changes at once leave one row of a type', async () => {
  const account = await createAccount(service);
  const typeId = await createContainerType(account);
  const { id } = await createDelivery(account);
  const set = (out: number) =>
    ask(account, SET_CONTAINERS, { deliveryId: String(id), rows: [{ typeId, out }] });
  await Promise.all(Array.from({ length: 10 }, (_, at) => set(at + 1)));
  const { rows } = await service.database.pool.query(
    'SELECT count(*)::int AS count FROM delivery_containers WHERE account_id = $1',
    [account.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});
