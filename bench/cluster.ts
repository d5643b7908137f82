import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openCluster } from '@provender/embedded-cluster/cluster';
import { migrate } from '../src/database/migrate.ts';

/** A PostgreSQL server for one benchmark. */
export interface Cluster {
  /** The version, such as 18.4. */
  version: string;
  /** Creates a database with the service's tables, and returns its URL. */
  create(name: string): Promise<string>;
}

/** Runs `work` on a temporary PostgreSQL server, which is removed even if the work fails. */
export async function withCluster(work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-bench-'));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder, 'provender');
  let stopped: Promise<void> | undefined;
  const stop = () =>
    (stopped ??= cluster.stop('immediate').then(() => rm(folder, { recursive: true, force: true })));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // Connections break when their server stops; the folder must still be removed.
      process.on('uncaughtException', () => {});
      void stop().finally(() => process.exit(1));
    });
  }
  try {
    await cluster.start();
    const maintenance = new Client({ connectionString: cluster.url('postgres') });
    await maintenance.connect();
    const { rows } = await maintenance.query<{ version: string }>(
      `SELECT current_setting('server_version') AS version`,
    );
    await work({
      version: rows[0]!.version,
      async create(name) {
        await maintenance.query(`CREATE DATABASE ${name}`);
        await migrate(cluster.url(name));
        return cluster.url(name);
      },
    });
    await maintenance.end();
  } finally {
    await stop();
  }
}
