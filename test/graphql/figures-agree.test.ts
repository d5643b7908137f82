import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { connect } from '../support/mcp/connect.ts';
import { type Booked, type BookedReturn, history, MARKET_OF, play } from './histories.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const question = fc.record({
  days: fc.tuple(fc.nat(40), fc.nat(40)).map((days) => days.toSorted((a, b) => a - b) as [number, number]),
  byDate: fc.boolean(),
  includeReplaced: fc.constantFrom(undefined, false, true),
  statuses: fc.option(
    fc.subarray(['pending', 'in_transit', 'completed', 'cancelled'] as const, { minLength: 1 }),
    { nil: undefined },
  ),
});
/** Everything, by each kind of day. */
const ALL = [false, true].map((byDate) => ({
  days: [0, 40] as [number, number],
  byDate,
  includeReplaced: undefined,
  statuses: undefined,
}));
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati');

it('are one number everywhere, whatever was created, changed, moved, returned and reversed', async () => {
  const property = fc.asyncProperty(
    history,
    zone,
    fc.array(question, { minLength: 2, maxLength: 2 }),
    async (steps, timeZone, questions) => {
      const account = await createAccount(service);
      await account.database.pool.query('UPDATE accounts SET time_zone = $2 WHERE id = $1', [
        account.id,
        timeZone,
      ]);
      const { books, supermarketIds, productIds } = await play(account, steps);
      const { call } = await connect(service, account.key);
      for (const { days, byDate, includeReplaced, statuses } of [...ALL, ...questions]) {
        const [dateFrom, dateTo] = days.map((day) =>
          Temporal.PlainDate.from('2026-02-25').add({ days: day }).toString(),
        ) as [string, string];
        const isIn = (record: { due?: string; date?: string; at: Date }) => {
          const day = byDate ? (record.due ?? record.date)! : dayIn(timeZone, record.at);
          return day >= dateFrom && day <= dateTo;
        };
        const chosen = books.deliveries.filter(
          (each) =>
            isIn(each) && (includeReplaced || !each.isReplaced) && (statuses?.includes(each.status) ?? true),
        );
        const back = books.returns.filter(isIn);
        const sent = books.deliveries.filter((each) => isIn(each) && isSent(each));
        const sums = deliverySums(chosen);
        const upper = statuses?.map((status) => status.toUpperCase());
        const answer = await ask(account, QUERY, {
          dateFrom,
          dateTo,
          timeZone,
          by: byDate ? 'DELIVERY_DATE' : 'CREATED',
          returnBy: byDate ? 'RETURN_DATE' : 'RECORDED',
          filter: { statuses: upper, includeReplaced },
          listed: { dateFrom, dateTo, statuses: upper, includeReplaced: includeReplaced ?? false },
          added: { dateFrom, dateTo, statuses: upper, includeReplaced },
          returned: { dateFrom, dateTo },
        });

        const { total, series, SUPERMARKET, PRODUCT } = answer.deliveryAnalytics;
        const backSums = returnSums(back, sent);
        const shown: Record<string, unknown> = {
          total,
          series: added(series),
          supermarkets: sorted(SUPERMARKET),
          products: sorted(PRODUCT),
          returned: answer.returnAnalytics.total,
          returnedSeries: added(answer.returnAnalytics.series),
        };
        const booked: Record<string, unknown> = {
          total: sums,
          series: without(sums, 'byStatus'),
          supermarkets: ranked(supermarketIds, (at) =>
            deliverySums(chosen.filter(({ branch }) => MARKET_OF[branch] === at)),
          ),
          products: ranked(productIds, (at) =>
            deliverySums(chosen.map((each) => onlyOf(each, at)).filter(hasLines)),
          ),
          returned: backSums,
          returnedSeries: without(backSums, 'rate'),
        };

        const { count, units: quantity, value } = sumsOf(chosen);
        // By the day of delivery, lists, their totals and their files are about the same records.
        if (byDate) {
          const { nodes, totalCount } = answer.deliveries;
          Object.assign(shown, {
            totals: answer.deliveryTotals,
            list: [totalCount, centsOf(nodes.map((each: { totalValue: number }) => each.totalValue))],
            returnTotals: answer.returnTotals,
            performance: answer.deliveryPerformance.total.deliveries,
          });
          Object.assign(booked, {
            totals: {
              count,
              quantity,
              value,
              cancelled: sumsOf(chosen.filter(({ status }) => status === 'cancelled')),
            },
            list: [count, cents(value)],
            returnTotals: without(backSums, 'rate', 'kilograms'),
            performance: books.deliveries.filter((each) => isIn(each) && each.status === 'completed').length,
          });
        }
        if (byDate && statuses === undefined && !includeReplaced) {
          const range = `dateFrom=${dateFrom}&dateTo=${dateTo}`;
          const values = await valuesOf(account.key, `deliveries.csv?${range}`, 'value');
          const credits = await valuesOf(account.key, `returns.csv?${range}`, 'credit');
          shown.files = [values.length, centsOf(values), credits.length, centsOf(credits)];
          booked.files = [count, cents(value), back.length, cents(backSums.creditAmount)];
        }

        const range = { date_from: dateFrom, date_to: dateTo, interval: 'month' };
        const ofDeliveries = await call('figures', {
          of: 'deliveries',
          ...range,
          by: byDate ? 'delivery_date' : 'created',
          ...(statuses && { statuses }),
          ...(includeReplaced !== undefined && { include_replaced: includeReplaced }),
        });
        const ofReturns = await call('figures', {
          of: 'returns',
          ...range,
          by: byDate ? 'return_date' : 'recorded',
        });
        const { by_status, ...told } = ofDeliveries.answer.total;
        const { creditAmount, ...others } = backSums;
        Object.assign(shown, {
          told,
          toldByStatus: countsOf(by_status),
          toldReturns: ofReturns.answer.total,
        });
        Object.assign(booked, {
          told: without(sums, 'byStatus'),
          toldByStatus: countsOf(sums.byStatus),
          toldReturns: { ...others, credit_amount: creditAmount },
        });
        expect(shown).toEqual(booked);
      }
    },
  );
  await fc.assert(property, { numRuns: 4, interruptAfterTimeLimit: 60_000 });
}, 120_000);

