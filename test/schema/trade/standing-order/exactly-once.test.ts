import * as fc from 'fast-check';
import { Client } from 'pg';
import { pino } from 'pino';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../../../src/database/connect.ts';
import type { Caller } from '../../../../src/schema/core/context.ts';
import { createStandingOrder } from '../../../../src/schema/trade/standing-order/create-standing-order.ts';
import { dateOf, dayOf } from '../../../../src/schema/trade/standing-order/days.ts';
import { instantOf } from '../../../../src/schema/trade/standing-order/due-at.ts';
import { type Shift } from '../../../../src/schema/trade/standing-order/fields.ts';
import { WEEKDAY } from '../../../../src/schema/core/noun/weekdays.ts';
import { generateDeliveries } from '../../../../src/schema/trade/standing-order/generate-deliveries.ts';
import { planOccurrences } from '../../../../src/schema/trade/standing-order/plan-occurrences.ts';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { contextFor, settings } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';
import { DAY_MS } from '../../../../src/durations.ts';

const service = useService({ own: 'changes tables' });
const START = '2026-12-01T09:00:00Z';

/** Connections whose now() is a row of a table, so that a test sets the clock of the database. */
let database: Database;

beforeAll(async () => {
  const { pool } = service.database;
  await pool.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.moment (at timestamptz);
    INSERT INTO clock.moment VALUES ('${START}');
    CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM clock.moment';`);
  const url = new URL(service.testDatabase.url);
  await pool.query(`ALTER DATABASE "${url.pathname.slice(1)}" SET search_path = clock, pg_catalog, public`);
  database = connect(service.testDatabase.url, { max: 4 });
});

afterAll(async () => {
  await database.close();
});

async function setClock(moment: Date): Promise<void> {
  await service.database.pool.query('UPDATE clock.moment SET at = $1', [moment]);
}

interface Shop {
  account: TestAccount;
  productId: number;
  place: { supermarketId: string; branchId: string };
}

async function openShop(timeZone: string): Promise<Shop> {
  const account = await createAccount(service);
  await service.database.pool.query('UPDATE accounts SET time_zone = $2 WHERE id = $1', [
    account.id,
    timeZone,
  ]);
  const product = await createProduct(account);
  const market = await createSupermarket(account);
  const place = { supermarketId: String(market.id), branchId: String(market.branches[0].id) };
  return { account, productId: product.id, place };
}

async function order({ account, productId, place }: Shop, fields: object): Promise<bigint> {
  const caller: Caller = { accountId: account.id, plan: 'business', scopes: new Set(SCOPES) };
  return createStandingOrder(contextFor(caller, database.prisma), {
    ...place,
    lines: [{ productId: String(productId), quantity: 2 }],
    weekdays: [...WEEKDAY.values],
    startsOn: '2026-12-01',
    ...fields,
  });
}

function run(): Promise<boolean> {
  return generateDeliveries({
    database,
    announce() {},
    settings,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
}

/**
 * Runs the generation until it ends: a run can still get the connection that was ended before, as the next
 * job would.
 */
async function runToEnd(attempts = 5): Promise<void> {
  await run().catch((error: unknown) => {
    if (attempts === 1) throw error;
    return runToEnd(attempts - 1);
  });
}

/** Ends the connection of the generation at its statement number `at`, before or after it is sent. */
function killAt(at: number, isAfter: boolean): { restore(): void; statements(): number } {
  const { query } = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { pathname } = new URL(service.testDatabase.url);
  let count = 0;
  Client.prototype.query = function (
    this: Client & { connection: { stream: { destroy(): void } } },
    ...args: never[]
  ) {
    if (this.database !== pathname.slice(1) || !isOfGeneration(args[0])) return query.apply(this, args);
    count += 1;
    if (count !== at) return query.apply(this, args);
    if (!isAfter) this.connection.stream.destroy();
    const sent = query.apply(this, args);
    if (isAfter) setImmediate(() => this.connection.stream.destroy());
    return sent;
  } as never;
  return { restore: () => void (Client.prototype.query = query as never), statements: () => count };
}

/** The first statement of a run looks for accounts; others of the test are not those of a run. */
function isOfGeneration(statement: unknown): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string })?.text;
  return text !== undefined && !text.includes('clock.moment SET');
}

