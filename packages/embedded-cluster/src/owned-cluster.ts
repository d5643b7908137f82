import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { boundLog } from './bound-log.ts';
import { hasCluster, openCluster, type Cluster } from './cluster.ts';
import { InUseError, NoClusterError } from './errors.ts';
import { prepareDatabase, serviceUrl } from './service-role.ts';

/** The key of the lock, the same in every version, so that old and new versions exclude each other. */
const LOCK_KEY = 7_768_339;
const WAIT_FOR_COMMANDS_MS = 30_000;
const RESTART_PAUSE_MS = 500;

/** The user of the cluster: a service, until it ends, or one command. */
export type Holder = 'service' | 'command';

export interface EmbeddedDatabase {
  url: string;
  /** Whether a running service uses the cluster. */
  isServed: boolean;
  /** Whether this call created the cluster. */
  isNew: boolean;
  /** Stops the server, if this process started it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder of the cluster. */
  folder: string;
  /** The name of its database, superuser and files; the service's role is named after it. */
  name: string;
  holder: Holder;
  /** Whether to create the cluster if the folder has none; yes by default. */
  mayCreate?: boolean;
}

/**
 * Opens the database in a folder and makes it ready for connections. One process at a time uses the cluster,
 * by an advisory lock that ends with its session; the server of a killed process is taken over. A command
 * shares the cluster of a running service.
 *
 * @throws InUseError when a second service starts on the same folder, NoClusterError when there is no cluster
 * and none may be created; NoBinariesError, FolderError
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { folder, name, holder, mayCreate = true } = options;
  const isNew = !(await hasCluster(folder));
  if (isNew && !mayCreate) throw new NoClusterError(folder);
  const cluster = await openCluster(folder, name);
  const giveUpAt = Date.now() + WAIT_FOR_COMMANDS_MS;
  for (;;) {
    await cluster.start();
    const lock = await takeLock(cluster, holder, name).catch(() => undefined);
    // A command that just ended may have stopped the server between start() and the lock.
    if (!lock) {
      if (Date.now() > giveUpAt) throw new Error(`the embedded PostgreSQL in ${folder} does not respond`);
      await sleep(200);
      continue;
    }
    if (lock.holder === 'us') {
      await prepareDatabase(lock.client, cluster.url(name));
      return { ...hold(cluster, lock.client, { holder, name }), isNew };
    }
    if (lock.holder === 'service' && holder === 'command') {
      return { url: serviceUrl(cluster.url(name)), isServed: true, isNew, release: async () => {} };
    }
    if (lock.holder === 'service') {
      throw new InUseError(folder, lock.pid);
    }
    if (Date.now() > giveUpAt) throw new Error(`a command has been using ${folder} for too long`);
    await sleep(200);
  }
}

type Lock = { holder: 'us'; client: Client } | { holder: Holder; pid: string };

async function takeLock(cluster: Cluster, holder: Holder, name: string): Promise<Lock> {
  const client = new Client({
    connectionString: cluster.url('postgres'),
    application_name: `${name} ${holder} ${process.pid}`,
  });
  client.on('error', () => {});
  await client.connect();
  const lock = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY]);
  if (lock.rows[0].taken) return { holder: 'us', client };
  const { rows } = await client.query(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [LOCK_KEY],
  );
  await client.end();
  const [, other, pid] = String(rows[0]?.application_name ?? `${name} command ?`).split(' ');
  return { holder: other as Holder, pid: pid ?? '?' };
}

/** Keeps the lock, and restarts the server if it dies while the service is running. */
function hold(
  cluster: Cluster,
  client: Client,
  { holder, name }: Pick<EmbeddedOptions, 'holder' | 'name'>,
): Omit<EmbeddedDatabase, 'isNew'> {
  let current = client;
  let released = false;
  let reviving = Promise.resolve();
  const watch = () => current.once('end', () => void (reviving = revive()));

  async function revive(): Promise<void> {
    while (!released) {
      await sleep(RESTART_PAUSE_MS);
      if (released) return;
      const lock = await cluster
        .start(true)
        .then(() => takeLock(cluster, holder, name))
        .catch(() => undefined);
      if (lock?.holder === 'us') {
        current = lock.client;
        return void watch();
      }
    }
  }

  watch();
  const stopBounding = boundLog(cluster.log);
  return {
    url: serviceUrl(cluster.url(name)),
    isServed: holder === 'service',
    async release() {
      released = true;
      stopBounding();
      // A restart in progress would outlive the stop and keep the lock.
      await reviving;
      await cluster.stop();
    },
  };
}