const PART = '{ count value units kilograms }';
const SUMS = `count quantity units value kilograms completed ${PART} open ${PART} cancelled ${PART}`;
const BACK = 'count quantity creditAmount kilograms';
const QUERY = `query ($dateFrom: Date!, $dateTo: Date!, $timeZone: String!, $by: DeliveryDay!, $returnBy: ReturnDay!, $filter: DeliveryAnalyticsFilter,
    $listed: DeliveryFilter, $added: DeliveryFilter, $returned: ReturnFilter) {
  deliveryAnalytics(dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone, by: $by, filter: $filter) {
    total { ${SUMS} byStatus { status count quantity value } }
    series(interval: DAY) { figures { ${SUMS} } }
    SUPERMARKET: ranking(by: SUPERMARKET, first: 100) { id figures { ${SUMS} byStatus { status count quantity value } } }
    PRODUCT: ranking(by: PRODUCT, first: 100) { id figures { ${SUMS} byStatus { status count quantity value } } }
  }
  returnAnalytics(dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone, by: $returnBy) {
    total { ${BACK} rate } series(interval: WEEK) { figures { ${BACK} } }
  }
  deliveryTotals(filter: $added) { count quantity value cancelled { count value units kilograms } }
  deliveries(first: 100, filter: $listed) { totalCount nodes { totalValue } }
  returnTotals(filter: $returned) { count quantity creditAmount }
  deliveryPerformance(dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone) { total { deliveries } }
}`;

const STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'] as const;