interface StoredDelivery {
  standing_order_id: string;
  date: string;
  status: string;
  reason: string | null;
  deliveries: number;
  events: number;
}

/**
 * Returns what is stored of the dates of an account, with the number of first deliveries and their events.
 */
async function storedOf(account: TestAccount): Promise<StoredDelivery[]> {
  const { rows } = await service.database.pool.query<StoredDelivery>(
    `SELECT standing_order_id, to_char(date, 'YYYY-MM-DD') AS date, status, reason,
       (SELECT count(*)::int FROM deliveries delivery WHERE delivery.account_id = occurrence.account_id
          AND delivery.standing_order_id = occurrence.standing_order_id AND occurrence_date = occurrence.date) AS deliveries,
       (SELECT count(*)::int FROM events JOIN deliveries delivery ON delivery.account_id = events.account_id
          AND delivery.id = (body::jsonb -> 'data' ->> 'delivery_id')::bigint
        WHERE events.account_id = occurrence.account_id AND type = 'delivery.created'
          AND delivery.standing_order_id = occurrence.standing_order_id AND occurrence_date = occurrence.date) AS events
     FROM occurrences occurrence WHERE account_id = $1 ORDER BY standing_order_id, date`,
    [account.id],
  );
  return rows;
}

describe('the generation', () => {
  it('creates each date once, wherever its connection ends', async () => {
    await setClock(new Date(START));
    for (const isAfter of [false, true]) {
      for (let at = 1; ; at++) {
        const shop = await openShop('Europe/Berlin');
        await order(shop, {});
        await order(shop, { leadDays: 5 });
        const killing = killAt(at, isAfter);
        await run().catch(() => {});
        killing.restore();
        const isWhole = killing.statements() < at;
        await runToEnd();
        const rows = await storedOf(shop.account);
        // Lead days of 2 and 5, from the day after the first one on.
        expect(rows).toHaveLength(2 + 5);
        expect(rows.filter(({ deliveries, events }) => deliveries !== 1 || events !== 1)).toEqual([]);
        const { rows: stray } = await service.database.pool.query(
          `SELECT FROM deliveries WHERE account_id = $1 AND standing_order_id IS NULL`,
          [shop.account.id],
        );
        expect(stray).toEqual([]);
        if (isWhole) break;
        expect(at).toBeLessThan(60);
      }
    }
  }, 240_000);

  it('settles each date that is due once, with jumping clocks, two processes and ending connections', async () => {
    const step = fc.record({
      // Also back, and over several days in which no worker ran.
      hours: fc.integer({ min: -40, max: 100 }),
      processes: fc.integer({ min: 1, max: 2 }),
      kill: fc.option(fc.tuple(fc.integer({ min: 1, max: 25 }), fc.boolean())),
    });
    const orders = fc.array(
      fc.record({
        weekdays: fc.subarray([...WEEKDAY.values], { minLength: 1 }),
        everyWeeks: fc.integer({ min: 1, max: 3 }),
        startsOn: fc.integer({ min: -20, max: 10 }),
        endsOn: fc.option(fc.integer({ min: 11, max: 40 }), { nil: null }),
        pausedFrom: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
        pausedUntil: fc.integer({ min: 20, max: 25 }),
        leadDays: fc.integer({ min: 1, max: 14 }),
        generateAt: fc.constantFrom('00:00', '02:30', '06:00', '23:59'),
        shift: fc.constantFrom<Shift>('skip', 'previous', 'next'),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles');
    const closed = fc.uniqueArray(fc.integer({ min: -10, max: 60 }), { maxLength: 25 });
    const first = dayOf(START.slice(0, 10));
    await fc.assert(
      fc.asyncProperty(
        zone,
        orders,
        closed,
        fc.array(step, { minLength: 1, maxLength: 7 }),
        async (timeZone, given, days, steps) => {
          let now = Date.parse(START);
          await setClock(new Date(now));
          const shop = await openShop(timeZone);
          const { id } = shop.account;
          await service.database.pool.query(
            `INSERT INTO closed_days (account_id, date, source)
             SELECT $1, day, 'typed' FROM unnest($2::date[]) AS day`,
            [id, days.map((at) => dateOf(first + at))],
          );
          const ids: bigint[] = [];
          for (const { startsOn, endsOn, pausedFrom, pausedUntil, ...rest } of given) {
            const at = (day: number | null) => (day === null ? null : dateOf(first + day));
            ids.push(
              await order(shop, {
                ...rest,
                startsOn: at(startsOn),
                endsOn: at(endsOn),
                pausedFrom: at(pausedFrom),
                ...(pausedFrom !== null && { pausedUntil: at(pausedUntil) }),
              }),
            );
          }
          let latest = now;
          for (const { hours, processes, kill } of steps) {
            now = Math.max(Date.parse(START), now + hours * 3_600_000);
            latest = Math.max(latest, now);
            await setClock(new Date(now));
            const killing = kill && killAt(...kill);
            await Promise.all(Array.from({ length: processes }, () => run().catch(() => {})));
            killing?.restore();
          }
          await setClock(new Date(latest));
          await runToEnd();
          const rows = await storedOf(shop.account);
          for (const [index, orderId] of ids.entries()) {
            const own = rows.filter((row) => row.standing_order_id === String(orderId));
            const dates = own.map(({ date }) => date);
            expect(dates).toEqual(expectedDates(given[index]!, days, latest, timeZone));
            for (const { status, deliveries, events } of own) {
              expect([deliveries, events]).toEqual(status === 'created' ? [1, 1] : [0, 0]);
            }
          }
          const { rows: twice } = await service.database.pool.query(
            `SELECT standing_order_id, delivery_date FROM deliveries
             WHERE account_id = $1 AND standing_order_id IS NOT NULL
             GROUP BY 1, 2 HAVING count(*) > 1`,
            [id],
          );
          expect(twice).toEqual([]);
        },
      ),
      { numRuns: process.env.TESTS === 'weekly' ? 300 : 12 },
    );
  }, 240_000);
});

interface Given {
  weekdays: string[];
  everyWeeks: number;
  startsOn: number;
  endsOn: number | null;
  pausedFrom: number | null;
  pausedUntil: number;
  leadDays: number;
  generateAt: string;
  shift: Shift;
}

/** Returns the dates of an order that were due at the latest moment, as if nothing were stored. */
function expectedDates(given: Given, days: number[], latest: number, timeZone: string): string[] {
  const first = dayOf(START.slice(0, 10));
  const created = dayOf(Temporal.Instant.from(START).toZonedDateTimeISO(timeZone).toPlainDate().toString());
  const at = (day: number | null) => (day === null ? null : first + day);
  const rule = {
    isWeekday: WEEKDAY.values.map((weekday) => given.weekdays.includes(weekday)),
    everyWeeks: given.everyWeeks,
    startsOn: first + given.startsOn,
    endsOn: at(given.endsOn),
    pausedFrom: at(given.pausedFrom),
    pausedUntil: given.pausedFrom === null ? null : first + given.pausedUntil,
    shift: given.shift,
    settledUntil: created,
  };
  const isClosed = new Set(days.map((day) => first + day));
  const calendar = { rule, stored: new Map(), isClosed: (day: number) => isClosed.has(day), today: created };
  return planOccurrences(calendar, created, Math.ceil(latest / DAY_MS) + 30)
    .filter(({ day, deliveryDay }) => {
      const due = instantOf((deliveryDay ?? day) - given.leadDays, given.generateAt, timeZone);
      return due.getTime() <= latest;
    })
    .map(({ day }) => dateOf(day));
}
