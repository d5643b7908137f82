import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { Client } from 'pg';
import { openCluster } from '../src/database/embedded/cluster.ts';
import { migrate } from '../src/database/migrate.ts';
import { compare } from './compare.ts';
import { parentOf } from './cpu.ts';
import { FULL, seed, TINY } from './data.ts';
import { surroundings, table } from './report.ts';
import { type Bench, type Measured, measure, tryOut } from './rounds.ts';
import { startServer } from './servers.ts';
import { type Work, works } from './works.ts';

const DATABASE = 'bench';

interface Options {
  smoke?: true;
  only?: string;
}

async function main(): Promise<void> {
  const { smoke, only } = readOptions();
  const chosen = works.filter(({ name }) => only === undefined || name === only);
  const cleanups: (() => Promise<unknown>)[] = [];
  async function cleanUp(): Promise<void> {
    while (cleanups.length > 0) await cleanups.pop()!();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  try {
    const { bench, version } = await prepare(smoke ?? false, cleanups);
    for (const work of chosen) await compare(work, bench.data, [bench.service, bench.limit]);
    if (smoke) await runSmoke(chosen, bench);
    else await runMeasured(chosen, bench, version);
  } finally {
    await cleanUp();
  }
}

function readOptions(): Options {
  return new Command('bench')
    .description('Compares the service with the least a server that does the same could do.')
    .option('--smoke', 'check on little data that both servers answer right; measure nothing')
    .addOption(new Option('--only <work>', 'run one work').choices(works.map(({ name }) => name)))
    .parse()
    .opts<Options>();
}

/** A database of the bench's own, filled, and both servers on it. */
async function prepare(isSmoke: boolean, cleanups: (() => Promise<unknown>)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'provender-bench-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  // Root's PostgreSQL runs as another user: in a folder closed to it, the cluster would be put elsewhere and stay.
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder);
  cleanups.push(() => cluster.stop('immediate'));
  await cluster.start();

  const maintenance = new Client({ connectionString: cluster.url('postgres') });
  await maintenance.connect();
  await maintenance.query(`CREATE DATABASE ${DATABASE}`);
  const { rows } = await maintenance.query<{ pid: number; version: string }>(
    `SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version`,
  );
  const { pid, version } = rows[0]!;
  const postgresPid = await parentOf(pid);
  await maintenance.end();

  const databaseUrl = cluster.url(DATABASE);
  await migrate(databaseUrl);
  const data = await seed(databaseUrl, isSmoke ? TINY : FULL);
  const service = await startServer('service', {
    file: './service.ts',
    args: ['--api-only'],
    databaseUrl,
    folder,
  });
  cleanups.push(service.stop);
  const limit = await startServer('limit', { file: './limit-server.ts', databaseUrl, folder });
  cleanups.push(limit.stop);
  return { bench: { data, service, limit, postgresPid }, version };
}

async function runSmoke(chosen: Work[], bench: Bench): Promise<void> {
  for (const work of chosen) {
    await tryOut(work, bench);
    console.log(`${work.title}: both servers answer the same, ${work.status}`);
  }
}

async function runMeasured(chosen: Work[], bench: Bench, version: string): Promise<void> {
  const results: Measured[] = [];
  for (const work of chosen) {
    process.stderr.write(`${work.title} …\n`);
    results.push(await measure(work, bench));
  }
  console.log(`${table(results)}\n\n${surroundings(version)}`);
}

await main();
