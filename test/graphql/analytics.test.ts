import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

describe.each(['DAY', 'WEEK', 'MONTH'])('a series by %s', (interval) => {
  it('has every period, with the figures of the deliveries that were created in it', async () => {
    const query = `query (${RANGE}, $interval: Interval!) { deliveryAnalytics(${OF_RANGE}) {
      total { ${DELIVERY_FIGURES} } series(interval: $interval) { date figures { ${DELIVERY_FIGURES} } }
    } }`;
    await forTradings(async (account, trading, range) => {
      const { deliveryAnalytics } = await ask(account, query, { ...range, interval });
      const { deliveries } = inRange(trading, range);
      const isIn = (period: string) => (sent: { createdAt: Date }) =>
        periodOf(dayIn(range.timeZone, sent.createdAt), interval) === period;
      expect(deliveryAnalytics).toEqual({
        total: deliveryFigures(linesOf(deliveries)),
        series: periodsOf(range, interval).map((date) => ({
          date,
          figures: deliveryFigures(linesOf(deliveries.filter(isIn(date)))),
        })),
      });
    });
  });

  it('has every period, with the figures of the returns that were recorded in it', async () => {
    const query = `query (${RANGE}, $interval: Interval!) { returnAnalytics(${OF_RANGE}) {
      total { ${RETURN_FIGURES} } series(interval: $interval) { date figures { ${RETURN_FIGURES} } }
    } }`;
    await forTradings(async (account, trading, range) => {
      const { returnAnalytics } = await ask(account, query, { ...range, interval });
      const { deliveries, returns } = inRange(trading, range);
      const isIn = (period: string) => (each: { createdAt: Date }) =>
        periodOf(dayIn(range.timeZone, each.createdAt), interval) === period;
      expect(returnAnalytics).toEqual({
        total: returnFigures(returns, linesOf(deliveries)),
        series: periodsOf(range, interval).map((date) => ({
          date,
          figures: returnFigures(returns.filter(isIn(date)), linesOf(deliveries.filter(isIn(date)))),
        })),
      });
    });
  });
});

describe.each(['SUPERMARKET', 'BRANCH', 'PRODUCT', 'CATEGORY'])('a ranking by %s', (by) => {
  it.each(['COUNT', 'QUANTITY', 'VALUE'])(
    'has those deliveries first that have the most %s',
    async (orderBy) => {
      const query = `query (${RANGE}, $first: Int!) { deliveryAnalytics(${OF_RANGE}) {
      ranking(by: ${by}, orderBy: ${orderBy}, first: $first) { name supermarketName figures { ${DELIVERY_FIGURES} } }
    } }`;
      await forTradings(async (account, trading, range) => {
        const first = 1 + (trading.deliveries.length % 5);
        const { deliveryAnalytics } = await ask(account, query, { ...range, first });
        const lines = linesOf(inRange(trading, range).deliveries);
        const kept = lines.filter(({ status }) => status !== 'cancelled');
        const ranks = keysIn(kept.map(KEYS[by]!)).map((key) => ({
          key,
          figures: deliveryFigures(lines.filter((line) => KEYS[by]!(line) === key)),
        }));
        expect(deliveryAnalytics.ranking).toEqual(named(by, firstOf(ranks, orderBy.toLowerCase(), first)));
      });
    },
  );
});

describe.each(['SUPERMARKET', 'BRANCH', 'PRODUCT', 'CATEGORY', 'REASON'])(
  'a ranking of returns by %s',
  (by) => {
    const measures = [
      ['COUNT', 'count'],
      ['QUANTITY', 'quantity'],
      ['CREDIT_AMOUNT', 'creditAmount'],
    ] as const;

    it.each(measures)('has those first that have the most %s', async (orderBy, measure) => {
      const query = `query (${RANGE}, $first: Int!) { returnAnalytics(${OF_RANGE}) {
      ranking(by: ${by}, orderBy: ${orderBy}, first: $first) { name supermarketName figures { ${RETURN_FIGURES} } }
    } }`;
      await forTradings(async (account, trading, range) => {
        const first = 1 + (trading.deliveries.length % 5);
        const { returnAnalytics } = await ask(account, query, { ...range, first });
        const { deliveries, returns } = inRange(trading, range);
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
        expect(returnAnalytics.ranking).toEqual(named(by, firstOf(ranks, measure, first)));
      });
    });
  },
);

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
