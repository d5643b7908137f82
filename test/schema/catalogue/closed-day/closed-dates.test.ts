import { constantFrom, integer, oneof, sample, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closedDatesOf, NO_REASON } from '../../../../src/schema/catalogue/closed-day/closed-dates.ts';
import { publicHolidays } from '../../../../src/schema/catalogue/closed-day/public-holidays.ts';
import { createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

interface Day {
  branch: number | null;
  date: string;
  reason: string | null;
  isOpen?: boolean;
}

async function store(account: TestAccount, days: Day[]): Promise<void> {
  for (const { branch, date, reason, isOpen = false } of days) {
    await service.database.pool.query(
      `INSERT INTO closed_days (account_id, branch_id, date, reason, source, is_open) VALUES ($1, $2, $3, $4, 'typed', $5)`,
      [account.id, branch, date, reason, isOpen],
    );
  }
}

async function shop() {
  const account = await createAccount(service);
  const [central, harbour] = (await createSupermarket(account)).branches as { id: number }[];
  const read = (from = '2027-01-01', to = '2027-12-31') =>
    closedDatesOf(service.database.prisma, account.id, [central!.id, harbour!.id], from, to);
  return { account, central: central!.id, harbour: harbour!.id, read };
}

describe('the closed days of branches', () => {
  it('are those of the account, of the branch and the public holidays', async () => {
    const { account, central, harbour, read } = await shop();
    await service.database.prisma.account.update({
      where: { id: account.id },
      data: { publicHolidays: 'DE-BY' },
    });
    await store(account, [
      { branch: null, date: '2027-08-02', reason: 'Summer break' },
      { branch: harbour, date: '2027-08-03', reason: null },
    ]);
    const { reasonOf } = await read();
    expect([central, harbour].map((branch) => reasonOf(branch, '2027-08-02'))).toEqual([
      'Summer break',
      'Summer break',
    ]);
    expect([central, harbour].map((branch) => reasonOf(branch, '2027-08-03'))).toEqual([null, NO_REASON]);
    expect([central, harbour].map((branch) => reasonOf(branch, '2027-01-06'))).toEqual([
      'Heilige Drei Könige',
      'Heilige Drei Könige',
    ]);
  });

  it('can be opened for the account or for a branch', async () => {
    const { account, central, harbour, read } = await shop();
    await service.database.prisma.account.update({
      where: { id: account.id },
      data: { publicHolidays: 'DE' },
    });
    await store(account, [
      { branch: null, date: '2027-12-24', reason: 'Christmas Eve' },
      { branch: harbour, date: '2027-12-24', reason: null, isOpen: true },
      { branch: null, date: '2027-12-25', reason: null, isOpen: true },
      { branch: central, date: '2027-12-25', reason: 'No staff' },
      { branch: harbour, date: '2027-12-26', reason: null, isOpen: true },
    ]);
    const { reasonOf } = await read();
    const reasons = ['2027-12-24', '2027-12-25', '2027-12-26'].map((date) => [
      reasonOf(central, date),
      reasonOf(harbour, date),
    ]);
    expect(reasons).toEqual([
      ['Christmas Eve', null],
      ['No staff', null],
      ['2. Weihnachtstag', null],
    ]);
  });

  it('are those of this account alone', async () => {
    const [ours, theirs] = [await shop(), await shop()];
    await store(theirs.account, [
      { branch: null, date: '2027-08-02', reason: 'Theirs' },
      { branch: theirs.central, date: '2027-08-03', reason: 'Theirs' },
    ]);
    const { database } = service;
    const days = await closedDatesOf(
      database.prisma,
      ours.account.id,
      [ours.central, theirs.central],
      '2027-08-01',
      '2027-08-31',
    );
    expect(days.reasonOf(ours.central, '2027-08-02')).toBeNull();
    expect(days.reasonOf(theirs.central, '2027-08-03')).toBeNull();
  });
});

describe('public holidays', () => {
  it('include those of the country, substitute days, and each day of a long one', async () => {
    expect(await holidays('DE', '2027-01-01', '2027-12-31')).toEqual([
      '2027-01-01',
      '2027-03-26',
      '2027-03-29',
      '2027-05-01',
      '2027-05-06',
      '2027-05-17',
      '2027-10-03',
      '2027-12-25',
      '2027-12-26',
    ]);
    expect(await holidays('DE-BY', '2027-01-01', '2027-06-30')).toContain('2027-01-06');
    expect(await holidays('GB-ENG', '2027-12-20', '2027-12-31')).toEqual([
      '2027-12-25',
      '2027-12-26',
      '2027-12-27',
      '2027-12-28',
    ]);
    expect(await holidays('SZ', '2026-12-28', '2027-01-03')).toEqual(
      expect.arrayContaining(['2026-12-28', '2027-01-02']),
    );
    // Half days are no closed days.
    expect(await holidays('IS', '2027-12-23', '2027-12-24')).toEqual([]);
  });

  it('of one day are there when a change of the clocks makes it shorter or longer', async () => {
    expect(await publicHolidays('IT', '2027-03-28', '2027-03-28')).toEqual(
      new Map([['2027-03-28', 'Domenica di Pasqua']]),
    );
  });

  it('are none more than ten years away', async () => {
    const year = new Date().getUTCFullYear();
    const inYear = (away: number) => publicHolidays('DE', `${year + away}-01-01`, `${year + away}-01-02`);
    expect((await inYear(10)).size).toBe(1);
    expect((await inYear(11)).size).toBe(0);
    expect((await inYear(-11)).size).toBe(0);
  });
});

describe('the first moment of a local time', () => {
  it('is the one that another computation finds, also when the clocks change', async () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Santiago',
    ];
    const minute = integer({ min: 0, max: 2 * 366 * 24 * 60 });
    // Changes of the clocks are rare, so hours around them are tried too.
    const near = constantFrom(
      '2026-03-29T02:00',
      '2026-10-25T02:00',
      '2026-03-08T02:00',
      '2026-11-01T01:00',
      '2026-10-04T02:00',
      '2026-04-05T01:30',
      '2026-09-06T00:00',
      '2026-04-04T23:00',
    );
    const local = oneof(
      minute.map((minutes) => Temporal.PlainDateTime.from('2026-01-01T00:00').add({ minutes })),
      tuple(near, integer({ min: -90, max: 90 })).map(([time, minutes]) =>
        Temporal.PlainDateTime.from(time).add({ minutes }),
      ),
    );
    const cases = sample(tuple(local, constantFrom(...zones)), 150);
    const { rows } = await service.database.pool.query<{ found: Date }>(
      `SELECT first_moment(local::timestamp, zone) AS found
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS one (local, zone, place) ORDER BY place`,
      [cases.map(([time]) => time.toString()), cases.map(([, zone]) => zone)],
    );
    for (const [at, [time, zone]] of cases.entries()) {
      const expected = firstMoment(time, zone);
      expect([time.toString(), zone, rows[at]!.found.toISOString()]).toEqual([
        time.toString(),
        zone,
        expected.toJSON().replace('Z', '.000Z'),
      ]);
    }
  });
});

async function holidays(code: string, from: string, to: string): Promise<string[]> {
  return [...(await publicHolidays(code, from, to)).keys()];
}

/** Looks at every minute around a local time, one after the other. */
function firstMoment(local: Temporal.PlainDateTime, zone: string): Temporal.Instant {
  // The clocks are changed by at most an hour, so that this is before it.
  const instant = local.toZonedDateTime('UTC').toInstant();
  const offset = instant.toZonedDateTimeISO(zone).offsetNanoseconds / 3_600e9;
  let moment = instant.subtract({ minutes: Math.round((offset + 3) * 60) });
  while (Temporal.PlainDateTime.compare(moment.toZonedDateTimeISO(zone).toPlainDateTime(), local) < 0) {
    moment = moment.add({ minutes: 1 });
  }
  return moment;
}
