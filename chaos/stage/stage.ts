import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { connect, type Database } from '../../src/database/connect.ts';
import { type Cluster, openCluster } from '@provender/embedded-cluster/cluster';
import { migrate } from '../../src/database/migrate.ts';
import { createReport, type Report } from './report.ts';
import { type Role, type ServiceProcess, startProcess } from './service-process.ts';

const DATABASE = 'chaos';

/** The script's own database server, and the service's processes on it. */
export interface Stage {
  cluster: Cluster;
  /** The script's own connections. */
  database: Database;
  report: Report;
  start(role: Role, environment?: Record<string, string>): Promise<ServiceProcess>;
  /** Calls `close` at the end. */
  onEnd(close: () => Promise<unknown>): void;
}

/** Prepares a stage, runs `play` on it, prints its report and cleans everything up. */
export async function onStage(
  title: string,
  options: { smoke: boolean },
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  const onEnd = (close: () => Promise<unknown>) => void closers.push(close);
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  try {
    await Promise.race([set(title, options, onEnd).then(play), interrupted]);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${title}: ${(error as Error).stack}\n`);
  } finally {
    while (closers.length > 0) await closers.pop()!();
  }
}

async function set(title: string, options: { smoke: boolean }, onEnd: Stage['onEnd']): Promise<Stage> {
  const report = createReport(title, options);
  onEnd(async () => void (report.print() || (process.exitCode = 1)));
  const { cluster, database } = await startServer(onEnd);
  const url = cluster.url(DATABASE);
  return {
    cluster,
    database,
    report,
    onEnd,
    async start(role, environment = {}) {
      const service = await startProcess(role, {
        DATABASE_URL: url,
        DRAIN_MS: '0',
        PORT: '0',
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
        WEBHOOK_RETRY_DELAYS: '1,2,3',
        WEBHOOK_PAUSE_MS: '0',
        WEBHOOK_DISABLE_AFTER: '1000000',
        ...environment,
      });
      onEnd(async () => service.isRunning() && (await service.end('SIGKILL')));
      return service;
    },
  };
}

/** Starts a database server with a migrated database `chaos`, and connects to it. */
export async function startServer(onEnd: Stage['onEnd']): Promise<Pick<Stage, 'cluster' | 'database'>> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-chaos-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const cluster = await openCluster(folder, 'provender');
  await cluster.start();
  onEnd(() => cluster.stop('immediate'));
  await onServer(cluster, `CREATE DATABASE ${DATABASE}`);
  await migrate(cluster.url(DATABASE));
  const database = connect(cluster.url(DATABASE), { max: 20 });
  onEnd(() => database.close());
  return { cluster, database };
}

async function onServer(cluster: Cluster, sql: string): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Waits until `condition` holds. Returns false if it does not within `ms`. */
export async function until(condition: () => Promise<boolean> | boolean, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(50)) {
    if (await condition()) return true;
  }
  return condition();
}
