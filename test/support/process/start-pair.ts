import { appendFile, chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, openCluster } from '@provender/embedded-cluster/cluster';
import { Client } from 'pg';
import { copyCluster, PREPARED_DATABASE as DATABASE } from './prepared-cluster.ts';

const NAME = 'provender';
/** Settings of a server that has to survive no crash, and whose vacuum must not cause conflicts by chance. */
const SETTINGS = 'fsync = off\nautovacuum = off\n';

/** A PostgreSQL server and a standby that replicates it. */
export interface Pair extends AsyncDisposable {
  primaryUrl: string;
  standbyUrl: string;
  standby: Cluster;
  /** Executes a statement on the standby, over a separate connection. */
  onStandby<Row extends object>(sql: string): Promise<Row[]>;
  /** Changes a setting of the standby; `change` follows ALTER SYSTEM. */
  configureStandby(change: string): Promise<void>;
  /** Returns whether `work` makes a service's pool query the standby. */
  asksStandby(work: () => Promise<unknown>): Promise<boolean>;
}

/** Starts both, with a migrated database `provender`. Use it for reads from a replica. */
export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-pair-'));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  // Copies of one stopped cluster, so that each can continue the other.
  for (const each of [first, second]) {
    await copyCluster(each);
    await appendFile(join(dataOf(each), 'postgresql.auto.conf'), SETTINGS);
  }
  const primary = await openCluster(first, NAME);
  await primary.start();
  const { hostname, port, username, password } = new URL(primary.url(DATABASE));
  const from = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(dataOf(second), 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  const signal = join(dataOf(second), 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(dataOf(second));
  await chown(signal, uid, gid);
  const standby = await openCluster(second, NAME);
  await standby.start();
  async function onStandby<Row extends object>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: standby.url(DATABASE) });
    await client.connect();
    return (await client.query<Row>(sql).finally(() => client.end())).rows;
  }
  return {
    primaryUrl: primary.url(DATABASE),
    standbyUrl: standby.url(DATABASE),
    standby,
    onStandby,
    async configureStandby(change) {
      await onStandby(`ALTER SYSTEM ${change}`);
      await onStandby('SELECT pg_reload_conf()');
    },
    async asksStandby(work) {
      const [now] = await onStandby<{ at: string }>('SELECT clock_timestamp()::text AS at');
      await work();
      const asked = await onStandby(
        `SELECT FROM pg_stat_activity WHERE application_name = 'provender' AND query_start > '${now!.at}'`,
      );
      return asked.length > 0;
    },
    async [Symbol.asyncDispose]() {
      for (const server of [standby, primary]) await server.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function dataOf(folder: string): string {
  return join(folder, 'postgres', 'data');
}
