import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { compose, type Parts } from './compose.ts';
import type { Config } from './config.ts';
import { connect } from './database/connect.ts';
import type { AnnounceDemo } from './demo.ts';
import { watchLoop } from './http/observe/watch-loop.ts';
import { drainServer } from './http/server/server.ts';
import type { ShareMetrics } from './http/observe/metrics.ts';
import type { Logger } from './log.ts';
import { openSecrets } from './secrets/open-secrets.ts';
import { holdPort, type Port } from './port.ts';
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts';
import type { ProcessRole } from './role.ts';
import { startTracing, type TracingOptions } from './tracing.ts';

/** How long the parts may take to stop after the drain; without the database they cannot finish. */
const STOP_MS = 14_000;
const POOL_CONNECTIONS = 20;
/** The deadline of a GraphQL operation, and the statement timeout of every request. */
const OPERATION_TIMEOUT_MS = 8_000;

export interface Service {
  /** The address it listens on, such as http://127.0.0.1:3000. */
  url: string;
  /** The public address. */
  publicUrl: string;
  role: ProcessRole;
  /** Set while the demo account waits to be announced. */
  announceDemo: AnnounceDemo | undefined;
  /** Whether anybody can sign in. */
  hasAccount: boolean;
  /**
   * Stops the service: serves for another `DRAIN_MS` while `/readyz` returns 503, then stops accepting,
   * finishes requests in flight and releases the database.
   */
  stop(): Promise<void>;
}

/**
 * Starts the service: port, database, migrations, demo account, HTTP, worker.
 *
 * @throws ConfigError and what the parts throw; and when `signal` aborts, with everything stopped
 */
export async function startService(
  config: Config,
  role: ProcessRole,
  log: Logger,
  signal?: AbortSignal,
): Promise<Service> {
  // The port is reserved before anything is created: a start that cannot serve must leave nothing behind.
  const port = await holdPort(config, role);
  const prepared = await prepareDatabase(config, role, log, signal).catch((error) => {
    port.release();
    throw error;
  });
  return startOn(prepared, { config, role, log, port });
}

export interface StartOptions {
  config: Config;
  role: ProcessRole;
  log: Logger;
  port: Port;
  /** How `/metrics` includes other processes. */
  shareMetrics?: ShareMetrics | undefined;
}

/**
 * Starts HTTP and worker on a prepared database, which is released at the end.
 *
 * @throws as `startService`
 */
export async function startOn(prepared: PreparedDatabase, options: StartOptions): Promise<Service> {
  const { config, role, log, port, shareMetrics } = options;
  const { announceDemo, hasAccount } = prepared;
  const cleanups: (() => Promise<unknown>)[] = [];
  let server: Server | undefined;
  let isReady = false;
  let isStopping = false;
  const notCleanly = (error: Error) => log.warn({ err: error }, 'a part did not stop cleanly');
  async function stop(): Promise<void> {
    isStopping = true;
    if (isReady && role !== 'worker') await drainServer(server!, config.DRAIN_MS);
    const overdue = sleep(STOP_MS, undefined, { ref: false });
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
      // Later parts are stopped even if one fails, or waits for a database that does not respond.
      await Promise.race([cleanup(), overdue]).catch(notCleanly);
    }
    await prepared.release().catch(notCleanly);
  }

  try {
    const onError = (error: Error) => {
      if (!isStopping) log.warn({ err: error }, 'a database connection was lost');
    };
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT) cleanups.push(await startTracing(tracingOptions(config), log));
    const { url: databaseUrl, directUrl } = prepared;
    const isPooled = databaseUrl !== directUrl;
    const database = connect(databaseUrl, {
      max: POOL_CONNECTIONS,
      isPooled,
      statementTimeoutMs: OPERATION_TIMEOUT_MS,
      onError,
    });
    cleanups.push(database.close);
    // Prisma creates its engine on first use, which blocks the process for a tenth of a second.
    await database.prisma.$connect();

    if (isPooled) await warnOfNoTimeout(database.pool, log);
    const secrets = await openSecrets(config, database.pool);
    let publicUrl = config.PUBLIC_URL ?? '';
    const composed = await compose({
      url: databaseUrl,
      directUrl,
      readUrl: role === 'worker' ? undefined : config.READ_DATABASE_URL,
      config,
      database,
      secrets,
      log,
      shareMetrics,
      redisUrl: config.REDIS_URL,
      publicUrl: () => publicUrl,
      operationTimeoutMs: OPERATION_TIMEOUT_MS,
      serves: role === 'worker' ? 'health' : 'everything',
      worker: role === 'api' ? undefined : workerOptions(config),
      mail: mailOf(config),
      isStopping: () => isStopping,
    });
    cleanups.push(composed.close);
    const stopWatching = watchLoop(log);
    cleanups.push(async () => stopWatching());
    server = composed.server;
    const url = await port.listen(server);
    publicUrl ||= url;
    if (secrets.prefix === undefined) log.warn('SECRETS_KEY is not set: webhook secrets are not encrypted');
    isReady = true;
    return { url, publicUrl, role, announceDemo, hasAccount, stop };
  } catch (error) {
    port.release();
    await stop();
    throw error;
  }
}

function tracingOptions(config: Config): TracingOptions {
  return {
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT!,
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  };
}

/**
 * Through a pooler, the timeout must be set on the role. Without it, the client gives up but the statement
 * continues.
 */
async function warnOfNoTimeout(pool: Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ ms: number; role: string }>(
    `SELECT setting::int AS ms, quote_ident(current_user) AS role FROM pg_settings WHERE name = 'statement_timeout'`,
  );
  const [{ ms, role } = { ms: 0, role: '' }] = rows;
  if (ms > 0 && ms <= OPERATION_TIMEOUT_MS) return;
  log.warn(
    `DATABASE_URL: the pooler's role has no statement_timeout of ${OPERATION_TIMEOUT_MS} ms or less: the service stops waiting for longer statements, but does not cancel them. Run ALTER ROLE ${role} SET statement_timeout = '${OPERATION_TIMEOUT_MS / 1_000}s'`,
  );
}

function mailOf({ SMTP_URL, MAIL_FROM }: Config): Parts['mail'] {
  return SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined;
}

function workerOptions(config: Config): Parts['worker'] {
  return {
    sender: {
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    },
    policy: {
      retryDelays: config.WEBHOOK_RETRY_DELAYS,
      pauseMs: config.WEBHOOK_PAUSE_MS,
      disableAfter: config.WEBHOOK_DISABLE_AFTER,
    },
    statementTimeoutMs: OPERATION_TIMEOUT_MS,
  };
}