function sumsOf(deliveries: Booked[]) {
  let [units, value, grams] = [0, 0, 0];
  for (const { lines } of deliveries) {
    for (const line of lines) {
      units += line.quantity;
      value += line.quantity * line.cents;
      grams += line.quantity * line.grams;
    }
  }
  return { count: deliveries.length, value: value / 100, units, kilograms: grams / 1_000 };
}

function deliverySums(deliveries: Booked[]) {
  const of = (...statuses: string[]) => sumsOf(deliveries.filter(({ status }) => statuses.includes(status)));
  const top = of('completed', 'pending', 'in_transit');
  const byStatus = STATUSES.map((status) => {
    const { count, units: quantity, value } = of(status);
    return { status: status.toUpperCase(), count, quantity, value };
  });
  return {
    ...top,
    quantity: top.units,
    completed: of('completed'),
    open: of('pending', 'in_transit'),
    cancelled: of('cancelled'),
    byStatus,
  };
}

function returnSums(returns: BookedReturn[], sent: Booked[]) {
  let [count, quantity, credit, grams] = [0, 0, 0, 0];
  for (const each of returns) {
    count += each.quantity < 0 ? -1 : 1;
    quantity += each.quantity;
    credit += each.quantity * each.line.cents;
    grams += each.quantity * each.line.grams;
  }
  return {
    count,
    quantity,
    creditAmount: credit / 100,
    kilograms: grams / 1_000,
    rate: rateOf(quantity, sumsOf(sent).units),
  };
}

/** Rounds to 6 decimals, half away from zero. */
function rateOf(quantity: number, delivered: number): number | null {
  if (delivered === 0) return null;
  const millionths = Math.floor((2_000_000 * Math.abs(quantity) + delivered) / (2 * delivered));
  return (Math.sign(quantity) * millionths) / 1e6 + 0;
}

const isSent = ({ status }: Booked) => status === 'in_transit' || status === 'completed';
const hasLines = ({ lines }: Booked) => lines.length > 0;
const onlyOf = (delivery: Booked, product: number): Booked => ({
  ...delivery,
  lines: delivery.lines.filter((line) => line.product === product),
});

/** Returns the ranks of what has deliveries that are not cancelled, by id. */
function ranked(ids: string[], figuresOf: (at: number) => ReturnType<typeof deliverySums>) {
  const ranks = ids.map((id, at) => ({ id, figures: figuresOf(at) }));
  return sorted(ranks.filter(({ figures }) => figures.count > 0));
}

function sorted<Rank extends { id: string }>(ranks: Rank[]): Rank[] {
  return ranks.toSorted((one, other) => Number(one.id) - Number(other.id));
}

/** Adds up the figures of periods, and the figures in them. */
function added(periods: { figures: object }[]): unknown {
  const sum = (all: unknown[]): unknown => {
    const [first] = all;
    if (typeof first === 'number') return roundOf((all as number[]).reduce((one, other) => one + other, 0));
    return Object.fromEntries(
      Object.keys(first as object).map((name) => [
        name,
        sum(all.map((each) => (each as Record<string, unknown>)[name])),
      ]),
    );
  };
  return sum(periods.map(({ figures }) => figures));
}

const countsOf = (all: { count: number }[]) => all.map(({ count }) => count);
/** Sums of binary numbers, without their errors and without −0. */
const roundOf = (value: number) => Math.round(value * 1_000) / 1_000 + 0;
const cents = (value: number) => Math.round(value * 100);
const centsOf = (values: number[]) => values.reduce((sum, value) => sum + cents(value), 0);

function without<Of extends object>(of: Of, ...names: (keyof Of)[]) {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name as keyof Of)));
}

function dayIn(timeZone: string, at: Date): string {
  return at.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Returns the numbers in a column of a file. */
async function valuesOf(key: string, file: string, column: string): Promise<number[]> {
  const response = await fetch(`${service.url}/export/${file}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const [head, ...rows] = (await response.text())
    .trim()
    .replace(/^\uFEFF/, '')
    .split('\r\n');
  const at = head!.split(',').indexOf(`"${column}"`);
  return rows.map((row) => Number(row.split(',')[at]));
}
