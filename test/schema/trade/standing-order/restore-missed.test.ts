import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { findTrouble } from '../../../../src/schema/exchange/alert/find-trouble.ts';
import { generateDeliveries } from '../../../../src/schema/trade/standing-order/generate-deliveries.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { settings } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ own: 'removes rows that others may have' });

const DAILY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const CREATE = `mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }`;
const OCCURRENCE = `date deliveryDate status reason problem lines { quantity }
  delivery { status deliveryDate products { quantity } occurrenceDate }`;
const READ = `query ($id: ID!, $from: Date!, $to: Date!) {
  standingOrder(id: $id) { occurrences(from: $from, to: $to) { ${OCCURRENCE} } } }`;
const RESTORE = `mutation ($id: ID!, $date: Date!) { restoreOccurrence(id: $id, date: $date) { ${OCCURRENCE} } }`;
const RESTORE_ALL = 'mutation ($from: Date!, $to: Date!) { restoreOccurrences(from: $from, to: $to) }';

/** Creates a daily order that no worker has looked at for some days. */
async function unwatched(account: TestAccount, days: number, fields: object = {}) {
  const product = await createProduct(account);
  const market = await createSupermarket(account);
  const input = {
    supermarketId: String(market.id),
    branchId: String(market.branches[0].id),
    lines: [{ productId: String(product.id), quantity: 10 }],
    weekdays: DAILY,
    startsOn: '2026-01-01',
    leadDays: 1,
    generateAt: '00:00',
    ...fields,
  };
  const { createStandingOrder } = await ask(account, CREATE, { input });
  const id = createStandingOrder.id as string;
  await account.database.pool.query(
    'UPDATE standing_orders SET settled_until = $3 WHERE account_id = $1 AND id = $2',
    [account.id, id, inDays(-days - 1)],
  );
  return { id, product, market };
}

