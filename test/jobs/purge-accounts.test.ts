import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type PurgeHost, purgeAccounts } from '../../src/jobs/purge-accounts.ts';
import { deleteAccount, GRACE_DAYS } from '../../src/schema/people/account/delete-account.ts';
import { silenceWebhooks } from '../../src/schema/exchange/webhook/account-end.ts';
import { tenantTables } from '../support/database/tables.ts';
import { ask } from '../support/graphql/ask.ts';
import { createFullAccount } from '../support/records/full-account.ts';
import { createReturn } from '../support/records/records.ts';
import { pending, revise } from '../support/records/versions.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useCells } from '../support/service/cells.ts';
import { settings } from '../support/service/context.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'runs a worker' });
const [here, there] = useCells();

const log = pino({ level: 'silent' });
const purge = (host: Partial<PurgeHost> = {}) =>
  purgeAccounts({ database: service.database, settings, log, ...host });

/** Adds more alerts than are deleted at a time. */
async function addAlerts({ id, database: { pool } }: TestAccount): Promise<void> {
  await pool.query(
    `INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
     SELECT $1, 'key.expiring', i, 1, false, '{}', 'sent' FROM generate_series(1, 2500) AS i`,
    [id],
  );
}

/**
 * Creates an account with rows in every table, a delivery with four versions, and a return that was reversed.
 */
async function createLargeAccount(): Promise<TestAccount> {
  const account = await createFullAccount(service);
  await addAlerts(account);
  let { id } = await pending(account);
  for (const notes of ['a', 'b', 'c']) ({ id } = await revise(account, id, { notes }));
  const returned = await createReturn(account);
  await ask(account, 'mutation ($id: ID!) { reverseReturn(id: $id, reason: "typo") { id } }', {
    id: returned.id,
  });
  await untilLogged(account);
  return account;
}

/** Waits until the requests so far are in the request log, which is written later than they end. */
async function untilLogged(account: TestAccount): Promise<void> {
  const last = `last-of-${account.id}`;
  await account.call('GET', '/products', { headers: { 'X-Request-Id': last } });
  const count = () =>
    account.database.prisma.loggedRequest.count({ where: { accountId: account.id, requestId: last } });
  await expect.poll(count).toBe(1);
}

async function end({ id, email }: TestAccount, days: number): Promise<void> {
  await deleteAccount(service.database.prisma, email, silenceWebhooks);
  await service.database.pool.query(
    'UPDATE accounts SET deleted_at = now() - make_interval(days => $2) WHERE id = $1',
    [id, days],
  );
}

/** Returns how many rows of an account each table has. */
async function rowsOf({ id }: TestAccount): Promise<Record<string, number>> {
  const { pool } = service.database;
  const counts: Record<string, number> = {};
  for (const table of await tenantTables(pool)) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE account_id = $1`,
      [id],
    );
    counts[table] = rows[0]!.count;
  }
  const own = await pool.query('SELECT FROM accounts WHERE id = $1', [id]);
  return { ...counts, accounts: own.rowCount! };
}

const emptyTables = (counts: Record<string, number>) =>
  Object.keys(counts).filter((table) => counts[table] === 0);

describe('the account that can no longer be restored', () => {
  it('leaves no row in any table, and takes none from others', async () => {
    const account = await createLargeAccount();
    const other = await createLargeAccount();
    const before = await rowsOf(account);
    // A new table gets a row here, so that its rows are seen to go.
    expect(emptyTables(before)).toEqual([]);
    const others = await rowsOf(other);
    await end(account, GRACE_DAYS + 1);
    await purge();
    expect(emptyTables(await rowsOf(account))).toEqual(Object.keys(before));
    expect(await rowsOf(other)).toEqual(others);
    expect((await other.call('GET', '/deliveries')).status).toBe(200);
  });

  it('stays until then', async () => {
    const account = await createAccount(service);
    await end(account, GRACE_DAYS - 1);
    const before = await rowsOf(account);
    await purge();
    expect(await rowsOf(account)).toEqual(before);
  });

  it('goes on after runs that were killed', async () => {
    const account = await createLargeAccount();
    await end(account, GRACE_DAYS + 1);
    const { pool } = service.database;
    for (let killed = true, statements = 5; killed; statements += 7) {
      let left = statements;
      const query = ((...args: [string]) => {
        if (left-- <= 0) throw new Error('killed');
        return pool.query(...args);
      }) as typeof pool.query;
      const database = { ...service.database, pool: Object.assign(Object.create(pool), { query }) };
      killed = await purge({ database }).then(
        () => false,
        () => true,
      );
    }
    const left = await rowsOf(account);
    expect(emptyTables(left)).toEqual(Object.keys(left));
  });

  it('frees the e-mail addresses of its people in all cells', async () => {
    const account = await createAccount(here);
    await here.directory.claim(account.email);
    await deleteAccount(here.database.prisma, account.email, silenceWebhooks);
    await here.database.pool.query("UPDATE accounts SET deleted_at = now() - interval '31 days'");
    await purge({ database: here.database, settings: { ...settings, directory: here.directory } });
    expect(await there.directory.claim(account.email)).toBe(true);
  });
});
