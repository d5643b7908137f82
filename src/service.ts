import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, ConfigError } from './config.ts';
import { connect, type Database } from './database/connect.ts';
import { locateDatabase } from './database/locate.ts';
import { migrate } from './database/migrate.ts';
import { createWatch } from './database/watch.ts';
import { createDemo, type DemoAccount } from './demo.ts';
import { createApp } from './http/app.ts';
import { createHttpServer } from './http/server.ts';
import { startWorker, type WorkerOptions } from './jobs/worker.ts';
import { createGuessLimiter } from './limits/guesses.ts';
import { createLimiter } from './limits/limiter.ts';
import { openStore } from './limits/store.ts';
import type { Logger } from './log.ts';
import { createAnnouncer } from './schema/event/announcer.ts';
import { createLiveEvents } from './schema/event/live-events.ts';
import { createRequestCounter } from './schema/usage/request-counter.ts';

const DEFAULT_PORT = 3000;
const CONNECTIONS = 20;
/** Of a GraphQL operation, and of each statement of any request: the server cancels what takes longer. */
const OPERATION_TIMEOUT_MS = 10_000;
const IDLE_CHECK_MS = 50;
const DRAIN_TIMEOUT_MS = 8_000;

/** What this process does: answer requests, run jobs, or both. */
export type Role = 'all' | 'api' | 'worker';

export interface Service {
  /** Where it listens, such as http://127.0.0.1:3000. */
  url: string;
  /** Where the world reaches it. */
  publicUrl: string;
  role: Role;
  demo: DemoAccount | undefined;
  /** Stops accepting, finishes what is in flight, lets go of the database. */
  stop(): Promise<void>;
}

/**
 * Starts the service: database, migrations, demo account, HTTP, worker.
 * @throws ConfigError and what the parts throw; and when `signal` aborts, with everything stopped
 */
export async function startService(
  config: Config,
  role: Role,
  log: Logger,
  signal?: AbortSignal,
): Promise<Service> {
  const cleanups: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  async function stop(): Promise<void> {
    isStopping = true;
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
      // Whatever fails to stop, what comes after it is let go of all the same: PostgreSQL comes last.
      await cleanup().catch((error: Error) => log.warn({ err: error }, 'a part did not stop cleanly'));
    }
  }

  try {
    const location = await locateDatabase(config, 'service');
    cleanups.push(location.release);
    signal?.throwIfAborted();
    await migrate(location.url);
    signal?.throwIfAborted();

    const onError = (error: Error) => {
      if (!isStopping) log.warn({ err: error }, 'a database connection was lost');
    };
    const database = connect(location.url, {
      max: CONNECTIONS,
      statementTimeoutMs: OPERATION_TIMEOUT_MS,
      onError,
    });
    cleanups.push(database.close);
    // Its key is shown once, where there is an interface to use it on.
    const wantsDemo = role !== 'worker' && (config.DEMO ?? location.isEmbedded);
    const demo = wantsDemo ? await createDemo(database, log) : undefined;

    const worker = role === 'api' ? null : startWorker(workerOptions(config, location.url, database, log));
    if (worker) cleanups.push(worker.stop);
    const store = openStore(config.REDIS_URL, location.url, log);
    cleanups.push(store.close);
    await store.ready;

    let publicUrl = config.PUBLIC_URL ?? '';
    const limiter = createLimiter(store);
    const requestCounter = createRequestCounter(database.pool, log);
    cleanups.push(requestCounter.stop);
    const liveEvents = createLiveEvents({ url: location.url, pool: database.pool, log });
    const app = createApp({
      config,
      database,
      watch: createWatch(location.url),
      limiter,
      guesses: createGuessLimiter(store),
      requestCounter,
      log,
      published: createAnnouncer(database.pool, worker?.wake),
      liveEvents,
      publicUrl: () => publicUrl,
      operationTimeoutMs: OPERATION_TIMEOUT_MS,
      demoKey: location.isEmbedded ? demo?.key : undefined,
      health: { isWorkerAlive: worker && worker.isAlive, isStopping: () => isStopping },
      serves: role === 'worker' ? 'health' : 'everything',
    });
    const server = createHttpServer(app, limiter);
    // A worker beside an API on one machine takes any free port unless told which.
    const url = await listen(server, config.HOST, config.PORT ?? (role === 'worker' ? 0 : DEFAULT_PORT));
    cleanups.push(() => close(server));
    // Open streams would keep the server from closing.
    cleanups.push(liveEvents.close);
    publicUrl ||= url;
    return { url, publicUrl, role, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function workerOptions(config: Config, url: string, database: Database, log: Logger): WorkerOptions {
  return {
    url,
    database,
    log,
    sender: {
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    },
    policy: { retryDelays: config.WEBHOOK_RETRY_DELAYS, disableAfter: config.WEBHOOK_DISABLE_AFTER },
  };
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ConfigError(whyNot(error, host, port))));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT: ${port} on ${host} is already in use`;
  if (code === 'EACCES') return `PORT: ${port} is not open to this user`;
  return `HOST: ${host} cannot be listened on: ${message}`;
}

/**
 * Lets requests under way finish, within a bound. Connections that finished their last request are
 * kept alive by clients: they are closed as they idle.
 */
function close(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const overdue = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(overdue);
      resolve();
    });
  });
}
