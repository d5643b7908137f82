import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../src/database/connect.ts';
import { generateDeliveries } from '../../../../src/schema/trade/standing-order/generate-deliveries.ts';
import { updateAccount } from '../../../../src/schema/people/account/update-account.ts';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { findTrouble } from '../../../../src/schema/exchange/alert/find-trouble.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { contextFor, settings } from '../../../support/service/context.ts';
import { startTestWorker } from '../../../support/service/worker.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ own: 'runs a worker' });

const DAILY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const CREATE = `mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateStandingOrderInput!) { updateStandingOrder(id: $id, input: $input) { id } }`;
const OCCURRENCE =
  'date deliveryDate status reason message problem values isChanged lines { quantity } delivery { id status deliveryDate }';
const READ = `query ($id: ID!) { standingOrder(id: $id) { status occurrences { ${OCCURRENCE} } } }`;

async function order(account: TestAccount, fields: object = {}) {
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
  return { id: createStandingOrder.id as string, product, market };
}

function generate(): Promise<boolean> {
  return generateDeliveries({
    database: service.database,
    announce() {},
    settings,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
}

async function occurrencesOf(account: TestAccount, id: string) {
  return (await ask(account, READ, { id })).standingOrder.occurrences;
}

/** Returns the occurrence of a date, by default of tomorrow. */
async function occurrenceOf(account: TestAccount, id: string, date = inDays(1)) {
  return (await occurrencesOf(account, id)).find((each: { date: string }) => each.date === date);
}

function on(name: string, more = '') {
  return `mutation ($id: ID!, $date: Date!) { ${name}(id: $id, date: $date ${more}) { ${OCCURRENCE} } }`;
}

async function close(account: TestAccount, dates: string[], isOpen = false): Promise<void> {
  await account.database.pool.query(
    `INSERT INTO closed_days (account_id, date, source, is_open) SELECT $1, day, 'typed', $3 FROM unnest($2::date[]) AS day`,
    [account.id, dates, isOpen],
  );
}

describe('a date that fails', () => {
  it('has the problem that the creation of its delivery found, or that follows from its reason', async () => {
    const account = await createAccount(service);
    const { id } = await order(account);
    const date = inDays(1);
    const fail = (reason: string, problem: string | null, values: object | null) =>
      account.database.pool.query(
        `INSERT INTO occurrences (account_id, standing_order_id, date, status, reason, problem, problem_values)
         VALUES ($1, $2, $3, 'failed', $4, $5, $6)
         ON CONFLICT (account_id, standing_order_id, date) DO UPDATE SET
           reason = excluded.reason, problem = excluded.problem, problem_values = excluded.problem_values`,
        [account.id, id, date, reason, problem, values],
      );
    const range = { min: '1900-01-01', max: '2100-12-31' };
    const cases = [
      ['refused', 'date_out_of_range', range, 'date_out_of_range', range],
      ['refused', null, null, null, null],
      ['archived', null, null, 'archived', null],
      ['too_late', null, null, 'day_passed', null],
      ['closed_day', null, null, 'no_open_day', { days: 14 }],
    ] as const;
    for (const [reason, stored, storedValues, problem, values] of cases) {
      await fail(reason, stored, storedValues);
      expect(await occurrenceOf(account, id)).toMatchObject({ status: 'FAILED', reason, problem, values });
    }
  });

  it('is told once per run, with its reason, and is created after it is restored', async () => {
    const account = await createAccount(service);
    const { id, product } = await order(account);
    const { id: other } = await order(account);
    await account.database.pool.query('UPDATE products SET archived_at = now() WHERE account_id = $1', [
      account.id,
    ]);
    await generate();
    const date = inDays(1);
    expect(await occurrenceOf(account, id)).toMatchObject({
      status: 'FAILED',
      reason: 'archived',
      deliveryDate: date,
      delivery: null,
      message: expect.stringMatching(/archived/),
      problem: 'archived',
      values: null,
    });
    const found = await account.database.pool.query(
      'SELECT problem FROM occurrences WHERE account_id = $1 AND date = $2',
      [account.id, date],
    );
    expect(found.rows).toEqual([{ problem: 'archived' }, { problem: 'archived' }]);
    await account.database.pool.query(
      `INSERT INTO alert_settings (account_id, url, secret) VALUES ($1, 'https://receiver.example/', 's')`,
      [account.id],
    );
    await findTrouble(account.database.pool, { disableAfter: 10, hasMail: false });
    await findTrouble(account.database.pool, { disableAfter: 10, hasMail: false });
    const { rows } = await account.database.pool.query(
      `SELECT body::jsonb -> 'data' AS data FROM alerts WHERE account_id = $1 AND type = 'standing_order.failed'`,
      [account.id],
    );
    expect(rows).toEqual([
      {
        data: {
          count: 2,
          occurrences: [id, other].map((each) =>
            expect.objectContaining({ standing_order_id: Number(each), date, reason: 'archived' }),
          ),
        },
      },
    ]);
    const { rows: entries } = await account.database.pool.query(
      `SELECT actor, details FROM audit_entries WHERE account_id = $1 AND action = 'occurrence.failed' ORDER BY id`,
      [account.id],
    );
    expect(entries).toContainEqual({
      actor: 'service',
      details: { standingOrder: id, date, reason: 'archived' },
    });
    await account.database.pool.query('UPDATE products SET archived_at = NULL, price = 7 WHERE id = $1', [
      product.id,
    ]);
    const { restoreOccurrence } = await ask(account, on('restoreOccurrence'), { id, date });
    expect(restoreOccurrence).toMatchObject({ status: 'PLANNED', deliveryDate: date, reason: null });
    await generate();
    expect(await occurrenceOf(account, id)).toMatchObject({
      status: 'CREATED',
      delivery: { status: 'PENDING' },
    });
    expect(await occurrenceOf(account, other)).toMatchObject({ status: 'FAILED' });
  });

  it('is told in one alert with those that another process is still settling, or that a killed one left', async () => {
    const account = await createAccount(service);
    const { pool } = account.database;
    const [{ id: held }] = [await order(account), await order(account)];
    await pool.query('UPDATE products SET archived_at = now() WHERE account_id = $1', [account.id]);
    const untold = async () => {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM occurrences WHERE account_id = $1 AND status = 'failed' AND failed_in IS NULL`,
        [account.id],
      );
      return rows[0]!.count;
    };
    await inTransaction(service.database.prisma, async (other) => {
      await other.$queryRaw`
        SELECT id FROM standing_orders WHERE account_id = ${account.id} AND id = ${BigInt(held)} FOR NO KEY UPDATE`;
      await generate();
      expect(await untold()).toBe(1);
    });
    await generate();
    const { rows: runs } = await pool.query(
      `SELECT count(*)::int AS failures FROM occurrences WHERE account_id = $1 AND status = 'failed' GROUP BY failed_in`,
      [account.id],
    );
    expect(runs).toEqual([{ failures: 2 }]);

    // As if the process had been killed before it told them: nothing is due, and a worker tells them all the
    // same.
    await pool.query('UPDATE occurrences SET failed_in = NULL WHERE account_id = $1', [account.id]);
    expect(await untold()).toBe(2);
    startTestWorker(service);
    await expect.poll(untold, { timeout: 20_000 }).toBe(0);
  });

  it('does not keep the other dates or orders of the account from being created', async () => {
    const account = await createAccount(service);
    const [bad, good] = [await order(account), await order(account)];
    await account.database.pool.query(
      'UPDATE branches SET archived_at = now() WHERE account_id = $1 AND id = $2',
      [account.id, bad.market.branches[0].id],
    );
    await generate();
    expect(await occurrenceOf(account, bad.id)).toMatchObject({ status: 'FAILED', reason: 'archived' });
    expect(await occurrenceOf(account, good.id)).toMatchObject({ status: 'CREATED' });
  });
});

describe('a created date', () => {
  it('is not created again when its delivery is cancelled, and follows the newest version', async () => {
    const account = await createAccount(service);
    const { id } = await order(account);
    await generate();
    const { delivery } = await occurrenceOf(account, id);
    const { reviseDelivery } = await ask(
      account,
      `mutation ($id: ID!, $date: Date!) {
        reviseDelivery(id: $id, input: { deliveryDate: $date }) { id occurrenceDate standingOrder { id } }
      }`,
      { id: delivery.id, date: inDays(3) },
    );
    expect(reviseDelivery).toMatchObject({ occurrenceDate: inDays(1), standingOrder: { id } });
    const revised = { id: reviseDelivery.id, status: 'PENDING', deliveryDate: inDays(3) };
    expect(await occurrenceOf(account, id)).toMatchObject({ status: 'CREATED', delivery: revised });
    await ask(account, 'mutation ($id: ID!) { moveDelivery(id: $id, status: CANCELLED) { id } }', revised);
    await ask(account, UPDATE, { id, input: { notes: 'Ring' } });
    await generate();
    const cancelled = { status: 'CREATED', delivery: { id: revised.id, status: 'CANCELLED' } };
    expect(await occurrenceOf(account, id)).toMatchObject(cancelled);
    const refusal = await refusalOf(account, on('skipOccurrence'), { id, date: inDays(1) });
    expect(refusal).toMatchObject({ code: 'invalid_transition', field: 'date' });
    const { rows } = await account.database.pool.query(
      'SELECT count(*)::int AS count FROM deliveries WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });
});

describe('a planned date', () => {
  it('is created with its own lines, or not at all after it was skipped or the order ended', async () => {
    const account = await createAccount(service);
    const [changed, skipped, ended] = [await order(account), await order(account), await order(account)];
    const date = inDays(1);
    const lines = `, lines: [{ productId: "${changed.product.id}", quantity: 4 }]`;
    await ask(account, on('changeOccurrence', lines), { id: changed.id, date });
    await ask(account, on('skipOccurrence'), { id: skipped.id, date });
    const END = 'mutation ($id: ID!) { endStandingOrder(id: $id) { id status } }';
    const answer = { endStandingOrder: { id: ended.id, status: 'ENDED' } };
    expect(await ask(account, END, { id: ended.id })).toEqual(answer);
    expect(await ask(account, END, { id: ended.id })).toEqual(answer);
    await generate();
    expect(await occurrenceOf(account, changed.id)).toMatchObject({
      status: 'CREATED',
      isChanged: true,
      lines: [{ quantity: 4 }],
    });
    expect(await occurrenceOf(account, skipped.id)).toMatchObject({
      status: 'SKIPPED',
      reason: null,
      delivery: null,
    });
    expect(await occurrencesOf(account, ended.id)).toEqual([]);
    expect(await refusalOf(account, UPDATE, { id: ended.id, input: { notes: 'x' } })).toMatchObject({
      code: 'invalid_transition',
      field: 'status',
    });
  });

  it('moves with closed days, and is created when the new day is near', async () => {
    const account = await createAccount(service);
    const weekdays = [DAILY[(new Date(inDays(3)).getUTCDay() + 6) % 7]!];
    const [skip, previous, next] = [
      await order(account, { weekdays }),
      await order(account, { weekdays, shift: 'PREVIOUS' }),
      await order(account, { weekdays, shift: 'NEXT' }),
    ];
    await generate();
    await close(account, [inDays(2), inDays(3), inDays(4)]);
    const date = inDays(3);
    expect(await occurrenceOf(account, skip.id, date)).toMatchObject({
      status: 'SKIPPED',
      reason: 'closed_day',
      deliveryDate: null,
    });
    expect(await occurrenceOf(account, previous.id, date)).toMatchObject({
      status: 'PLANNED',
      deliveryDate: inDays(1),
    });
    expect(await occurrenceOf(account, next.id, date)).toMatchObject({
      status: 'PLANNED',
      deliveryDate: inDays(5),
    });
    // The new day is due, although the generation had looked at the order before.
    await generate();
    expect(await occurrenceOf(account, previous.id, date)).toMatchObject({
      status: 'CREATED',
      deliveryDate: inDays(1),
      delivery: { deliveryDate: inDays(1) },
    });
    expect(await occurrenceOf(account, next.id, date)).toMatchObject({ status: 'PLANNED' });
    const refusal = await refusalOf(account, on('restoreOccurrence'), { id: skip.id, date });
    expect(refusal).toMatchObject({ code: 'invalid_transition', field: 'date' });
  });

  it('keeps what was skipped by hand as long as it is a date of the order', async () => {
    const account = await createAccount(service);
    const { id } = await order(account, { generateAt: '23:59' });
    const date = inDays(6);
    await ask(account, on('skipOccurrence'), { id, date });
    await ask(account, UPDATE, { id, input: { leadDays: 2, notes: 'x' } });
    expect(await occurrenceOf(account, id, date)).toMatchObject({ status: 'SKIPPED' });
    await ask(account, UPDATE, { id, input: { pausedFrom: inDays(5), pausedUntil: inDays(7) } });
    expect(await occurrenceOf(account, id, date)).toBeUndefined();
  });

  it('is created with others in transactions of at most 1,000 lines', async () => {
    const account = await createAccount(service);
    const { pool } = account.database;
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
       SELECT $1, 1000 + n, 'Rye ' || n, 1, 1, 'bakery' FROM generate_series(1, 400) AS n RETURNING id`,
      [account.id],
    );
    const lines = rows.map(({ id }) => ({ productId: id, quantity: 1 }));
    const { id } = await order(account, { lines, leadDays: 5 });
    await order(account, { leadDays: 5 });
    await generate();
    const created = await pool.query<{ lines: number }>(
      `SELECT count(*)::int AS lines FROM deliveries delivery
       JOIN delivery_items item ON item.account_id = delivery.account_id AND item.delivery_id = delivery.id
       WHERE delivery.account_id = $1 GROUP BY delivery.created_at ORDER BY delivery.created_at`,
      [account.id],
    );
    expect(created.rows.reduce((sum, row) => sum + row.lines, 0)).toBe(5 * 400 + 5);
    expect(Math.max(...created.rows.map((row) => row.lines))).toBeLessThanOrEqual(1_000);
    expect(await isChecked(account, id)).toBe(false);
  });

  it('is created once when the time zone changes', async () => {
    const account = await createAccount(service);
    const { id } = await order(account, { leadDays: 3 });
    const caller = { accountId: account.id, plan: 'business', scopes: new Set(SCOPES) } as const;
    for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
      await updateAccount(contextFor(caller, account.database.prisma), { timeZone });
      expect(await isChecked(account, id)).toBe(true);
      await generate();
      expect(await isChecked(account, id)).toBe(false);
    }
    const { rows } = await account.database.pool.query(
      `SELECT count(*)::int AS count, count(DISTINCT occurrence_date)::int AS dates, min(occurrence_date) > now() AS "isToCome"
       FROM deliveries WHERE account_id = $1 AND standing_order_id = $2`,
      [account.id, id],
    );
    expect(rows[0].count).toBe(rows[0].dates);
    expect(rows[0].count).toBeGreaterThanOrEqual(3);
    expect(rows[0].isToCome).toBe(true);
  });
});

/** Returns whether the generation looks at an order in its next run. */
async function isChecked({ id: accountId, database }: TestAccount, id: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ due: boolean }>(
    'SELECT check_at <= now() AS due FROM standing_orders WHERE account_id = $1 AND id = $2',
    [accountId, id],
  );
  return rows[0]!.due;
}

