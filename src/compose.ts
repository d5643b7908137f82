import type { Server } from 'node:http';
import { type AppOptions, createApp } from './app.ts';
import { domainSettingsOf } from './config.ts';
import { openHealthConnection } from './database/health-connection.ts';
import { openReplica } from './database/replica.ts';
import { serversOf } from './database/servers.ts';
import { createWatch } from './database/watch.ts';
import { rememberUsage } from './http/known-usage.ts';
import { createHttpServer, type TIMEOUTS } from './http/server.ts';
import { closeServer } from './http/stop-server.ts';
import { startWorker, type WorkerOptions } from './jobs/worker.ts';
import { createGuessLimiter } from './limits/guesses.ts';
import { createLimiter } from './limits/limiter.ts';
import { openStore } from './limits/store.ts';
import { requestRates } from './schema/account/plans.ts';
import { createAnnouncer } from './schema/event/announcer.ts';
import { createLiveEvents } from './schema/event/live-events.ts';
import type { SecretBox } from './schema/secret/secret-box.ts';
import { createRequestCounter } from './schema/usage/request-counter.ts';

type Given = 'config' | 'database' | 'log' | 'shareMetrics' | 'publicUrl' | 'operationTimeoutMs';

/** What a process is put together from: what differs between the service and its tests. */
export interface Parts extends Pick<AppOptions, Given> {
  /** Of the database, for connections beside the pool. */
  url: string;
  secrets: SecretBox;
  /** The same for what needs a session, if `url` goes through a pooler in transaction mode. */
  directUrl?: string;
  /** Of a replica, for queries that it may answer (default: none). */
  readUrl?: string | undefined;
  /** Where counters are kept (default: in the database). */
  redisUrl?: string | undefined;
  serves?: AppOptions['serves'];
  /** The worker of this process; none by default. */
  worker?: Omit<WorkerOptions, 'url' | 'secrets' | 'log'> | undefined;
  /** How long clients may take (default: as long as in the service). */
  timeouts?: Partial<typeof TIMEOUTS> | undefined;
  isStopping?: () => boolean;
}

export interface Composed {
  /** Not listening yet. */
  server: Server;
  /** Closes the server and all that was opened here; the database is the caller's. */
  close(): Promise<void>;
}

/** Puts a process together on a database that is ready: worker, limits, counters, live events, HTTP. */
export async function compose(parts: Parts): Promise<Composed> {
  const { url, directUrl = url, readUrl, database, secrets, log, isStopping = () => false } = parts;
  const way = { url, isPooled: url !== directUrl };
  const { pool } = database;
  const closings: (() => Promise<unknown>)[] = [];
  async function close(): Promise<void> {
    for (const each of [url, directUrl, ...(readUrl ? [readUrl] : [])]) serversOf(each).leave();
    for (let closing = closings.pop(); closing; closing = closings.pop()) {
      // Whatever fails to stop, what comes after it is let go of all the same.
      await closing().catch((error: Error) => log.warn({ err: error }, 'a part did not stop cleanly'));
    }
  }

  try {
    const worker = parts.worker ? startWorker({ url: directUrl, secrets, log, ...parts.worker }) : null;
    if (worker) closings.push(worker.stop);
    const store = openStore(parts.redisUrl, { ...way, statementTimeoutMs: parts.operationTimeoutMs }, log);
    closings.push(store.close);
    await store.ready;

    const limiter = rememberUsage(createLimiter(store, requestRates()));
    const requestCounter = createRequestCounter(pool, log);
    closings.push(requestCounter.stop);
    const liveEvents = createLiveEvents({ url: directUrl, pool, log });
    const replica = readUrl
      ? await openReplica({ url: readUrl, primary: pool, log, statementTimeoutMs: parts.operationTimeoutMs })
      : undefined;
    if (replica) closings.push(replica.close);
    const health = openHealthConnection(way);
    closings.push(() => health.end());
    const app = createApp({
      ...parts,
      replica,
      watch: createWatch(url),
      limiter,
      guesses: createGuessLimiter(store),
      requestCounter,
      settings: { ...domainSettingsOf(parts.config), secrets },
      announce: createAnnouncer(pool, worker?.wake),
      liveEvents,
      workerMetrics: worker?.metrics,
      health: { pool: health, isWorkerAlive: worker && worker.isAlive, isStopping },
      serves: parts.serves ?? 'everything',
    });
    const server = createHttpServer(app, limiter, parts.timeouts);
    let hasListened = false;
    server.once('listening', () => (hasListened = true));
    closings.push(async () => hasListened && closeServer(server));
    // Open streams would keep the server from closing.
    closings.push(liveEvents.close);
    return { server, close };
  } catch (error) {
    await close();
    throw error;
  }
}
