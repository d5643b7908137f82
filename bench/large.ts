import { Command } from 'commander';
import { percentile } from '../lab/report.ts';
import { createDatabase, onStage } from '../lab/stage.ts';
import { connect, type Database } from '../src/database/connect.ts';
import { deliveryRoutes } from '../src/rest/delivery/routes.ts';
import { createRun } from '../src/rest/run.ts';
import { explainAll } from '../test/support/database/explain-all.ts';
import { contextOf } from './context.ts';
import { seedLarge, SHARE } from './large-data.ts';
import { trace, TRACES } from './traces.ts';

const list = deliveryRoutes.find(({ name }) => name === 'listDeliveries')!;
const run = createRun();
const WARM_UPS = 20;
const ROUNDS = 101;

/** Pages of 50 with their total. */
const QUERIES: Record<string, string>[] = [
  {},
  { page: '3' },
  { status: 'pending' },
  { status: 'completed' },
  { supermarket_id: '7' },
  { date_from: '2025-12-01' },
];

const WORKLOADS = [
  { name: 'page of 50', questions: QUERIES, work: read },
  { name: 'trace', questions: TRACES, work: trace },
];

const script = new Command('bench:large')
  .description(
    'How much slower are pages of 50 with their total, and traces of lots, for an account with millions of deliveries?',
  )
  .option('--deliveries <count>', 'in the large database, three tenths the account’s', Number, 10_000_000)
  .option('--against <count>', 'deliveries of the account in the small database', Number, 10_000)
  .option('--plans', 'show how PostgreSQL executed each statement in the large database', false)
  .parse();
type Options = { deliveries: number; against: number; plans: boolean };
const { deliveries, against, plans } = script.opts<Options>();

await onStage(script, async ({ cluster, report }) => {
  const [small, large] = [await createDatabase(cluster, 'small'), await createDatabase(cluster, 'large')];
  process.stderr.write(`filling ${deliveries} deliveries …\n`);
  await seedLarge(small, Math.round(against / SHARE));
  await seedLarge(large, deliveries);
  const databases = [small, large].map((url) => connect(url, { max: 1 }));
  report.figure('deliveries of the account', `${against}, ${deliveries * SHARE}`);
  for (const { name, questions, work } of WORKLOADS) {
    report.row([name, 'small, ms', 'large, ms', 'ratio']);
    for (const question of questions) {
      const [one, other] = await medians(databases, (database) => work(database, question));
      const asked = new URLSearchParams(question).toString();
      report.row([asked, one.toFixed(2), other.toFixed(2), (other / one).toFixed(2)]);
    }
  }
  for (const { close } of databases) await close();
  if (plans) await showPlans(large);
});

/** Measures the databases in alternation. */
async function medians(
  databases: Database[],
  work: (database: Database) => Promise<void>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    for (const at of [0, 1] as const) {
      const began = performance.now();
      await work(databases[at]!);
      if (round >= WARM_UPS) times[at].push(performance.now() - began);
    }
  }
  return times.map((all) => percentile(all, 0.5)) as [number, number];
}

/** Does the work of the endpoint, without HTTP. */
async function read(database: Database, query: object): Promise<void> {
  const valid = list.query.parse({ per_page: '50', ...query }) as object;
  const request = { ids: [] as never, query: valid, body: undefined };
  const context = contextOf(database, 1n);
  const { data } = await list.accept(request, context)(run, context);
  if ((data as unknown[]).length !== 50) throw new Error(`not a page of 50: ${JSON.stringify(query)}`);
}

async function showPlans(url: string): Promise<void> {
  await explainAll(url);
  const database = connect(url, { max: 1 });
  database.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => void process.stdout.write(`\n${message}\n`));
  });
  for (const { questions, work } of WORKLOADS) {
    for (const question of questions) {
      process.stdout.write(`\n# ${JSON.stringify(question)}\n`);
      await work(database, question);
    }
  }
  await database.close();
}
