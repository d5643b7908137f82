import type { Server } from 'node:http';
import { type AppOptions, createApp } from './app.ts';
import { domainSettingsOf } from './config.ts';
import { openHealthConnection } from './database/health-connection.ts';
import { openReplica } from './database/replica.ts';
import { createRequestQueue } from './http/admission/request-queue.ts';
import { createDeadline } from './http/server/deadline.ts';
import { createHttpServer, type HttpServerOptions, closeServer } from './http/server/server.ts';
import { trustedProxies } from './http/server/bound-connections.ts';
import { createMailer } from './mail/mailer.ts';
import { createBacklogMetrics } from './jobs/worker-metrics.ts';
import { startWorker, type WorkerOptions } from './jobs/worker.ts';
import { createGuessLimiter } from './limits/guesses.ts';
import { createLimiter } from './limits/limiter.ts';
import { openStore } from './limits/store.ts';
import { requestRates } from './schema/core/caller/plans.ts';
import { openDirectory } from './schema/people/cell/directory.ts';
import { createAnnouncer } from './schema/exchange/live-event/announcer.ts';
import { createLiveEvents } from './schema/exchange/live-event/live-events.ts';
import { createLiveRequests } from './schema/insight/request/live-requests.ts';
import { createRequestRecorder } from './schema/insight/request/recorder.ts';
import type { SecretBox } from './schema/core/secret/secret-box.ts';
import { IMPORT_LIMITS } from './schema/exchange/limits.ts';
import { createRequestCounter } from './schema/insight/usage/request-counter.ts';

type PassedOption = 'config' | 'database' | 'log' | 'shareMetrics' | 'publicUrl' | 'operationTimeoutMs';

/** The parts of a process that differ between the service and its tests. */
export interface Parts extends Pick<AppOptions, PassedOption> {
  /** The connection string, for connections outside the pool. */
  url: string;
  secrets: SecretBox;
  /** A direct connection string, if `url` goes through a pooler in transaction mode. */
  directUrl?: string;
  /** The connection string of a replica (default: none). */
  readUrl?: string | undefined;
  /** The mail server for mails that people request (default: none). */
  mail?: { url: string; from: string } | undefined;
  /** The Redis server of the counters (default: they are in the database). */
  redisUrl?: string | undefined;
  serves?: AppOptions['serves'];
  /** The worker of this process; none by default. */
  worker?: Omit<WorkerOptions, 'url' | 'settings' | 'requestLogDays' | 'log'> | undefined;
  /** The time limits for clients (default: as in the service). */
  timeouts?: HttpServerOptions['timeouts'];
  /** The limits of connections (default: as the process allows). */
  connections?: HttpServerOptions['connections'];
  isStopping?: () => boolean;
}

export interface Composed {
  /** The server, which is not listening yet. */
  server: Server;
  /** Closes the server and everything opened here; the database belongs to the caller. */
  close(): Promise<void>;
}

/** Creates a process on a prepared database: worker, limits, counters, live events, HTTP. */
export async function compose(parts: Parts): Promise<Composed> {
  const { url, directUrl = url, readUrl, database, secrets, log, isStopping = () => false } = parts;
  const way = { url, isPooled: url !== directUrl };
  const { pool } = database;
  const { REQUEST_LOG_DAYS: requestLogDays } = parts.config;
  const closings: (() => Promise<unknown>)[] = [];
  async function close(): Promise<void> {
    for (let closing = closings.pop(); closing; closing = closings.pop()) {
      // Later parts are closed even if one fails to stop.
      await closing().catch((error: Error) => log.warn({ err: error }, 'a part did not stop cleanly'));
    }
  }

  try {
    const directory = openDirectory(parts.config);
    if (directory) closings.push(directory.close);
    const store = openStore(parts.redisUrl, { ...way, statementTimeoutMs: parts.operationTimeoutMs }, log);
    closings.push(store.close);
    await store.ready;
    const guesses = createGuessLimiter(store);
    const mailer = parts.mail && createMailer(parts.mail, guesses);
    if (mailer) closings.push(async () => mailer.close());
    const settings = {
      ...domainSettingsOf(parts.config),
      secrets,
      directory,
      publicUrl: parts.publicUrl,
      mailer,
    };
    const worker = parts.worker
      ? startWorker({ url: directUrl, settings, requestLogDays, log, ...parts.worker })
      : null;
    if (worker) closings.push(worker.stop);
    const limiter = createLimiter(store, requestRates());
    const requestCounter = createRequestCounter(pool, log);
    closings.push(requestCounter.stop);
    const requestRecorder = requestLogDays > 0 ? createRequestRecorder(pool, log) : undefined;
    if (requestRecorder) closings.push(requestRecorder.stop);
    const liveEvents = createLiveEvents({ url: directUrl, pool, log });
    const liveRequests = createLiveRequests();
    const replica = readUrl
      ? await openReplica({ url: readUrl, primary: pool, log, statementTimeoutMs: parts.operationTimeoutMs })
      : undefined;
    if (replica) closings.push(replica.close);
    const health = openHealthConnection(way);
    closings.push(() => health.end());
    const app = createApp({
      config: parts.config,
      database,
      log,
      shareMetrics: parts.shareMetrics,
      publicUrl: parts.publicUrl,
      operationTimeoutMs: parts.operationTimeoutMs,
      requestQueue: createRequestQueue(),
      replica,
      inTime: createDeadline(parts.operationTimeoutMs),
      limiter,
      guesses,
      importAttempts: createLimiter(store, IMPORT_LIMITS),
      requestCounter,
      requestRecorder,
      settings,
      announce: createAnnouncer(pool, worker?.wake),
      liveEvents,
      liveRequests,
      workerMetrics: worker?.metrics ?? createBacklogMetrics(pool),
      health: { pool: health, isWorkerAlive: worker && worker.isAlive, isStopping },
      serves: parts.serves ?? 'everything',
    });
    const server = createHttpServer(app, limiter, {
      timeouts: { idleMs: parts.config.KEEP_ALIVE_MS, ...parts.timeouts },
      connections: { isProxy: trustedProxies(parts.config.TRUST_PROXY), ...parts.connections },
    });
    let hasListened = false;
    server.once('listening', () => (hasListened = true));
    closings.push(async () => hasListened && closeServer(server));
    // Open streams would keep the server from closing.
    closings.push(liveEvents.close, liveRequests.close);
    return { server, close };
  } catch (error) {
    await close();
    throw error;
  }
}
