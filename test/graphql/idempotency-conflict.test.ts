import type { PoolClient } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { send } from '../support/graphql/keyed.ts';
import { countOf } from '../support/database/tables.ts';
import { createProduct } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const RENAME = `mutation($a: ID!, $b: ID!) {
  a: updateProduct(id: $a, input: { name: "First" }) { name }
  b: updateProduct(id: $b, input: { name: "Second" }) { name }
}`;

const LOCK = 'SELECT FROM products WHERE account_id = $1 AND id = $2 FOR UPDATE';
const WAITING = `SELECT count(*)::int AS count FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'`;

it('a document that deadlocks with another one is a 503, of which nothing is kept, and can be repeated', async () => {
  const account = await createAccount(service);
  const [a, b] = [await createProduct(account), await createProduct(account)];
  const other = await account.database.pool.connect();
  onTestFinished(() => other.release());
  const variables = { a: String(a.id), b: String(b.id) };
  const collide = () => deadlock(account, other, [b.id, a.id], () => send(account, 'key', RENAME, variables));
  // PostgreSQL ends one of the two, whichever notices first.
  await expect.poll(collide, { timeout: 60_000 }).toMatchObject({
    status: 503,
    json: {
      errors: [{ extensions: { code: 'service_unavailable', problem: 'conflicting_writes', values: null } }],
    },
  });
  const { rows } = await account.database.pool.query(
    `SELECT count(*)::int AS count FROM products WHERE account_id = $1 AND name IN ('First', 'Second')`,
    [account.id],
  );
  expect([rows[0].count, await countOf(account, 'idempotency_keys')]).toEqual([0, 0]);
  const again = await send(account, 'key', RENAME, variables);
  expect([again.status, again.json.data]).toEqual([200, { a: { name: 'First' }, b: { name: 'Second' } }]);
});

/** Lets a request and another transaction wait for each other's rows, and returns the response. */
async function deadlock(
  { id, database }: TestAccount,
  other: PoolClient,
  [held, wanted]: [held: number, wanted: number],
  request: () => ReturnType<typeof send>,
) {
  await other.query('BEGIN');
  await other.query(LOCK, [id, held]);
  const sent = request();
  await expect.poll(async () => (await database.pool.query(WAITING)).rows[0].count).toBeGreaterThan(0);
  await other.query(LOCK, [id, wanted]).catch(() => {});
  await other.query('ROLLBACK');
  return sent;
}
