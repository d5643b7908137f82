import { beforeAll, describe, expect, it } from 'vitest';
import { PAGE } from '../support/graphql/largest-requests.ts';
import { excessOf, slowness } from '../support/process/watch-work.ts';
import { createLargestAccount } from '../support/records/largest-records.ts';
import { inDays } from '../support/records/records.ts';
import type { TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'has tables with many rows' });
let account: TestAccount;
/** The last record of each kind. */
let ids: { order: string; delivery: string; product: string; branches: string[] };
let slower: number;

beforeAll(async () => {
  account = await createLargestAccount(service);
  const { rows } = await service.database.pool.query(
    `SELECT (SELECT max(id) FROM standing_orders WHERE account_id = $1 AND id % 2 = 0)::text AS order,
       (SELECT max(id) FROM deliveries WHERE account_id = $1)::text AS delivery,
       (SELECT max(id) FROM products WHERE account_id = $1)::text AS product,
       (SELECT array_agg(branch_id::text) FROM standing_orders WHERE account_id = $1) AS branches`,
    [account.id],
  );
  [ids] = rows;
  slower = slowness();
}, 120_000);

/** Sends a request, and returns its status and the start of the body. */
async function send(path: string, body?: object): Promise<string> {
  const response = await fetch(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  let start = '';
  // What the client does with the rest is no work of the service.
  for await (const chunk of response.body!)
    if (start.length < 300) start += Buffer.from(chunk).toString('utf8', 0, 300);
  return `${response.status} ${start}`;
}

const window = () => `from: "${inDays(0)}", to: "${inDays(61)}"`;
const orders = (fields: string, size = PAGE) => `standingOrders(first: ${size}) { nodes { ${fields} } }`;
const aliased = (field: string, times: number) =>
  Array.from({ length: times }, (_, at) => `a${at}: ${field}`).join(' ');
const CALENDAR = Array.from(
  { length: 3_300 },
  () => 'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20270101\nDURATION:P990D\nEND:VEVENT\n',
).join('');
const TOO_MANY = /query returns more than 10,000 objects/;

describe('beside others, a request takes bounded turns, time and memory:', () => {
  it.each<[name: string, query: () => string, answer?: RegExp]>([
    ['next dates that no order has', () => orders('next { date }')],
    ['the same by many aliases', () => aliased(orders('next { date }'), 18)],
    ['next dates with their lines', () => orders('next { date lines { quantity name } }', 20)],
    ['dates of two months', () => orders(`occurrences(${window()}) { date status }`)],
    [
      'lines of two months of an order',
      () => `standingOrder(id: ${ids.order}) { occurrences(${window()}) { date lines { quantity name } } }`,
      TOO_MANY,
    ],
    [
      'lines of a week of several orders',
      () => orders(`occurrences(from: "${inDays(0)}", to: "${inDays(6)}") { lines { quantity } }`, 8),
      TOO_MANY,
    ],
    ['lines of orders', () => orders('lines { name quantity weekdays }', 19)],
    [
      'the totals of plans of two months',
      () => `planOfDays(${window()}) { days { date planned pieces kilograms } }`,
    ],
    [
      'plans of two months',
      () => `planOfDays(${window()}) { days { date planned products { name pieces kilograms planned } } }`,
    ],
    [
      'closed days of a year',
      () => `closedDays(from: "${inDays(0)}", to: "${inDays(399)}") { date reason source }`,
    ],
    [
      'which branches are closed',
      () => `closedBranches(date: "${inDays(9)}", branchIds: [${ids.branches.join()}]) { branchId reason }`,
    ],
    ['possible days', () => `nextDeliveryDates(branchId: ${ids.branches[0]}, first: 62)`],
    ['where there are public holidays', () => 'holidayRegions { code name }'],
    ['warnings of deliveries', () => 'deliveries(first: 100) { nodes { warnings { kind message } } }'],
    [
      'lines of deliveries with what is computed of each',
      () => 'deliveries(first: 19) { nodes { products { name quantity version minRemainingDays weight } } }',
    ],
    [
      'lines of the deliveries of returns',
      () => 'returns(first: 100) { nodes { delivery { products { name quantity version } } } }',
      TOO_MANY,
    ],
    [
      'lines of the deliveries of a trace',
      () =>
        `lotTrace(productId: ${ids.product}, first: 100) { nodes { delivery { products { name quantity version } } } }`,
      TOO_MANY,
    ],
    [
      'the branches of the supermarket of each order',
      () => orders('supermarket { branches { id name address } }'),
      TOO_MANY,
    ],
    [
      'lines with their lots',
      () => `delivery(id: ${ids.delivery}) { products { name lots { lot quantity } } }`,
    ],
  ])('%s', async (_name, query, answer = /^200 \{"data":\{/) => {
    const excess = await excessOf(async () => {
      expect(await send('/graphql', { query: `{ ${query()} }` })).toMatch(answer);
    }, slower);
    expect(excess).toBeUndefined();
  });

  it.each([
    ['a page of orders', () => '/api/v1/standing-orders?per_page=100'],
    [
      'two months of an order with its lines',
      () => `/api/v1/standing-orders/${ids.order}/occurrences?date_from=${inDays(0)}&date_to=${inDays(61)}`,
    ],
    ['a page of deliveries with all they have', () => '/api/v1/deliveries?per_page=100&view=full'],
    ['the file of plans of days', () => `/export/plan-of-days.csv?from=${inDays(0)}&to=${inDays(61)}`],
    ['the file of deliveries', () => '/export/deliveries.csv'],
  ])('%s', async (_name, path) => {
    const excess = await excessOf(async () => expect(await send(path())).toMatch(/^200 /), slower);
    expect(excess).toBeUndefined();
  });

  it('public holidays that nobody asked for before', async () => {
    // Each try has a place of its own: they are kept.
    const codes = ['TW', 'DE-BE', 'ES-CT'].values();
    const excess = await excessOf(async () => {
      await service.database.pool.query('UPDATE accounts SET public_holidays = $1 WHERE id = $2', [
        codes.next().value,
        account.id,
      ]);
      const query = '{ deliveries(first: 100) { nodes { warnings { kind message } } } }';
      expect(await send('/graphql', { query })).toMatch(/^200 \{"data":\{/);
    }, slower);
    expect(excess).toBeUndefined();
  });

  it('a calendar whose events take the same days again and again', async () => {
    const ics = `BEGIN:VCALENDAR\n${CALENDAR}END:VCALENDAR\n`;
    const query = 'mutation($ics: String!) { importClosedDays(ics: $ics, dryRun: true) { ignored } }';
    const excess = await excessOf(async () => {
      expect(await send('/graphql', { query, variables: { ics } })).toMatch(/at most 20000 days together/);
    }, slower);
    expect(excess).toBeUndefined();
  });
});
