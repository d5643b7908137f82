import { Command } from 'commander';
import { execute, parse } from 'graphql';
import { connect, type Database } from '../src/database/connect.ts';
import { SCOPES } from '../src/schema/api-key/scopes.ts';
import type { Context } from '../src/schema/context.ts';
import { schema } from '../src/schema/index.ts';
import { explainAll } from '../test/support/database/explain-all.ts';
import { seedVolume, type Volume } from './analytics-data.ts';
import { withCluster } from './cluster.ts';
import { positive } from './positive.ts';
import { surroundings } from './report.ts';

const ROUNDS = 9;
const WINDOW_DAYS = 90;
const TIME_ZONE = 'Europe/Berlin';

const FIGURES = 'count value byStatus { status count value }';

const WORKS: [what: string, selection: string][] = [
  [
    'series of deliveries by day',
    `deliveryAnalytics(RANGE) { series(interval: DAY) { date figures { ${FIGURES} } } }`,
  ],
  [
    'series of returns by day',
    'returnAnalytics(RANGE) { series(interval: DAY) { date figures { count quantity creditAmount } } }',
  ],
  ['… with their rate', 'returnAnalytics(RANGE) { series(interval: DAY) { date figures { count rate } } }'],
  ...['SUPERMARKET', 'BRANCH', 'PRODUCT', 'CATEGORY'].map((by): [string, string] => [
    `ranking of deliveries by ${by.toLowerCase()}`,
    `deliveryAnalytics(RANGE) { ranking(by: ${by}) { name figures { ${FIGURES} } } }`,
  ]),
  ...['SUPERMARKET', 'BRANCH', 'PRODUCT', 'CATEGORY', 'REASON'].map((by): [string, string] => [
    `ranking of returns by ${by.toLowerCase()}`,
    `returnAnalytics(RANGE) { ranking(by: ${by}) { name figures { count creditAmount } } }`,
  ]),
];

async function main(): Promise<void> {
  const { plans, ...volume } = readOptions();
  await withCluster(async ({ create, version }) => {
    const url = await create('bench');
    process.stderr.write(`filling ${volume.deliveries} deliveries over ${volume.days} days …\n`);
    await seedVolume(url, volume);
    await explainAll(url);
    await measureAll(url, plans ?? false);
    console.log(
      `\n${volume.deliveries} deliveries of one account over ${volume.days} days, a range of ${WINDOW_DAYS} days, ${ROUNDS} rounds; ${surroundings(version)}`,
    );
  });
}

function readOptions(): Volume & { plans?: true } {
  return new Command('analytics')
    .description(`Measures figures over ${WINDOW_DAYS} days of one large account.`)
    .option('--deliveries <count>', 'deliveries of the account', positive, 1_000_000)
    .option('--days <count>', 'days over which they were created', positive, 365)
    .option('--plans', 'show how PostgreSQL executed each statement')
    .parse()
    .opts();
}

async function measureAll(url: string, showPlans: boolean): Promise<void> {
  const database = connect(url, { max: 1 });
  let explained = '';
  database.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => (explained = message ?? ''));
  });
  const range = `dateFrom: "${daysAgo(WINDOW_DAYS - 1)}", dateTo: "${daysAgo(0)}", timeZone: "${TIME_ZONE}"`;
  console.log(
    '| over 90 days | response, ms: median (best) | its statement, ms: median (best) |\n| --- | --- | --- |',
  );
  for (const [what, selection] of WORKS) {
    const query = `{ ${selection.replace('RANGE', range)} }`;
    const answers: number[] = [];
    const statements: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      await ask(database, query);
      answers.push(performance.now() - began);
      statements.push(Number(/duration: ([\d.]+) ms/.exec(explained)?.[1]));
    }
    console.log(`| ${what} | ${medianAndBest(answers)} | ${medianAndBest(statements)} |`);
    if (showPlans) console.log(`\n${explained.slice(explained.indexOf('Query Parameters'))}\n`);
  }
  await database.close();
}

/** Returns a date, YYYY-MM-DD. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function medianAndBest(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} (${sorted[0]!.toFixed(0)})`;
}

async function ask({ prisma }: Database, query: string): Promise<void> {
  const contextValue = {
    caller: { accountId: 1n, plan: 'business', keyId: 1n, scopes: new Set(SCOPES) },
    db: prisma,
  } as unknown as Context;
  const { errors } = await execute({ schema, document: parse(query), contextValue });
  if (errors) throw errors[0]!;
}

await main();
