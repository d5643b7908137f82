import { parse } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { scopesOfRole } from '../../src/schema/core/caller/roles.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import type { Caller } from '../../src/schema/core/context.ts';
import { WEEKDAY } from '../../src/schema/core/noun/weekdays.ts';
import { executeOperation } from '../../src/schema/execute-operation.ts';
import { useExplained } from '../support/database/explained.ts';
import { statementsOf } from '../support/database/statements.ts';
import { createSupermarket, inDays } from '../support/records/records.ts';
import { fillVolume } from '../support/records/volume.ts';
import { createAccount, createPerson, type TestAccount } from '../support/service/account.ts';
import { contextFor } from '../support/service/context.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'looks at plans' });
const explained = useExplained(service);

const ROWS = 20_000;
/** Deliveries of the day that is looked at, in this many tours. */
const OF_DAY = 120;
const TOURS = 4;
/** No statement of a day reads many more rows than the day has deliveries. */
const MOST_READ = 2 * OF_DAY;

const date = inDays(2);
const later = inDays(9);

let account: TestAccount;
let driver: Caller;
let ids: Record<string, string>;

/** Gives an account a day with tours, templates for all its branches, and a tour a day for its history. */
async function fillTours({ id, database: { pool } }: TestAccount, personId: string) {
  const idsOf = async (text: string, ...values: unknown[]) =>
    (await pool.query<{ id: string }>(text, [id, ...values])).rows.map((row) => row.id);
  const deliveries = await idsOf(
    `WITH delivery AS (
       INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
                               total_weight)
     SELECT account_id, supermarket_id, id, date, 10, 1, 10
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM branches WHERE account_id = $1) AS branch,
       unnest($2::date[]) AS date, generate_series(1, ${OF_DAY / 10}) RETURNING id, delivery_date
     )
     SELECT id FROM delivery ORDER BY delivery_date, id`,
    [date, later],
  );
  await pool.query(
    `WITH tour AS (
       INSERT INTO tours (account_id, date, name)
       SELECT $1, day.date, 'Tour' FROM (
         SELECT DISTINCT delivery_date AS date FROM deliveries WHERE account_id = $1 AND delivery_date < $2::date
       ) AS day RETURNING id, date
     )
     INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
     SELECT $1, delivery.id, tour.id, row_number() OVER (PARTITION BY tour.id ORDER BY delivery.id)
     FROM deliveries delivery JOIN tour ON tour.date = delivery_date WHERE account_id = $1`,
    [id, inDays(1)],
  );
  await pool.query(
    `INSERT INTO former_stops (account_id, delivery_id, person_id)
     SELECT $1, delivery_id, $2::bigint FROM tour_stops WHERE account_id = $1`,
    [id, personId],
  );
  const tours = await idsOf(
    `WITH tour AS (
       INSERT INTO tours (account_id, date, name, driver_id, driven_since)
       SELECT $1, $2, 'Tour ' || n, CASE WHEN n = 1 THEN $3::bigint END, now() FROM generate_series(1, ${TOURS}) AS n
       RETURNING id, substr(name, 6)::int AS n
     ), stop AS (
       INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
       SELECT $1, delivery.id, tour.id, place
       FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM deliveries
             WHERE account_id = $1 AND delivery_date = $2) AS delivery
       JOIN tour ON tour.n = place % ${TOURS} + 1
     )
     SELECT id FROM tour ORDER BY n`,
    date,
    personId,
  );
  const templates = await idsOf(
    `WITH template AS (
       INSERT INTO tour_templates (account_id, name, weekdays)
       SELECT $1, 'Template ' || n, $2 FROM generate_series(1, ${TOURS}) AS n RETURNING id, substr(name, 10)::int AS n
     ), branch AS (
       INSERT INTO tour_template_branches (account_id, template_id, place, branch_id)
       SELECT $1, template.id, place, branch.id
       FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM branches WHERE account_id = $1) AS branch
       JOIN template ON template.n = place % ${TOURS} + 1
     )
     SELECT id FROM template`,
    [...WEEKDAY.values],
  );
  return { tours, templates, deliveries };
}

beforeAll(async () => {
  account = await createAccount(service);
  const personId = await createPerson(account);
  await account.database.pool.query("UPDATE people SET role = 'driver' WHERE id = $1", [personId]);
  const scopes = scopesOfRole('driver');
  driver = { accountId: account.id, plan: 'business', personId: BigInt(personId), scopes };
  await fillVolume(service, account.id, ROWS);
  const { tours, templates, deliveries } = await fillTours(account, personId);
  ids = {
    TOUR: tours[1]!,
    TEMPLATE: templates[0]!,
    DELIVERY: deliveries[0]!,
    NEXT: deliveries[1]!,
    LAST: deliveries.at(-1)!,
  };
  const neighbour = await createAccount(service);
  await fillVolume(service, neighbour.id, ROWS / 2);
  await fillTours(neighbour, await createPerson(neighbour));
  await account.database.pool.query('VACUUM ANALYZE');
});

