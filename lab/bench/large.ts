import { graphql, parse } from 'graphql';
import { contextOf, keyOf } from '../context.ts';
import { percentile, type Report } from '../report.ts';
import { readScript } from '../script.ts';
import { createDatabase, onStage } from '../stage.ts';
import { connect, type Database } from '../../src/database/connect.ts';
import { deliveryRoutes } from '../../src/rest/delivery/routes.ts';
import { createRun } from '../../src/rest/run.ts';
import { scopesOfRole } from '../../src/schema/core/caller/roles.ts';
import { executeOperation } from '../../src/schema/execute-operation.ts';
import { readContainerBalances } from '../../src/schema/trade/container/read-container-balances.ts';
import { readContainerStatement } from '../../src/schema/trade/container/read-container-statement.ts';
import { schema } from '../../src/schema/index.ts';
import { readBalance, readTotals } from '../../src/schema/trace/trace/read-balance.ts';
import { readTrace } from '../../src/schema/trace/trace/read-nodes.ts';
import { traceOf } from '../../src/schema/trace/trace/trace.ts';
import { explainAll } from '../../test/support/database/explain-all.ts';
import { DRIVER_ID, FREE_DATE, seedLarge, SHARE, TOUR_DATE, TRACED_DATE, TRACED_LOT } from './large-data.ts';

const list = deliveryRoutes.find(({ name }) => name === 'listDeliveries')!;
const run = createRun();

/** Pages of 50 with their total. */
const QUERIES: Record<string, string>[] = [
  {},
  { page: '3' },
  { status: 'pending' },
  { status: 'completed' },
  { supermarket_id: '7' },
  { date_from: '2025-12-01' },
];

/** Questions where one lot went. */
const TRACES: Record<string, string>[] = [
  { productId: '3', lot: TRACED_LOT },
  { lot: TRACED_LOT },
  { productId: '3', bestBeforeFrom: TRACED_DATE, bestBeforeTo: TRACED_DATE },
  { productId: '3', lot: TRACED_LOT, shippedFrom: '2016-01-01' },
];

/** Questions about agreed prices: 100 prices of a day, the list of a supermarket, and its last page. */
const PRICES: Record<string, string>[] = [
  { of: 'day' },
  { of: 'supermarket' },
  { of: 'supermarket', part: 'last' },
  { of: 'product' },
];

/** Questions where the containers are. */
const CONTAINERS: Record<string, string>[] = [
  { by: 'supermarket' },
  { by: 'branch' },
  { supermarketId: '1' },
];

/** Questions about a day of 2,000 deliveries. */
const TOURS: Record<string, string>[] = [{ tours: TOUR_DATE }, { stops: TOUR_DATE }, { stops: FREE_DATE }];
const TOURS_MS = 150;
/** The time that the stops of a driver take, relative to those of a day without tours. */
const STOPS_RATIO = 1.25;

const TOURS_OF_DAY = parse(`query ($date: Date!) {
  tours(date: $date) {
    id name vehicle startsAt version driver { id name } progress { stops completed }
    stops { position stop { id branchName status totalQuantity totalWeight } }
  }
}`);
const STOPS_OF_DAY = parse(`query ($date: Date!) {
  stops(date: $date) { id supermarketName branchName address deliveryWindow status totalQuantity totalWeight }
}`);

const ALL = [
  { part: 'pages', name: 'page of 50', questions: QUERIES, work: read },
  { part: 'traces', name: 'trace', questions: TRACES, work: trace },
  { part: 'prices', name: '100 agreed prices', questions: PRICES, work: readPrices },
  {
    part: 'containers',
    name: '100 balances of containers, or a statement',
    questions: CONTAINERS,
    work: addContainers,
  },
  { part: 'tours', name: 'tours of a day, or stops of a driver', questions: TOURS, work: readDay },
];

/** The agreed prices in the small database, as many as the small plan allows. */
const FEW_AGREEMENTS = 2_000;

const script = readScript(
  'bench:large',
  'How much slower are pages of 50 with their total, traces of lots, agreed prices, balances of containers, and tours, for an account with millions of deliveries?',
  {
    deliveries: ['in the large database, three tenths the account’s', 10_000_000, 100_000],
    against: ['deliveries of the account in the small database', 10_000, 10_000],
    containers: ['rows of containers of the account in the large database', 1_000_000, 10_000],
    agreements: ['agreed prices of the account in the large database', 200_000, 2_000],
    plans: ['show how PostgreSQL executed each statement in the large database', false],
  },
  ALL.map(({ part }) => part),
);
const WORKLOADS = ALL.filter(({ part }) => script.only?.includes(part) ?? true);
const { smoke, deliveries, against, containers, agreements, plans } = script;
const [WARM_UPS, ROUNDS] = smoke ? [1, 3] : [20, 101];

await onStage(script, async ({ cluster, report }) => {
  const [small, large] = [await createDatabase(cluster, 'small'), await createDatabase(cluster, 'large')];
  process.stderr.write(`filling ${deliveries} deliveries …\n`);
  const few = { containers: Math.min(containers, against), agreements: Math.min(agreements, FEW_AGREEMENTS) };
  await seedLarge(small, { deliveries: Math.round(against / SHARE), ...few });
  await seedLarge(large, { deliveries, containers, agreements });
  const databases = [small, large].map((url) => connect(url, { max: 1 }));
  report.figure('deliveries of the account', `${against}, ${deliveries * SHARE}`);
  report.figure('rows of containers', `${few.containers}, ${containers}`);
  report.figure('agreed prices', `${few.agreements}, ${agreements}`);
  for (const { name, questions, work } of WORKLOADS) {
    report.row([name, 'small, ms', 'large, ms', 'ratio']);
    for (const question of questions) {
      const [one, other] = await medians(databases.map((database) => () => work(database, question)));
      const asked = new URLSearchParams(question).toString();
      report.row([asked, one.toFixed(2), other.toFixed(2), (other / one).toFixed(2)]);
    }
  }
  if (WORKLOADS.some(({ part }) => part === 'tours')) await judgeTours(databases[1]!, report);
  for (const { close } of databases) await close();
  if (plans) await showPlans(large);
});