async function generate(): Promise<void> {
  await generateDeliveries({
    database: service.database,
    announce() {},
    settings,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
}

async function occurrencesOf(account: TestAccount, id: string, from = -20, to = 1) {
  const window = { id, from: inDays(from), to: inDays(to) };
  return (await ask(account, READ, window)).standingOrder.occurrences as Record<string, unknown>[];
}

async function deliveriesOf({ id, database }: TestAccount): Promise<string[]> {
  const { rows } = await database.pool.query<{ day: string }>(
    `SELECT to_char(delivery_date, 'YYYY-MM-DD') AS day FROM deliveries WHERE account_id = $1 ORDER BY delivery_date`,
    [id],
  );
  return rows.map(({ day }) => day);
}

/** Stores dates as the generation does whose day had passed. */
async function storeMissed(
  account: TestAccount,
  id: string,
  { from, to, lines }: { from: number; to: number; lines: { product_id: string; quantity: number }[] },
): Promise<void> {
  await account.database.pool.query(
    `INSERT INTO occurrences (account_id, standing_order_id, date, status, reason, delivery_date, lines, failed_in)
     SELECT $1, $2, day, 'failed', 'too_late', day, $5, now()
     FROM generate_series($3::date, $4::date, '1 day') AS day`,
    [account.id, id, inDays(from), inDays(to), JSON.stringify(lines)],
  );
}

describe('a date that passed while no worker ran', () => {
  it('fails, with one alert for the run, and those of today and later are created', async () => {
    const account = await createAccount(service);
    const [one, other] = [await unwatched(account, 3), await unwatched(account, 60)];
    await generate();
    const found = await occurrencesOf(account, one.id);
    expect(
      found.map(({ date, deliveryDate, status, reason }) => [date, deliveryDate, status, reason]),
    ).toEqual([
      ...[-3, -2, -1].map((at) => [inDays(at), inDays(at), 'FAILED', 'too_late']),
      ...[0, 1].map((at) => [inDays(at), inDays(at), 'CREATED', null]),
    ]);
    expect(found[0]).toMatchObject({ problem: 'day_passed', delivery: null });
    expect(await deliveriesOf(account)).toEqual([inDays(0), inDays(0), inDays(1), inDays(1)]);
    await account.database.pool.query(
      `INSERT INTO alert_settings (account_id, url, secret) VALUES ($1, 'https://receiver.example/', 's')`,
      [account.id],
    );
    await findTrouble(account.database.pool, { disableAfter: 10, hasMail: false });
    const { rows } = await account.database.pool.query(
      `SELECT body::jsonb -> 'data' -> 'count' AS count FROM alerts
       WHERE account_id = $1 AND type = 'standing_order.failed'`,
      [account.id],
    );
    expect(rows).toEqual([{ count: 3 + 60 }]);
    expect(await occurrencesOf(account, other.id, -60, -1)).toHaveLength(60);
  });

  it.each([
    ['the account was deleted', 'deleted_at'],
    ['a restored copy rested', 'resting_since'],
  ])('fails too where %s meanwhile', async (_when, column) => {
    const account = await createAccount(service);
    const { id } = await unwatched(account, 2);
    const { pool } = account.database;
    await pool.query(`UPDATE accounts SET ${column} = now() WHERE id = $1`, [account.id]);
    await generate();
    expect(await deliveriesOf(account)).toEqual([]);
    await pool.query(`UPDATE accounts SET ${column} = NULL WHERE id = $1`, [account.id]);
    await generate();
    expect(await deliveriesOf(account)).toEqual([inDays(0), inDays(1)]);
    expect((await occurrencesOf(account, id))[0]).toMatchObject({ status: 'FAILED', reason: 'too_late' });
  });

  it('is restored on its own day, with what was due then, once', async () => {
    const account = await createAccount(service);
    const { id, product } = await unwatched(account, 2);
    await generate();
    await ask(
      account,
      'mutation ($id: ID!, $input: UpdateStandingOrderInput!) { updateStandingOrder(id: $id, input: $input) { id } }',
      { id, input: { lines: [{ productId: String(product.id), quantity: 4 }], pausedFrom: inDays(-5) } },
    );
    const date = inDays(-2);
    const { restoreOccurrence } = await ask(account, RESTORE, { id, date });
    expect(restoreOccurrence).toMatchObject({
      status: 'CREATED',
      reason: null,
      lines: [{ quantity: 10 }],
      delivery: { status: 'PENDING', deliveryDate: date, products: [{ quantity: 10 }], occurrenceDate: date },
    });
    expect(await refusalOf(account, RESTORE, { id, date })).toMatchObject({
      code: 'invalid_transition',
      field: 'date',
    });
    await generate();
    expect(await deliveriesOf(account)).toEqual([date, inDays(0), inDays(1)]);
  });

  it('stays failed where a product is archived, without another alert', async () => {
    const account = await createAccount(service);
    const { id, product } = await unwatched(account, 1);
    await generate();
    const { pool } = account.database;
    await pool.query('UPDATE products SET archived_at = now() WHERE id = $1', [product.id]);
    const { restoreOccurrence } = await ask(account, RESTORE, { id, date: inDays(-1) });
    expect(restoreOccurrence).toMatchObject({ status: 'FAILED', reason: 'archived', delivery: null });
    const { rows } = await pool.query(
      `SELECT failed_in IS NOT NULL AS told FROM occurrences WHERE account_id = $1 AND status = 'failed'`,
      [account.id],
    );
    expect(rows).toEqual([{ told: true }]);
    const { rows: entries } = await pool.query(
      `SELECT FROM audit_entries WHERE account_id = $1 AND action = 'occurrence.restored'`,
      [account.id],
    );
    expect(entries).toEqual([]);
  });
});

describe('restoreOccurrences', () => {
  it('creates all dates of the days once, also when it is sent twice at the same moment', async () => {
    const account = await createAccount(service);
    const orders = [await unwatched(account, 4), await unwatched(account, 2), await unwatched(account, 2)];
    await generate();
    const { pool } = account.database;
    await pool.query('UPDATE branches SET archived_at = now() WHERE account_id = $1 AND id = $2', [
      account.id,
      orders[1]!.market.branches[0].id,
    ]);
    await ask(account, 'mutation ($id: ID!) { endStandingOrder(id: $id) { id } }', { id: orders[2]!.id });
    const window = { from: inDays(-3), to: inDays(0) };
    const both = await Promise.all([ask(account, RESTORE_ALL, window), ask(account, RESTORE_ALL, window)]);
    const counts = both.map(({ restoreOccurrences }) => restoreOccurrences as number);
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 3]);
    const made = (await deliveriesOf(account)).filter((day) => day < inDays(0));
    expect(made).toEqual([inDays(-3), inDays(-2), inDays(-1)]);
    const left = await occurrencesOf(account, orders[0]!.id, -4, -4);
    expect(left).toMatchObject([{ status: 'FAILED', reason: 'too_late' }]);
    for (const each of await occurrencesOf(account, orders[1]!.id, -3, -1)) {
      expect(each).toMatchObject({ status: 'FAILED', reason: 'archived' });
    }
    const { rows } = await pool.query(
      `SELECT details FROM audit_entries WHERE account_id = $1 AND action = 'occurrence.restored'`,
      [account.id],
    );
    expect(rows).toEqual([{ details: { ...window, count: 3 } }]);
  });

  it('refuses a window that is turned or too long, and too many dates or lines, on its last day', async () => {
    const account = await createAccount(service);
    const { id, product, market } = await unwatched(account, 0);
    const line = { product_id: String(product.id), quantity: 1 };
    await storeMissed(account, id, { from: -41, to: -1, lines: Array.from({ length: 488 }, () => line) });
    const refused = { code: 'validation_error', field: 'to' };
    const tryDays = (from: number, to: number) =>
      refusalOf(account, RESTORE_ALL, { from: inDays(from), to: inDays(to) });
    expect(await tryDays(-1, -2)).toMatchObject(refused);
    expect(await tryDays(-62, 0)).toMatchObject(refused);
    // 41 dates with 488 lines are 20,008.
    expect(await tryDays(-41, -1)).toMatchObject({
      ...refused,
      message: expect.stringContaining('20,000 lines'),
    });

    await account.database.pool.query(
      `WITH made AS (
         INSERT INTO standing_orders (account_id, supermarket_id, branch_id, weekdays, starts_on, settled_until)
         SELECT $1, $2, $3, ARRAY['monday'], '2026-01-01', '2026-01-01' FROM generate_series(1, 1001) RETURNING id
       )
       INSERT INTO occurrences (account_id, standing_order_id, date, status, reason, delivery_date, lines, failed_in)
       SELECT $1, id, $4::date, 'failed', 'too_late', $4::date, $5::jsonb, now() FROM made`,
      [account.id, market.id, market.branches[0].id, inDays(-50), JSON.stringify([line])],
    );
    expect(await tryDays(-50, -50)).toMatchObject({
      ...refused,
      message: expect.stringContaining('1,000 dates'),
    });
    await account.database.pool.query(
      `DELETE FROM occurrences WHERE ctid IN (SELECT ctid FROM occurrences WHERE account_id = $1 AND date = $2 LIMIT 1)`,
      [account.id, inDays(-50)],
    );
    const all = await ask(account, RESTORE_ALL, { from: inDays(-50), to: inDays(-50) });
    expect(all).toEqual({ restoreOccurrences: 1_000 });
  });
});
