import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, openCluster } from '@provender/embedded-cluster/cluster';
import { Client } from 'pg';
import { connect, type Database } from '../src/database/connect.ts';
import { migrate } from '../src/database/migrate.ts';
import { createReport, type Report } from './report.ts';
import type { Script } from './script.ts';
import { type Role, type ServiceProcess, startProcess } from './service-process.ts';

const DATABASE = 'lab';

/** A temporary database server with a migrated database. */
export interface DatabaseServer {
  cluster: Cluster;
  /** The connection string of the database. */
  url: string;
  /** The script's own connections to it. */
  database: Database;
}

/** The script's own database server, and the service's processes on it. */
export interface Stage extends DatabaseServer {
  report: Report;
  /** Starts the service, or another file with these arguments, of this checkout or of another one. */
  start(
    what: Role | string[],
    environment?: Record<string, string>,
    checkout?: string,
  ): Promise<ServiceProcess>;
  /** Calls `close` at the end. */
  onEnd(close: () => Promise<unknown>): void;
}

/** Prepares a stage for a script, runs `play` on it, prints its report and cleans everything up. */
export async function onStage(script: Script, play: (stage: Stage) => Promise<unknown>): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  const onEnd = (close: () => Promise<unknown>) => void closers.push(close);
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  try {
    await Promise.race([prepare(createReport(script), onEnd).then(play), interrupted]);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${script.title}: ${(error as Error).stack}\n`);
  } finally {
    while (closers.length > 0) await closers.pop()!();
  }
}

async function prepare(report: Report, onEnd: Stage['onEnd']): Promise<Stage> {
  const folder = await temporaryFolder(onEnd);
  const server = await startDatabase(onEnd);
  const { rows } = await server.database.pool.query<{ server_version: string }>('SHOW server_version');
  onEnd(async () => void (report.print(rows[0]!.server_version) || (process.exitCode = 1)));
  let started = 0;
  return {
    ...server,
    report,
    onEnd,
    async start(what, environment = {}, checkout) {
      const settings = {
        DATABASE_URL: server.url,
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
        WEBHOOK_RETRY_DELAYS: '1,2,3',
        WEBHOOK_PAUSE_MS: '0',
        WEBHOOK_DISABLE_AFTER: '1000000',
      };
      const log = join(folder, `${++started}.log`);
      const service = await startProcess(what, { ...settings, ...environment }, log, checkout);
      onEnd(async () => service.isRunning() && (await service.end('SIGKILL')));
      return service;
    },
  };
}

/** Starts a database server with a migrated database, and connects to it. */
export async function startDatabase(onEnd: Stage['onEnd']): Promise<DatabaseServer> {
  const cluster = await openCluster(await temporaryFolder(onEnd), 'provender');
  await cluster.start();
  onEnd(() => cluster.stop('immediate'));
  const url = await createDatabase(cluster, DATABASE);
  const database = connect(url, { max: 20 });
  onEnd(() => database.close());
  return { cluster, url, database };
}

/** Creates a database with the service's tables. Returns its connection string. */
export async function createDatabase(cluster: Cluster, name: string): Promise<string> {
  await onServer(cluster, `CREATE DATABASE ${name}`);
  await migrate(cluster.url(name));
  return cluster.url(name);
}

/** Executes a statement that concerns whole databases. */
export async function onServer(cluster: Cluster, sql: string): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/**
 * Creates a folder that is removed at the end, which PostgreSQL's user can enter when this script runs as
 * root.
 */
export async function temporaryFolder(onEnd: Stage['onEnd']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-lab-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  return folder;
}

/** Waits until `condition` holds. Returns false if it does not within `ms`. */
export async function until(condition: () => Promise<boolean> | boolean, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(50)) {
    if (await condition()) return true;
  }
  return condition();
}