const TOUR = `id name version driver { name } template { name } progress { stops completed }
  stops { position stop { id branchName } delivery { id } }`;

/** Planning sends so many statements, and one for each tour: its entry of the audit log. */
const PLAN = 14;

/** Each operation of tours, with the most statements that it may send. */
const OPERATIONS: [query: string, statements: number, by?: 'driver'][] = [
  [`{ tours(date: "${date}") { ${TOUR} } }`, 6],
  [`{ tour(id: "TOUR") { ${TOUR} } }`, 6],
  [
    `{ deliveries(filter: { dateFrom: "${later}", dateTo: "${later}", inTour: false }) { nodes { id tour { id } } } }`,
    2,
  ],
  [`{ tours(date: "${date}") { id stops { position stop { id } } } }`, 3, 'driver'],
  [`{ stops(date: "${date}") { id branchName } }`, 3, 'driver'],
  [`{ stop(id: "DELIVERY") { id } }`, 2, 'driver'],
  [`mutation { createTour(input: { date: "${later}", deliveryIds: ["LAST"] }) { id } }`, 14],
  [`mutation { orderStops(id: "TOUR", deliveryIds: ["DELIVERY", "NEXT"], takeOver: true) { id } }`, 17],
  [`mutation { updateTour(id: "TOUR", input: { vehicle: "V" }) { id } }`, 10],
  [`mutation { copyTour(id: "TOUR", date: "${later}") { id } }`, 14],
  [`mutation { createTourFromTemplate(id: "TEMPLATE", date: "${later}") { id } }`, 14],
  [`mutation { planTours(date: "${later}") { id } }`, PLAN + TOURS],
  [`mutation { planTours(date: "${later}", like: "${date}") { id } }`, PLAN + TOURS],
  [`mutation { moveDelivery(id: "DELIVERY", status: CANCELLED) { id } }`, 1],
  [`mutation { deleteTour(id: "TOUR") }`, 10],
];

function keyOf({ id, keyId }: TestAccount): Caller {
  return { accountId: id, plan: 'business', keyId, scopes: new Set(SCOPES) };
}

/** Executes an operation by its compiled plan, as the service does. */
async function execute(caller: Caller, query: string): Promise<Record<string, unknown>> {
  const contextValue = contextFor(caller, service.database.prisma);
  const { data, errors } = await executeOperation({
    document: parse(query),
    variableValues: {},
    contextValue,
  });
  if (errors) throw errors[0]!;
  return data as Record<string, unknown>;
}

function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  return statementsOf(new URL(service.testDatabase.url).pathname.slice(1), work);
}

it.each(OPERATIONS)('%s reads by indexes, in few statements', async (template, most, by) => {
  const query = template.replaceAll(/"([A-Z]+)"/g, (_match, name: string) => `"${ids[name]}"`);
  explained.length = 0;
  const statements = await sentBy(() => execute(by === 'driver' ? driver : keyOf(account), query));
  expect(statements.length).toBeLessThanOrEqual(most);
  expect(explained.length).toBeGreaterThan(0);
  for (const plan of explained) {
    expect(plan).not.toMatch(/Seq Scan on (tours|tour_stops|former_stops|deliveries)/);
    const read = [
      ...plan.matchAll(/Scan .* on (?:tours|tour_stops|deliveries).*actual rows=(\d+)[^)]* loops=(\d+)/g),
    ];
    const removed = [...plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)];
    const rows = [
      ...read.map(([, each, loops]) => Number(each) * Number(loops)),
      ...removed.map(([, each]) => Number(each)),
    ];
    expect({ plan, tooMany: rows.filter((count) => count > MOST_READ) }).toEqual({ plan, tooMany: [] });
  }
});

it('plans 200 tours, the most of a day, in few statements', async () => {
  const all = await createAccount(service);
  const market = await createSupermarket(all);
  await all.database.pool.query(
    `WITH branch AS (
       INSERT INTO branches (account_id, supermarket_id, name, address)
       SELECT $1, $2, 'Branch ' || n, 'Street' FROM generate_series(1, 200) AS n RETURNING *
     ), template AS (
       INSERT INTO tour_templates (account_id, name, weekdays)
       SELECT $1, name, $3 FROM branch RETURNING id, name
     ), stop AS (
       INSERT INTO tour_template_branches (account_id, template_id, place, branch_id)
       SELECT $1, template.id, 1, branch.id FROM template JOIN branch USING (name)
     )
     INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
                             total_weight)
     SELECT $1, $2, id, $4, 1, 1, 1 FROM branch`,
    [all.id, market.id, [...WEEKDAY.values], date],
  );
  let planned: unknown[] = [];
  const plan = `mutation { planTours(date: "${date}") { id } }`;
  const statements = await sentBy(async () => {
    planned = (await execute(keyOf(all), plan)).planTours as unknown[];
  });
  expect(planned).toHaveLength(200);
  expect(statements.length).toBeLessThanOrEqual(PLAN + 200);
});
