import { Command } from 'commander';
import { connect, type Database } from '../src/database/connect.ts';
import { deliveryRoutes } from '../src/rest/delivery/routes.ts';
import { createRun } from '../src/rest/run.ts';
import { SCOPES } from '../src/schema/api-key/scopes.ts';
import type { Context } from '../src/schema/context.ts';
import { explainAll } from '../test/support/database/explain-all.ts';
import { withCluster } from './cluster.ts';
import { seedLarge, SHARE } from './large-data.ts';
import { positive } from './positive.ts';
import { median, surroundings } from './report.ts';

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

interface Options {
  deliveries: number;
  against: number;
  plans?: true;
}

async function main(): Promise<void> {
  const { deliveries, against, plans } = new Command('large')
    .description('Compares pages of 50 deliveries of an account that has millions with those of a small one.')
    .option(
      '--deliveries <count>',
      'in the large database, three tenths of them the account’s',
      positive,
      10_000_000,
    )
    .option('--against <count>', 'deliveries of the account in the small database', positive, 10_000)
    .option('--plans', 'show how PostgreSQL executed each statement in the large database')
    .parse()
    .opts<Options>();
  await withCluster(async ({ create, version }) => {
    const [small, large] = [await create('small'), await create('large')];
    process.stderr.write(`filling ${deliveries} deliveries …\n`);
    await seedLarge(small, Math.round(against / SHARE));
    await seedLarge(large, deliveries);
    await measureAll(small, large);
    if (plans) await showPlans(large);
    console.log(
      `\n${deliveries} deliveries, ${deliveries * SHARE} of the account, against ${against}; ${ROUNDS} alternating rounds; ${surroundings(version)}`,
    );
  });
}

async function measureAll(...urls: [small: string, large: string]): Promise<void> {
  const databases = urls.map((url) => connect(url, { max: 1 }));
  console.log('| page of 50 with its total | small, ms | large, ms | ratio |\n| --- | --: | --: | --: |');
  for (const query of QUERIES) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
      for (const at of [0, 1] as const) {
        const began = performance.now();
        await read(databases[at]!, query);
        if (round >= WARM_UPS) times[at].push(performance.now() - began);
      }
    }
    const [small, large] = times.map(median) as [number, number];
    const name = new URLSearchParams({ per_page: '50', ...query }).toString();
    console.log(`| ${name} | ${small.toFixed(2)} | ${large.toFixed(2)} | ${(large / small).toFixed(2)} |`);
  }
  for (const { close } of databases) await close();
}

const list = deliveryRoutes.find(({ name }) => name === 'listDeliveries')!;
const run = createRun();

/** Does the work of the endpoint, without HTTP. */
async function read({ prisma }: Database, query: object): Promise<void> {
  const context = {
    caller: { accountId: 1n, plan: 'business', keyId: 1n, scopes: new Set(SCOPES) },
    db: prisma,
  } as unknown as Context;
  const { data } = await list.handle(
    { ids: [] as never, query: { per_page: '50', ...query }, body: undefined },
    run,
    context,
  );
  if ((data as unknown[]).length !== 50) throw new Error(`not a page of 50: ${JSON.stringify(query)}`);
}

async function showPlans(url: string): Promise<void> {
  await explainAll(url);
  const database = connect(url, { max: 1 });
  database.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => console.log(`\n${message}`));
  });
  for (const query of QUERIES) {
    console.log(`\n# ${JSON.stringify(query)}`);
    await read(database, query);
  }
  await database.close();
}

await main();
