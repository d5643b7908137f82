import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, vi } from 'vitest';
import { type Cluster, openCluster } from '@provender/embedded-cluster/cluster';
import { clusterFolder, endPostgres } from './postgres-processes.ts';
import { copyCluster } from './prepared-cluster.ts';
import {
  type Environment,
  JOINED,
  launch,
  type LaunchOptions,
  type OsUser,
  type Program,
  type Ended,
} from './process.ts';

/** The line that a ready service prints. */
export const READY = /^Provender is ready on (\S+)\n/m;

/** A service that is ready. */
export interface RunningService extends Program {
  url: string;
  /** Sends SIGTERM, and waits for the end. */
  stop(): Promise<Ended>;
}

export interface RunningCluster extends Cluster {
  /** The folder of the cluster. */
  folder: string;
}

/** A place where tests start programs; everything is cleaned up, also when a test fails. */
export interface Host {
  /** Creates a temporary folder, which others can enter unless `mode` forbids it. */
  folder(options?: { mode?: number; user?: OsUser | undefined }): Promise<string>;
  /** Returns a DATA_DIR whose cluster is there and migrated, which saves most of a first start. */
  dataDir(): Promise<string>;
  /** Starts a separate PostgreSQL server, with a migrated database `provender`. */
  cluster(): Promise<RunningCluster>;
  launch(command: string, env: Environment, options?: LaunchOptions): Program;
  /** Launches the service, on any free port by default. */
  launchService(env: Environment, options?: LaunchOptions): Program;
  /** Starts the service and waits until it is ready. */
  start(env: Environment, options?: LaunchOptions): Promise<RunningService>;
  /** Runs a command of the command line to its end. */
  provender(env: Environment, ...args: string[]): Promise<Ended>;
}

/**
 * Returns a host that is cleaned up after each test, or after all tests of the file. Use it where the process
 * is the point: its signals, output, exit code, memory or PostgreSQL. A start takes 3 seconds of CPU, so
 * `useService` and `useCommands` serve everything else.
 */
export function useHost(until: 'test' | 'file' = 'test'): Host {
  // Programs can be slow on a busy machine; hanging ones are still detected.
  vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });
  const programs: Program[] = [];
  const folders: string[] = [];
  const dataDirs = new Set<string>();

  const host: Host = {
    async folder({ mode = 0o755, user } = {}) {
      const folder = await mkdtemp(join(tmpdir(), 'provender-test-'));
      folders.push(folder);
      if (user) await chown(folder, user.uid, user.gid);
      await chmod(folder, mode);
      return folder;
    },
    async dataDir() {
      const dataDir = join(await host.folder(), 'data');
      await copyCluster(dataDir);
      return dataDir;
    },
    async cluster() {
      const dataDir = await host.dataDir();
      dataDirs.add(dataDir);
      const cluster = await openCluster(dataDir, 'provender');
      await cluster.start();
      return { ...cluster, folder: await clusterFolder(dataDir) };
    },
    launch(command, env, options) {
      if (env.DATA_DIR !== undefined) dataDirs.add(env.DATA_DIR);
      const program = launch(command, env, options);
      programs.push(program);
      return program;
    },
    launchService: (env, { args = [], ...options } = {}) =>
      host.launch(
        'node',
        { PORT: '0', DRAIN_MS: '0', ...env },
        // A copied checkout has no joined service.
        { args: [options.cwd ? 'src/main.ts' : `${JOINED}/main.js`, ...args], ...options },
      ),
    async start(env, options) {
      const program = host.launchService(env, options);
      const [, url] = await program.says(READY);
      const stop = () => (program.signal('SIGTERM'), program.ended());
      return { ...program, url: url!, stop };
    },
    provender: (env, ...args) => host.launch('node', env, { args: [`${JOINED}/cli.js`, ...args] }).ended(),
  };

  async function cleanUp(): Promise<void> {
    await Promise.all(programs.splice(0).map((program) => program.kill()));
    for (const dataDir of dataDirs) {
      const folder = await clusterFolder(dataDir);
      await endPostgres(folder);
      // Root's clusters are elsewhere when their user cannot enter; another host removes its own.
      const isOwn = folders.some((own) => dataDir.startsWith(own));
      if (isOwn && !folder.startsWith(dataDir)) await rm(folder, { recursive: true, force: true });
    }
    dataDirs.clear();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }
  if (until === 'test') afterEach(cleanUp);
  else afterAll(cleanUp);
  return host;
}
