import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openCluster } from '@provender/embedded-cluster/cluster';
import { migrate } from '../src/database/migrate.ts';
import { parentOf } from './cpu.ts';
import { FULL, seed, TINY } from './data.ts';
import { startServer } from './servers.ts';

const DATABASE = 'bench';

type Cleanup = () => Promise<unknown>;

/** Returns a list of cleanups, which run in reverse order at the end, also when the benchmark is interrupted. */
export function createCleanups(): { cleanups: Cleanup[]; cleanUp(): Promise<void> } {
  const cleanups: Cleanup[] = [];
  async function cleanUp(): Promise<void> {
    while (cleanups.length > 0) await cleanups.pop()!();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  return { cleanups, cleanUp };
}

export interface PrepareOptions {
  isSmoke: boolean;
  /** The number of service processes. */
  processes: number;
}

/** Creates a database for the benchmark, fills it, and starts both servers on it. */
export async function prepare({ isSmoke, processes }: PrepareOptions, cleanups: Cleanup[]) {
  const folder = await mkdtemp(join(tmpdir(), 'provender-bench-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  // As root, PostgreSQL runs as another user; if it could not access the folder, the cluster would be created
  // elsewhere and stay there.
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder, 'provender');
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
    args: ['--api-only', '--processes', String(processes)],
    databaseUrl,
    folder,
  });
  cleanups.push(service.stop);
  const limit = await startServer('limit', { file: './limit-server.ts', databaseUrl, folder });
  cleanups.push(limit.stop);
  return { bench: { data, service, limit, postgresPid }, version };
}