describe('the quota', () => {
  it('counts standing orders that have not ended', async () => {
    const account = await createAccount(service);
    await account.database.pool.query(`UPDATE accounts SET plan = 'free' WHERE id = $1`, [account.id]);
    const { id, market, product } = await order(account);
    await account.database.pool.query(
      `INSERT INTO standing_orders (account_id, supermarket_id, branch_id, weekdays, starts_on, settled_until)
       SELECT account_id, supermarket_id, branch_id, weekdays, starts_on, settled_until
       FROM standing_orders, generate_series(2, 50) WHERE account_id = $1 AND id = $2`,
      [account.id, id],
    );
    const input = {
      supermarketId: String(market.id),
      branchId: String(market.branches[0].id),
      lines: [{ productId: String(product.id), quantity: 1 }],
      weekdays: ['MONDAY'],
      startsOn: '2026-01-01',
    };
    expect(await refusalOf(account, CREATE, { input })).toMatchObject({ code: 'quota_exceeded' });
    await ask(account, 'mutation ($id: ID!) { endStandingOrder(id: $id) { id } }', { id });
    expect((await ask(account, CREATE, { input })).createStandingOrder.id).toMatch(/^\d+$/);
  });
});

describe('a reference', () => {
  it('is unique, and given up when the order ends', async () => {
    const account = await createAccount(service);
    const { id, market, product } = await order(account, { reference: 'SO-1' });
    const input = {
      supermarketId: String(market.id),
      branchId: String(market.branches[0].id),
      lines: [{ productId: String(product.id), quantity: 1 }],
      weekdays: ['MONDAY'],
      startsOn: '2020-01-01',
      endsOn: '2020-02-01',
      reference: 'SO-1',
    };
    expect(await refusalOf(account, CREATE, { input })).toMatchObject({
      code: 'validation_error',
      field: 'reference',
    });
    await ask(account, 'mutation ($id: ID!) { endStandingOrder(id: $id) { id } }', { id });
    // Its last day has passed, so it does not hold the reference for long.
    const { createStandingOrder: past } = await ask(account, CREATE, { input });
    const { createStandingOrder: third } = await ask(account, CREATE, { input: { ...input, endsOn: null } });
    expect(await refusalOf(account, UPDATE, { id: past.id, input: { endsOn: '2099-01-01' } })).toMatchObject({
      code: 'validation_error',
      field: 'reference',
    });
    await ask(account, UPDATE, { id: third.id, input: { reference: null } });
    await ask(account, UPDATE, { id: past.id, input: { endsOn: '2099-01-01' } });
  });
});
