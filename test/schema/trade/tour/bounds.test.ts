import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createDelivery, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, createPerson, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const CREATE = 'mutation ($input: CreateTourInput!) { createTour(input: $input) { id stops { position } } }';
const PLAN = 'mutation ($date: Date!) { planTours(date: $date) { id stops { position } } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateTourInput!) {
  updateTour(id: $id, input: $input) { vehicle driver { id } } }`;
const COPY =
  'mutation ($id: ID!, $date: Date!) { copyTour(id: $id, date: $date) { driver { id } template { id } } }';
const TEMPLATE = 'mutation ($input: CreateTourTemplateInput!) { createTourTemplate(input: $input) { id } }';
const EVERY_DAY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

const date = inDays(2);

async function orderOf(account: TestAccount) {
  const { id: supermarket_id, branches } = await createSupermarket(account);
  const [{ id: subchain_id }] = branches as [{ id: number }];
  const { id } = await createDelivery(account, { supermarket_id, subchain_id, delivery_date: date });
  return { id: String(id), branchId: String(subchain_id) };
}

/**
 * Runs a statement in a transaction, then `work`, which waits for it, and commits. Returns what `work` does.
 */
async function whileChanged<T>(
  { database: { pool } }: TestAccount,
  [statement, ...values]: [string, ...unknown[]],
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement, values);
    const done = work();
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await client.query('COMMIT');
    return await done;
  } finally {
    client.release();
  }
}

/** Returns the statement that cancels a delivery. */
const cancelling = ({ id }: TestAccount, deliveryId: string): [string, ...unknown[]] => [
  "UPDATE deliveries SET status = 'cancelled', cancelled_at = now() WHERE account_id = $1 AND id = $2",
  id,
  deliveryId,
];

describe('tours', () => {
  it('are at most 200 of a day', async () => {
    const account = await createAccount(service);
    await account.database.pool.query(
      'INSERT INTO tours (account_id, date, name) SELECT $1, $2, n::text FROM generate_series(1, 200) n',
      [account.id, date],
    );
    expect(await refusalOf(account, CREATE, { input: { date } })).toMatchObject({
      code: 'validation_error',
      field: 'date',
      problem: 'too_many',
      values: { max: 200 },
    });
    expect((await ask(account, CREATE, { input: { date: inDays(3) } })).createTour.stops).toEqual([]);
  });

  it('have at most 5,000 stops of a day, and planning stops there', async () => {
    const account = await createAccount(service);
    const { id, branchId } = await orderOf(account);
    const next = await orderOf(account);
    await account.database.pool.query(
      `WITH tour AS (
         INSERT INTO tours (account_id, date, name) SELECT $1, $2, n::text FROM generate_series(1, 25) n
         RETURNING id, name::int AS n
       ), delivery AS (
         INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_value, total_quantity,
                                 total_weight, created_at)
         SELECT account_id, supermarket_id, branch_id, delivery_date, total_value, total_quantity, total_weight, now()
         FROM deliveries, generate_series(1, 4999) WHERE account_id = $1 AND id = $3 RETURNING id
       ), numbered AS (SELECT id, (row_number() OVER ())::int AS n FROM delivery)
       INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
       SELECT $1, numbered.id, tour.id, numbered.n FROM numbered JOIN tour ON tour.n = numbered.n % 25 + 1`,
      [account.id, date, id],
    );
    const both = { input: { date, deliveryIds: [id, next.id] } };
    expect(await refusalOf(account, CREATE, both)).toMatchObject({
      code: 'validation_error',
      field: 'deliveryIds',
      problem: 'too_many',
      values: { max: 5_000 },
    });
    const input = { name: 'All', weekdays: EVERY_DAY, branchIds: [branchId, next.branchId] };
    await ask(account, TEMPLATE, { input });
    const { planTours } = await ask(account, PLAN, { date });
    expect(planTours.map(({ stops }: { stops: unknown[] }) => stops.length)).toEqual([1]);
    expect((await ask(account, PLAN, { date })).planTours).toEqual([]);
  });

  it('have at most 200 templates, also when several are made at once', async () => {
    const account = await createAccount(service);
    const { branchId } = await orderOf(account);
    await account.database.pool.query(
      `INSERT INTO tour_templates (account_id, name, weekdays)
       SELECT $1, n::text, '{monday}' FROM generate_series(1, 199) n`,
      [account.id],
    );
    const create = (name: string) => {
      const input = { name, weekdays: EVERY_DAY, branchIds: [branchId] };
      return refusalOf(account, TEMPLATE, { input });
    };
    const refused = await Promise.all(['A', 'B', 'C', 'D'].map(create));
    expect(refused.filter((each) => each === undefined)).toHaveLength(1);
    expect(refused.find((each) => each !== undefined)).toMatchObject({ field: 'name', problem: 'too_many' });
  });

  it('have no driver of another account', async () => {
    const account = await createAccount(service);
    const other = await createAccount(service);
    const driverId = await createPerson(other);
    await other.database.pool.query("UPDATE people SET role = 'driver' WHERE id = $1", [driverId]);
    expect(await refusalOf(account, CREATE, { input: { date, driverId } })).toMatchObject({
      code: 'not_found',
      field: 'driverId',
    });
  });
});

describe('a tour beside another change', () => {
  it('gets no delivery that is being cancelled', async () => {
    const account = await createAccount(service);
    const { id } = await orderOf(account);
    const refusal = await whileChanged(account, cancelling(account, id), () =>
      refusalOf(account, CREATE, { input: { date, deliveryIds: [id] } }),
    );
    expect(refusal).toMatchObject({ field: 'deliveryIds[0]', problem: 'delivery_cancelled' });
  });

  it('is not planned with a delivery that is being cancelled', async () => {
    const account = await createAccount(service);
    const { id, branchId } = await orderOf(account);
    await ask(account, TEMPLATE, { input: { name: 'All', weekdays: EVERY_DAY, branchIds: [branchId] } });
    const planned = await whileChanged(account, cancelling(account, id), () => ask(account, PLAN, { date }));
    expect(planned.planTours).toEqual([]);
  });

  it('is planned with the version that a revision is writing', async () => {
    const account = await createAccount(service);
    const { id, branchId } = await orderOf(account);
    await ask(account, TEMPLATE, { input: { name: 'All', weekdays: EVERY_DAY, branchIds: [branchId] } });
    const revising = `WITH old AS (
        UPDATE deliveries SET status = 'cancelled', cancelled_at = now() WHERE account_id = $1 AND id = $2 RETURNING *
      )
      INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_value, total_quantity,
                              total_weight, created_at)
      SELECT account_id, supermarket_id, branch_id, delivery_date, total_value, total_quantity, total_weight, now()
      FROM old`;
    const planned = await whileChanged(account, [revising, account.id, id], () =>
      ask(account, PLAN, { date }),
    );
    expect(planned.planTours).toEqual([expect.objectContaining({ stops: [{ position: 1 }] })]);
  });

  it('is not planned after a template that is being deleted', async () => {
    const account = await createAccount(service);
    const { branchId } = await orderOf(account);
    await ask(account, TEMPLATE, { input: { name: 'All', weekdays: EVERY_DAY, branchIds: [branchId] } });
    const deleting = 'DELETE FROM tour_templates WHERE account_id = $1';
    const planned = await whileChanged(account, [deleting, account.id], () => ask(account, PLAN, { date }));
    expect(planned.planTours).toEqual([]);
  });

  it('is copied without a driver and a template that are being removed', async () => {
    const account = await createAccount(service);
    const { branchId } = await orderOf(account);
    const driverId = await createPerson(account);
    await account.database.pool.query("UPDATE people SET role = 'driver' WHERE id = $1", [driverId]);
    const input = { name: 'All', weekdays: EVERY_DAY, branchIds: [branchId], driverId };
    await ask(account, TEMPLATE, { input });
    const [{ id }] = (await ask(account, PLAN, { date })).planTours;
    const copy = () => ask(account, COPY, { id, date: inDays(3) });
    const removing = 'DELETE FROM people WHERE id = $1';
    const { copyTour } = await whileChanged(account, [removing, driverId], copy);
    expect(copyTour).toEqual({ driver: null, template: { id: expect.any(String) } });
    const deleting = 'DELETE FROM tour_templates WHERE account_id = $1';
    const copied = await whileChanged(account, [deleting, account.id], copy);
    expect(copied.copyTour).toEqual({ driver: null, template: null });
  });

  it('can be changed while its driver is being removed', async () => {
    const account = await createAccount(service);
    const driverId = await createPerson(account);
    await account.database.pool.query("UPDATE people SET role = 'driver' WHERE id = $1", [driverId]);
    const { id } = (await ask(account, CREATE, { input: { date, driverId } })).createTour;
    const removing = 'DELETE FROM people WHERE id = $1';
    const changed = await whileChanged(account, [removing, driverId], () =>
      ask(account, UPDATE, { id, input: { vehicle: 'HH-AB 12' } }),
    );
    expect(changed.updateTour).toEqual({ vehicle: 'HH-AB 12', driver: null });
  });

  it('gets no driver who is losing the role', async () => {
    const account = await createAccount(service);
    const driverId = await createPerson(account);
    const changing = 'UPDATE people SET role = $2 WHERE id = $1';
    await account.database.pool.query(changing, [driverId, 'driver']);
    const refusal = await whileChanged(account, [changing, driverId, 'viewer'], () =>
      refusalOf(account, CREATE, { input: { date, driverId } }),
    );
    expect(refusal).toMatchObject({ field: 'driverId', problem: 'cannot_drive' });
  });
});
