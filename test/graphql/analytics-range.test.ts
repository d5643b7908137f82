import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { createReturn, createSentDelivery, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { statementsOf } from '../support/database/statements.ts';

const service = useService();

const PERIODS = `query ($dateFrom: Date!, $dateTo: Date!, $timeZone: String!, $interval: Interval!) {
  deliveryAnalytics(dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone) {
    series(interval: $interval) { date startsAt endsAt }
  }
}`;

async function periodsOf(timeZone: string, interval: string, dateFrom: string, dateTo: string) {
  const account = await createAccount(service);
  const asked = { timeZone, interval, dateFrom, dateTo };
  const { deliveryAnalytics } = await ask(account, PERIODS, asked);
  return deliveryAnalytics.series as { date: string; startsAt: string; endsAt: string }[];
}

describe('a day', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    // Clocks change at midnight: one day begins at one o'clock, and the other one has midnight twice.
    ['America/Santiago', '2026-09-06', 23],
    ['America/Santiago', '2026-04-04', 25],
    ['Asia/Kathmandu', '2026-03-29', 24],
  ])('in %s on %s has %f hours, and no gap to the next', async (timeZone, date, hours) => {
    const after = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    const [day, next] = await periodsOf(timeZone, 'DAY', date, after);
    expect((Date.parse(day!.endsAt) - Date.parse(day!.startsAt)) / 3_600_000).toBe(hours);
    expect(next!.startsAt).toBe(day!.endsAt);
  });

  it('begins at midnight of the time zone', async () => {
    expect(await periodsOf('Asia/Kolkata', 'DAY', '2026-01-01', '2026-01-01')).toEqual([
      { date: '2026-01-01', startsAt: '2025-12-31T18:30:00.000Z', endsAt: '2026-01-01T18:30:00.000Z' },
    ]);
  });
});

it('weeks begin on Mondays, the first and the last end with the range', async () => {
  expect(await periodsOf('Europe/Berlin', 'WEEK', '2026-01-01', '2026-01-13')).toEqual([
    { date: '2025-12-29', startsAt: '2025-12-31T23:00:00.000Z', endsAt: '2026-01-04T23:00:00.000Z' },
    { date: '2026-01-05', startsAt: '2026-01-04T23:00:00.000Z', endsAt: '2026-01-11T23:00:00.000Z' },
    { date: '2026-01-12', startsAt: '2026-01-11T23:00:00.000Z', endsAt: '2026-01-13T23:00:00.000Z' },
  ]);
});

it('months are as long as they are', async () => {
  const months = await periodsOf('UTC', 'MONTH', '2024-01-31', '2024-03-01');
  expect(months.map(({ date, endsAt }) => [date, endsAt.slice(0, 10)])).toEqual([
    ['2024-01-01', '2024-02-01'],
    ['2024-02-01', '2024-03-01'],
    ['2024-03-01', '2024-03-02'],
  ]);
});

it.each([
  ['DAY', '2025-01-01', '2026-02-04'],
  ['WEEK', '2020-01-08', '2027-09-05'],
  ['MONTH', '1990-05-31', '2023-08-01'],
])('a series has at most 400 periods by %s', async (interval, dateFrom, dateTo) => {
  expect(await periodsOf('UTC', interval, dateFrom, dateTo)).toHaveLength(400);
  const next = { DAY: '2026-02-05', WEEK: '2027-09-06', MONTH: '2023-09-01' }[interval]!;
  const account = await createAccount(service);
  expect(
    await refusalOf(account, PERIODS, { timeZone: 'UTC', interval, dateFrom, dateTo: next }),
  ).toMatchObject({
    code: 'validation_error',
    field: 'dateTo',
    message: expect.stringContaining('400'),
  });
});

it('the database knows every accepted time zone', async () => {
  const account = await createAccount(service);
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone === 'UTC' || zone.includes('/'));
  expect(zones.length).toBeGreaterThan(300);
  const query =
    'query ($timeZone: String!) { deliveryAnalytics(dateFrom: "2026-01-01", dateTo: "2026-01-01", timeZone: $timeZone) { total { count } } }';
  for (const timeZone of zones) {
    expect(await ask(account, query, { timeZone })).toEqual({ deliveryAnalytics: { total: { count: 0 } } });
  }
});

