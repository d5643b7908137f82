import { type Attacks, requests } from '../attack.ts';
import { prove } from '../attacker.ts';
import { DAY_MS } from '../../../src/durations.ts';

/** The most tours of a day, each with as many stops as the day's limit leaves. */
const [TOURS, STOPS] = [200, 25];

/** Plans a full day of tours again and again. */
export const TOURS_OF_A_DAY: Attacks = {
  'planned-tours': requests([4, 120, 4], async ({ attacker, stage: { database }, smoke, account }) => {
    const { accountId, supermarketId, key } = await account();
    const [tours, stops] = smoke ? [10, 2] : [TOURS, STOPS];
    await database.pool.query(FLEET, [accountId, supermarketId, tours, stops, TOMORROW]);
    const plan = async () => {
      const query = `mutation { planTours(date: "${TOMORROW}") { id progress { stops } } }`;
      const planned = await attacker.operate(key, query);
      // So that the next call plans all of them again.
      await database.pool.query('DELETE FROM tours WHERE account_id = $1', [accountId]);
      return planned;
    };
    prove(await plan(), { bytes: tours * 30 });
    return plan;
  }),
};

const TOMORROW = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);

const FLEET = `
  WITH branch AS (
    INSERT INTO branches (account_id, supermarket_id, name, address)
    SELECT $1, $2, 'Branch ' || n, '1 Market Square' FROM generate_series(1, $3::int) AS n RETURNING id, name
  ), template AS (
    INSERT INTO tour_templates (account_id, name, weekdays)
    SELECT $1, name, '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}' FROM branch RETURNING id, name
  ), stop AS (
    INSERT INTO tour_template_branches (account_id, template_id, place, branch_id)
    SELECT $1, template.id, 1, branch.id FROM template JOIN branch USING (name)
  )
  INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
                          total_weight)
  SELECT $1, $2, id, $5::date, 10, 20, 10 FROM branch, generate_series(1, $4::int)`;
