import { expect, it } from 'vitest';
import { takeAlerts } from '../../../../src/schema/exchange/alert/due-alerts.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();

it('takes at most 21 alerts of an account, and the first of every account before others', async () => {
  const busy = await addAccount(30);
  expect(await taken()).toEqual([[busy, 21]]);
  for (let count = 0; count < 9; count++) await addAccount(21);
  const quiet = await addAccount(1);
  expect(await taken()).toContainEqual([quiet, 1]);
});

/** Creates an account with this many alerts that are due, and returns its id. */
async function addAccount(alerts: number): Promise<bigint> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO accounts (email, name, plan)
     VALUES (gen_random_uuid() || '@supplier.example', 'Supplier', 'free') RETURNING id`,
  );
  const { id } = rows[0]!;
  await database.pool.query(
    `INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
     SELECT $1, 'import.failed', turn, 1, false, '{}', 'pending' FROM generate_series(1, $2::int) AS turn`,
    [id, alerts],
  );
  return BigInt(id);
}

/** Makes all alerts due, takes up to 200 of them, and returns how many of these each account has. */
async function taken(): Promise<[account: bigint, alerts: number][]> {
  await database.pool.query(`UPDATE alerts SET next_attempt_at = now()`);
  const alerts = await takeAlerts(database.pool, true);
  return [...Map.groupBy(alerts, ({ accountId }) => accountId)].map(([id, each]) => [id, each.length]);
}
