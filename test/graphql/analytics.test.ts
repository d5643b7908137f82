import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ask } from '../support/graphql/ask.ts';
import {
  type Asked,
  dayIn,
  deliveryFigures,
  firstOf,
  inRange,
  KEYS,
  linesOf,
  NAMES,
  periodOf,
  periodsOf,
  returnFigures,
} from './recompute.ts';
import { useService } from '../support/service/service.ts';
import {
  BRANCHES,
  SUPERMARKETS,
  supermarketOf,
  type Trading,
  trading,
  writeTrading,
} from '../support/records/trading.ts';

const service = useService();

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
];

const date = fc
  .integer({ min: 0, max: 75 })
  .map((days) => new Date(Date.UTC(2026, 1, 15 + days)).toISOString().slice(0, 10));
const range: fc.Arbitrary<Asked> = fc
  .record({ dates: fc.tuple(date, date), timeZone: fc.constantFrom(...ZONES) })
  .map(({ dates, timeZone }) => {
    const [dateFrom, dateTo] = dates.toSorted() as [string, string];
    return { dateFrom, dateTo, timeZone };
  });

const RANGE = '$dateFrom: Date!, $dateTo: Date!, $timeZone: String!';
const OF_RANGE = 'dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone';
const DELIVERY_FIGURES = 'count quantity value byStatus { status count quantity value }';
const RETURN_FIGURES = 'count quantity creditAmount rate';

/** Checks `hold` for every trading, with several ranges each. */
function forTradings(hold: (account: TestAccount, trading: Trading, range: Asked) => Promise<void>) {
  return fc.assert(
    fc.asyncProperty(trading, fc.array(range, { minLength: 1, maxLength: 4 }), async (trading, ranges) => {
      const account = await createAccount(service);
      await writeTrading(account, trading);
      for (const range of ranges) await hold(account, trading, range);
    }),
    { numRuns: 12 },
  );
}

const INTERVALS = ['DAY', 'WEEK', 'MONTH'];
const KINDS = ['SUPERMARKET', 'BRANCH', 'PRODUCT', 'CATEGORY'];
const DELIVERY_MEASURES = ['COUNT', 'QUANTITY', 'VALUE'];
const RETURN_MEASURES = [
  ['COUNT', 'count'],
  ['QUANTITY', 'quantity'],
  ['CREDIT_AMOUNT', 'creditAmount'],
] as const;

/** A query with each series and each ranking, by names such as `DAY` and `BRANCH_COUNT`. */
function queryOf(root: string, figures: string, kinds: string[], measures: readonly string[]): string {
  const series = INTERVALS.map(
    (each) => `${each}: series(interval: ${each}) { date figures { ${figures} } }`,
  );
  const rankings = kinds.flatMap((by) =>
    measures.map(
      (orderBy) =>
        `${by}_${orderBy}: ranking(by: ${by}, orderBy: ${orderBy}, first: $first) { name supermarketName figures { ${figures} } }`,
    ),
  );
  return `query (${RANGE}, $first: Int!) { ${root}(${OF_RANGE}) { total { ${figures} } ${[...series, ...rankings].join(' ')} } }`;
}

it('has the deliveries of every period that were created in it, and first those that have the most', async () => {
  const query = queryOf('deliveryAnalytics', DELIVERY_FIGURES, KINDS, DELIVERY_MEASURES);
  await forTradings(async (account, trading, range) => {
    const first = 1 + (trading.deliveries.length % 5);
    const { deliveryAnalytics } = await ask(account, query, { ...range, first });
    const { deliveries } = inRange(trading, range);
    const lines = linesOf(deliveries);
    const kept = lines.filter(({ status }) => status !== 'cancelled');
    const expected: Record<string, object> = { total: deliveryFigures(lines) };
    for (const interval of INTERVALS) {
      const isIn = (period: string) => (sent: { createdAt: Date }) =>
        periodOf(dayIn(range.timeZone, sent.createdAt), interval) === period;
      expected[interval] = periodsOf(range, interval).map((date) => ({
        date,
        figures: deliveryFigures(linesOf(deliveries.filter(isIn(date)))),
      }));
    }
    for (const by of KINDS) {
      const ranks = keysIn(kept.map(KEYS[by]!)).map((key) => ({
        key,
        figures: deliveryFigures(lines.filter((line) => KEYS[by]!(line) === key)),
      }));
      for (const orderBy of DELIVERY_MEASURES)
        expected[`${by}_${orderBy}`] = named(by, firstOf(ranks, orderBy.toLowerCase(), first));
    }
    expect(deliveryAnalytics).toEqual(expected);
  });
});

it('has the returns of every period that were recorded in it, and first those that have the most', async () => {
  const kinds = [...KINDS, 'REASON'];
  const measures = RETURN_MEASURES.map(([orderBy]) => orderBy);
  const query = queryOf('returnAnalytics', RETURN_FIGURES, kinds, measures);
  await forTradings(async (account, trading, range) => {
    const first = 1 + (trading.deliveries.length % 5);
    const { returnAnalytics } = await ask(account, query, { ...range, first });
    const { deliveries, returns } = inRange(trading, range);
    const expected: Record<string, object> = { total: returnFigures(returns, linesOf(deliveries)) };
    for (const interval of INTERVALS) {
      const isIn = (period: string) => (each: { createdAt: Date }) =>
        periodOf(dayIn(range.timeZone, each.createdAt), interval) === period;
      expected[interval] = periodsOf(range, interval).map((date) => ({
        date,
        figures: returnFigures(returns.filter(isIn(date)), linesOf(deliveries.filter(isIn(date)))),
      }));
    }
    for (const by of kinds) {
      const keyOf = (each: (typeof returns)[0]) =>
        by === 'REASON'
          ? NAMES.REASON!.indexOf(each.reason)
          : KEYS[by]!({ branch: each.of.branch, product: each.of.lines[each.line]!.product });
      const delivered = (key: number) =>
        linesOf(deliveries).filter((line) => by === 'REASON' || KEYS[by]!(line) === key);
      const ranks = keysIn(returns.map(keyOf)).map((key) => ({
        key,
        figures: returnFigures(
          returns.filter((each) => keyOf(each) === key),
          delivered(key),
        ),
      }));
      for (const [orderBy, measure] of RETURN_MEASURES)
        expected[`${by}_${orderBy}`] = named(by, firstOf(ranks, measure, first));
    }
    expect(returnAnalytics).toEqual(expected);
  });
});

function keysIn(keys: number[]): number[] {
  return [...new Set(keys)];
}

function named(by: string, ranks: { key: number; figures: object }[]) {
  return ranks.map(({ key, figures }) => ({
    name: by === 'BRANCH' ? BRANCHES[key] : NAMES[by]![key],
    supermarketName: by === 'BRANCH' ? SUPERMARKETS[supermarketOf(key)] : null,
    figures,
  }));
}
