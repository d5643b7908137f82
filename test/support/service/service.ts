import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import type { SenderOptions } from '@provender/guarded-sender';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { compose } from '../../../src/compose.ts';
import { readConfig } from '../../../src/config.ts';
import { connect, type Database } from '../../../src/database/connect.ts';
import type { HttpServerOptions } from '../../../src/http/server/server.ts';
import { PLAN_LIMITS } from '../../../src/schema/core/caller/plans.ts';
import type { RetryPolicy } from '../../../src/schema/exchange/webhook/retry-policy.ts';
import { createDatabase, type TestDatabase } from '../database/database.ts';
import { holdTurns } from './hold-turns.ts';
import { secrets } from './secrets.ts';

/** The service over HTTP, on a separate database, in this process. */
export interface TestService {
  url: string;
  database: Database;
  testDatabase: TestDatabase;
  /** Returns the log so far. */
  logged(): string;
  /** Returns the number of open client connections. */
  connections(): Promise<number>;
}

type Stoppable = TestService & { stop(): Promise<void> };

export interface TestServiceOptions {
  /**
   * Why the file needs a service and a database to itself, such as that it counts statements (default: it
   * does not, unless it has other options).
   */
  own?: string;
  /** The worker, without pauses and otherwise by the default policy (default: none, so nothing is sent). */
  worker?: Partial<RetryPolicy & Omit<SenderOptions, 'allowPrivateNetworks'>>;
  /** The mail server (default: none). */
  mail?: { url: string; from: string };
  /** Whether callbacks may go to this machine, where the tests' receivers are (default: true). */
  allowPrivateNetworks?: boolean;
  /** Whether GraphQL introspection is enabled (default: true). */
  introspection?: boolean;
  /** The statement timeout (default: none). */
  statementTimeoutMs?: number;
  /** The deadline of a GraphQL operation (default: a minute). */
  operationTimeoutMs?: number;
  /** Whether anyone can open an account (default: false). */
  signUp?: boolean;
  /** The number of trusted proxies (default: none). */
  trustProxy?: number;
  /** The public address (default: where it listens). */
  publicUrl?: string;
  /** How many days the request log is kept (default: as in the service). */
  requestLogDays?: number;
  /** The name of the cell, and the URL of the cells' directory (default: there are no cells). */
  cell?: { name: string; directoryUrl: string };
  /** A replica of the database (default: none). */
  readUrl?: string;
  /** The time limits for clients (default: as in the service). */
  timeouts?: HttpServerOptions['timeouts'];
  /** The limits of connections (default: as the process allows). */
  connections?: HttpServerOptions['connections'];
}

/**
 * Returns the service of this process, which its files share: every test mints its own account. With options
 * it is one for this file alone. Its fields are available once the tests run.
 */
export function useService(options: TestServiceOptions = {}): TestService {
  if (Object.keys(options).length > 0) return useServices(1, options)[0]!;
  const service = {} as TestService;
  holdTurns();
  beforeAll(async () => {
    const common = await (shared ??= createDatabase().then((database) => startTestService(database, {})));
    const before = common.logged().length;
    Object.assign(service, common, { logged: () => common.logged().slice(before) });
  });
  afterAll(() => forgetCounts(service.database));
  return service;
}

/**
 * Forgets what this file counted, because all files have one address.
 *
 * @throws Error when the address has used up its minute: the process would go on refusing the next file
 */
async function forgetCounts({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ key: string; points: number }>(
    'DELETE FROM rate_limits RETURNING key, points',
  );
  const full = rows.find(
    ({ key, points }) => key.startsWith('minute:address:') && points >= PLAN_LIMITS.business.perMinute,
  );
  if (full) throw new Error(`${full.key} is used up: the file needs a service of its own (\`own\`)`);
}

/** The service of this process, and its database. Both end with the run's server. */
let shared: Promise<Stoppable> | undefined;

/**
 * Runs several services that share one database, like several processes: use it for what they must agree on.
 */
export function useServices(count: number, options: TestServiceOptions = {}): TestService[] {
  const services = Array.from({ length: count }, () => ({}) as Stoppable);
  let testDatabase: TestDatabase;
  holdTurns();
  beforeAll(async () => {
    testDatabase = await createDatabase();
    for (const service of services) Object.assign(service, await startTestService(testDatabase, options));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await testDatabase.drop();
  });
  return services;
}

/** Starts a service on a database, with any connection string that leads there. */
export async function startTestService(
  testDatabase: TestDatabase,
  options: TestServiceOptions,
): Promise<Stoppable> {
  const { worker, allowPrivateNetworks = true, introspection = true } = options;
  const lines: string[] = [];
  const log = pino(
    { level: 'info' },
    new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  );
  const database = connect(testDatabase.url, { max: 5, statementTimeoutMs: options.statementTimeoutMs });
  let url = '';
  const { server, close } = await compose({
    url: testDatabase.url,
    readUrl: options.readUrl,
    config: {
      ...readConfig({}),
      TRUST_PROXY: options.trustProxy ?? false,
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: allowPrivateNetworks,
      WEBHOOK_DISABLE_AFTER: options.worker?.disableAfter ?? 10,
      GRAPHQL_INTROSPECTION: introspection,
      SIGNUP: options.signUp ?? false,
      ...(options.requestLogDays !== undefined && { REQUEST_LOG_DAYS: options.requestLogDays }),
      CELL: options.cell?.name,
      DIRECTORY_URL: options.cell?.directoryUrl,
    },
    database,
    secrets,
    log,
    publicUrl: () => options.publicUrl ?? url,
    operationTimeoutMs: options.operationTimeoutMs ?? 60_000,
    worker: worker && {
      sender: { timeoutMs: 10_000, allowPrivateNetworks, ...worker },
      policy: { retryDelays: [60, 300, 1800], pauseMs: 0, disableAfter: 10, ...worker },
      statementTimeoutMs: options.statementTimeoutMs,
    },
    mail: options.mail,
    // On a busy machine, the server could end an idle connection at the moment at which the client uses it
    // again.
    timeouts: { idleMs: 60_000, ...options.timeouts },
    connections: options.connections,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    database,
    testDatabase,
    logged: () => lines.join(''),
    connections: () => promisify(server.getConnections.bind(server))(),
    async stop() {
      server.closeAllConnections();
      await close();
      await database.close();
    },
  };
}