describe.each(['deliveryAnalytics', 'returnAnalytics'])('%s refuses', (field) => {
  it.each([
    ['timeZone', 'timeZone: "Mars/Olympus"', 'total { count }'],
    ['timeZone', 'timeZone: ""', 'total { count }'],
    ['timeZone', 'timeZone: "CET"', 'total { count }'],
    ['timeZone', 'timeZone: "+05:30"', 'total { count }'],
    ['timeZone', 'timeZone: "Europe/Berlin\\u0000"', 'total { count }'],
    ['dateFrom', 'dateFrom: "2026-02-30"', 'total { count }'],
    ['dateTo', 'dateTo: "2025-12-31"', 'total { count }'],
    ['dateTo', 'dateTo: "2101-01-01"', 'total { count }'],
    ['first', '', 'ranking(by: PRODUCT, first: 0) { name }'],
    ['first', '', 'ranking(by: PRODUCT, first: 101) { name }'],
  ])('by the name of %s: %s', async (name, given, selection) => {
    const account = await createAccount(service);
    const defaults = ['dateFrom: "2026-01-01"', 'dateTo: "2026-01-31"'];
    const args = [...defaults.filter((each) => !given.startsWith(each.split(':')[0]!)), given].join(', ');
    const refusal = await refusalOf(account, `{ ${field}(${args}) { ${selection} } }`);
    expect(refusal).toMatchObject({ code: 'validation_error', field: name });
  });
});

describe('figures', () => {
  const today = `dateFrom: "${inDays(-1)}", dateTo: "${inDays(1)}"`;

  it('include records created and moved over REST', async () => {
    const account = await createAccount(service);
    await createReturn(account);
    await createSentDelivery(account);
    const query = `{
      deliveryAnalytics(${today}) { total { count quantity value byStatus { status count } } }
      returnAnalytics(${today}) { total { count quantity creditAmount rate } }
    }`;
    const { deliveryAnalytics, returnAnalytics } = await ask(account, query);
    expect(deliveryAnalytics.total).toEqual({
      count: 2,
      quantity: 20,
      value: 49.8,
      byStatus: [
        { status: 'PENDING', count: 0 },
        { status: 'IN_TRANSIT', count: 2 },
        { status: 'COMPLETED', count: 0 },
        { status: 'CANCELLED', count: 0 },
      ],
    });
    expect(returnAnalytics.total).toEqual({ count: 1, quantity: 1, creditAmount: 2.49, rate: 0.05 });
  });

  it('need the scopes of the data they contain', async () => {
    const account = await createAccount(service);
    const asker = { ...account, scopes: ['returns:read'] as const };
    expect(await ask(asker, `{ returnAnalytics(${today}) { total { count } } }`)).toEqual({
      returnAnalytics: { total: { count: 0 } },
    });
    for (const query of [
      `{ returnAnalytics(${today}) { total { rate } } }`,
      `{ deliveryAnalytics(${today}) { total { count } } }`,
    ]) {
      expect(await refusalOf(asker, query)).toMatchObject({ code: 'insufficient_scope' });
    }
  });

  it.each([
    ['deliveryAnalytics', 'total { count byStatus { value } }'],
    ['deliveryAnalytics', 'series(interval: DAY) { figures { count byStatus { value } } }'],
    ['deliveryAnalytics', 'ranking(by: BRANCH) { name figures { count byStatus { value } } }'],
    ['deliveryAnalytics', 'ranking(by: CATEGORY) { name figures { count byStatus { value } } }'],
    ['returnAnalytics', 'total { count rate }'],
    ['returnAnalytics', 'series(interval: DAY) { figures { count ...Rate } }'],
    ['returnAnalytics', 'ranking(by: PRODUCT) { name figures { count rate } }'],
    ['returnAnalytics', 'ranking(by: REASON) { name figures { count ... { rate } } }'],
  ])('%s { %s } cost one statement', async (field, selection) => {
    const account = await createAccount(service);
    await createReturn(account);
    await createReturn(account);
    const rate = selection.includes('...Rate') ? 'fragment Rate on ReturnFigures { rate }' : '';
    const sent = await statementsOf(service.testDatabase.name, () =>
      ask(account, `{ ${field}(${today}) { ${selection} } } ${rate}`),
    );
    expect(sent).toHaveLength(1);
  });

  it('have a rate wherever it is selected', async () => {
    const account = await createAccount(service);
    await createReturn(account);
    const query = `{ returnAnalytics(${today}) {
      total { ... on ReturnFigures { rate } } ranking(by: REASON) { figures { ...Rate } } series(interval: MONTH) { figures { rate } }
    } } fragment Rate on ReturnFigures { rate }`;
    const { returnAnalytics } = await ask(account, query);
    expect(returnAnalytics.total).toEqual({ rate: 0.1 });
    expect(returnAnalytics.ranking).toEqual([{ figures: { rate: 0.1 } }]);
  });
});

it.each(['US/Pacific-New', 'Europe/Nowhere'])(
  'a time zone that PostgreSQL does not know is refused: %s',
  async (timeZone) => {
    const account = await createAccount(service);
    const asked = { timeZone, interval: 'DAY', dateFrom: '2026-01-01', dateTo: '2026-01-02' };
    expect(await refusalOf(account, PERIODS, asked)).toMatchObject({
      code: 'validation_error',
      field: 'timeZone',
    });
  },
);

it('names of time zones may be written in lower case', async () => {
  expect(await periodsOf('asia/kolkata', 'DAY', '2026-01-01', '2026-01-01')).toHaveLength(1);
});
