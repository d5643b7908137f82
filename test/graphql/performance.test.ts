import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { type Performed, performing, writePerforming } from './performance/performing.ts';
import {
  faultsOf,
  figuresOf,
  measure,
  minutesOf,
  RANKS,
  shelfLifeOf,
  wasteOf,
} from './performance/recompute-performance.ts';
import { periodOf, periodsOf } from './recompute.ts';
import { CATEGORIES, supermarketOf } from '../support/records/trading.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const FIGURES = `deliveries onTimeCount inFullCount otifCount orderedQuantity missingQuantity onTimeRate inFullRate
  otifRate fillRate notTimelyRecorded`;
const INTERVALS = ['DAY', 'WEEK', 'MONTH'];
const QUERY = `query ($dateFrom: Date!, $dateTo: Date!, $timeZone: String, $first: Int!, $filter: DeliveryPerformanceFilter) {
  deliveryPerformance(dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone, filter: $filter) {
    total { ${FIGURES} }
    late: total { lateMinutesMedian lateMinutesP95 }
    ${INTERVALS.map((by) => `${by}: series(interval: ${by}) { date figures { ${FIGURES} } }`).join('\n')}
    ${Object.keys(RANKS)
      .map((by) => `${by}: ranking(by: ${by}, first: $first) { name figures { ${FIGURES} } }`)
      .join('\n')}
    returnsByFault { fault quantity credit }
    waste { kilograms rate }
    shelfLife { lines enoughCount enoughRate }
    missed(first: 100) { nodes { delivery { deliveryDate } reasons lateMinutes missingQuantity } pageInfo { hasNextPage } }
  }
}`;

const asked = fc.record({
  days: fc.tuple(fc.integer({ min: -3, max: 25 }), fc.integer({ min: -3, max: 25 })),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'),
  first: fc.integer({ min: 1, max: 7 }),
  graceMinutes: fc.constantFrom(undefined, 0, 15, 600),
  timelyRecordedOnly: fc.constantFrom(undefined, false, true),
  of: fc.constantFrom('all', 'supermarket', 'branch', 'product', 'category'),
});

it('has the figures, series, rankings and misses of the deliveries due in the range', async () => {
  await fc.assert(
    fc.asyncProperty(
      performing,
      fc.array(asked, { minLength: 1, maxLength: 4 }),
      async (deliveries, questions) => {
        const account = await createAccount(service);
        await writePerforming(account, deliveries);
        const { rows: branches } = await account.database.pool.query<{ id: string; supermarket_id: string }>(
          'SELECT id, supermarket_id FROM branches WHERE account_id = $1 ORDER BY id',
          [account.id],
        );
        const { rows: products } = await account.database.pool.query<{ id: string }>(
          'SELECT id FROM products WHERE account_id = $1 ORDER BY id',
          [account.id],
        );
        for (const { days, timeZone, first, of, ...rules } of questions) {
          const [from, to] = days.toSorted((a, b) => a - b) as [number, number];
          const range = { dateFrom: day(from), dateTo: day(to), timeZone };
          const place = {
            all: {},
            supermarket: { supermarketId: branches[0]!.supermarket_id },
            branch: { branchId: branches[2]!.id },
            product: { productId: products[1]!.id },
            category: { category: 'dairy' },
          }[of];
          const variables = { ...range, first, filter: { ...rules, ...place } };
          const { deliveryPerformance } = await ask(account, QUERY, variables);
          const { late, ...answer } = deliveryPerformance;
          const expected = expectedOf(deliveries, { ...range, first, of, ...rules });
          expect(answer).toEqual(expected.answer);
          expect(late).toEqual(expected.late);
        }
      },
    ),
    { numRuns: 8 },
  );
});

function day(at: number): string {
  return Temporal.PlainDate.from('2026-03-20').add({ days: at }).toString();
}

/** Rounding may differ where minutes are interpolated. */
function about(minutes: number | null): unknown {
  return minutes === null ? null : expect.closeTo(minutes, 0);
}

interface Question {
  dateFrom: string;
  dateTo: string;
  timeZone: string;
  first: number;
  of: 'all' | 'supermarket' | 'branch' | 'product' | 'category';
  graceMinutes?: number | undefined;
  timelyRecordedOnly?: boolean | undefined;
}

function expectedOf(deliveries: Performed[], { dateFrom, dateTo, timeZone, first, of, ...given }: Question) {
  const rules = {
    timeZone,
    graceMinutes: given.graceMinutes ?? 0,
    timelyRecordedOnly: given.timelyRecordedOnly ?? false,
  };
  const isIn = (product: number) =>
    of === 'product' ? product === 1 : of === 'category' ? CATEGORIES[product] === 'dairy' : true;
  const chosen = deliveries.filter(
    ({ due, branch }) =>
      due >= dateFrom &&
      due <= dateTo &&
      (of !== 'supermarket' || supermarketOf(branch) === 0) &&
      (of !== 'branch' || branch === 2),
  );
  const counted = measure(chosen, rules, () => true).map((each) => each.of);
  const all = measure(chosen, rules, isIn);
  const rankingBy = (by: string) => {
    const { names, of: placeOf, product: keyOf } = RANKS[by]!;
    const ranks = names.flatMap((name, key) => {
      const own = placeOf
        ? all.filter((each) => placeOf(each.of) === key)
        : measure(chosen, rules, (product) => isIn(product) && keyOf!(product) === key);
      return own.length > 0 ? [{ name, figures: figuresOf(own, rules) }] : [];
    });
    const missed = ({ figures }: (typeof ranks)[number]) => figures.deliveries - figures.otifCount;
    const order = ranks.toSorted(
      (a, b) => missed(b) - missed(a) || b.figures.deliveries - a.figures.deliveries,
    );
    return order.slice(0, first);
  };
  const missed = all
    .filter((each) => each.late > rules.graceMinutes || each.missing > 0)
    .toSorted(
      (a, b) => b.of.due.localeCompare(a.of.due) || deliveries.indexOf(b.of) - deliveries.indexOf(a.of),
    );
  return {
    answer: {
      total: figuresOf(all, rules),
      ...Object.fromEntries(
        INTERVALS.map((by) => [
          by,
          periodsOf({ dateFrom, dateTo, timeZone }, by).map((date) => ({
            date,
            figures: figuresOf(
              all.filter((each) => periodOf(each.of.due, by) === date),
              rules,
            ),
          })),
        ]),
      ),
      ...Object.fromEntries(Object.keys(RANKS).map((by) => [by, rankingBy(by)])),
      returnsByFault: faultsOf(counted, isIn),
      waste: wasteOf(counted, isIn),
      shelfLife: shelfLifeOf(counted, isIn),
      missed: {
        nodes: missed.map((each) => ({
          delivery: { deliveryDate: each.of.due },
          reasons: [
            ...(each.late > rules.graceMinutes ? ['LATE'] : []),
            ...(each.missing > 0 ? ['NOT_IN_FULL'] : []),
          ],
          lateMinutes: each.late > rules.graceMinutes ? about(each.late) : null,
          missingQuantity: each.missing,
        })),
        pageInfo: { hasNextPage: false },
      },
    },
    late: {
      lateMinutesMedian: about(minutesOf(all, 0.5, rules.graceMinutes)),
      lateMinutesP95: about(minutesOf(all, 0.95, rules.graceMinutes)),
    },
  };
}