async function judgeTours(large: Database, report: Report): Promise<void> {
  const [own, all] = await medians([TOUR_DATE, FREE_DATE].map((stops) => () => readDay(large, { stops })));
  const ratio = own / all;
  report.target(
    'stops of a driver',
    ratio.toFixed(2),
    `<= ${STOPS_RATIO} x without tours`,
    ratio <= STOPS_RATIO,
  );
  const [ms] = await medians([1, 2].map(() => () => readDay(large, { tours: TOUR_DATE })));
  report.target('60 tours with 2,000 stops', `${ms.toFixed(0)} ms`, `<= ${TOURS_MS} ms`, ms <= TOURS_MS);
}

/** Measures two works in alternation. */
async function medians(works: (() => Promise<void>)[]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    for (const at of [0, 1] as const) {
      const began = performance.now();
      await works[at]!();
      if (round >= WARM_UPS) times[at].push(performance.now() - began);
    }
  }
  return times.map((all) => percentile(all, 0.5)) as [number, number];
}

/** Does the work of the endpoint, without HTTP. */
async function read(database: Database, query: object): Promise<void> {
  const valid = list.query.parse({ per_page: '50', ...query }) as object;
  const request = { ids: [] as never, query: valid, body: undefined };
  const context = contextOf(database.prisma, keyOf(1n));
  const { data } = await list.accept(request, context)(run, context);
  if ([...(data as Iterable<unknown>)].length !== 50)
    throw new Error(`not a page of 50: ${JSON.stringify(query)}`);
}

/** Does the work of `lotTrace` with its totals and balance, without HTTP. */
async function trace(database: Database, question: object): Promise<void> {
  const context = contextOf(database.prisma, keyOf(1n));
  const asked = traceOf(context, { ...question, first: 50 });
  const { edges } = await readTrace(context, asked);
  await readTotals(context, asked, { first: 100, skip: 0 });
  await readBalance(context, asked);
  if (edges.length === 0) throw new Error(`not found: ${JSON.stringify(question)}`);
}

/** Does the work of `priceOf` for 100 products, or of `priceAgreements`, without HTTP. */
async function readPrices(database: Database, { of, part }: Record<string, string>): Promise<void> {
  const source = of === 'day' ? pricesOfToday() : listOfPrices(of!, part === 'last');
  const contextValue = contextOf(database.prisma, keyOf(1n));
  const { data, errors } = await graphql({ schema, source, contextValue });
  if (!data || JSON.stringify(data).includes('null')) throw errors?.[0] ?? new Error(`no prices by ${of}`);
}

function pricesOfToday(): string {
  const date = new Date().toISOString().slice(0, 10);
  const field = (at: number) =>
    `p${at}: priceOf(productId: "${(at % 5) + 1}", supermarketId: "${(at % 50) + 1}", date: "${date}")`;
  return `{ ${Array.from({ length: 100 }, (_, at) => field(at)).join(' ')} }`;
}

function listOfPrices(by: string, isLast: boolean): string {
  const filter = by === 'product' ? 'productId: "3"' : 'supermarketId: "7"';
  return `{ priceAgreements(filter: { ${filter} }, ${isLast ? 'last' : 'first'}: 100) { nodes { id price } } }`;
}

/** Does the work of `containerBalances` or `containerStatement`, without HTTP. */
async function addContainers(
  database: Database,
  { by, supermarketId }: Record<string, string>,
): Promise<void> {
  const context = contextOf(database.prisma, keyOf(1n));
  if (supermarketId) {
    const days = { from: '2025-12-01', to: '2025-12-31' };
    const lines = await readContainerStatement(context, { supermarketId, ...days });
    if (!lines) throw new Error(`no statement of ${supermarketId}`);
    return;
  }
  const group = by as 'supermarket' | 'branch';
  const { part } = await readContainerBalances(context, { by: group, first: 100 }, false);
  if (part.positions.length !== 100) throw new Error(`not 100 balances by ${by}`);
}

/** Does the work of `tours` for a clerk, or of `stops` for a driver, without HTTP. */
async function readDay(database: Database, { tours, stops }: Record<string, string>): Promise<void> {
  const driver = {
    accountId: 1n,
    plan: 'business',
    personId: DRIVER_ID,
    scopes: scopesOfRole('driver'),
  } as const;
  const { data, errors } = await executeOperation({
    document: tours ? TOURS_OF_DAY : STOPS_OF_DAY,
    variableValues: { date: tours ?? stops },
    contextValue: contextOf(database.prisma, tours ? keyOf(1n) : driver),
  });
  const found = (data?.tours ?? data?.stops) as unknown[] | undefined;
  if (found?.length !== (tours ? 60 : 200))
    throw errors?.[0] ?? new Error(`found ${found?.length} of ${tours ?? stops}`);
}

async function showPlans(url: string): Promise<void> {
  const database = connect(url, { max: 1 });
  await explainAll(url, database.pool, (plan) => process.stdout.write(`\n${plan}\n`));
  for (const { questions, work } of WORKLOADS) {
    for (const question of questions) {
      process.stdout.write(`\n# ${JSON.stringify(question)}\n`);
      await work(database, question);
    }
  }
  await database.close();
}
