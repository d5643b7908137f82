import type { Metric } from '@prometheus-io/client';
import type { RequestListener } from 'node:http';
import express, { type Express, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import type { Replica } from './database/replica.ts';
import { showGraphiQL } from './pages/graphiql.ts';
import { graphqlHandlers } from './graphql/request.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { referenceRoutes } from './pages/reference.ts';
import { fileRoutes } from './file-routes.ts';
import { exportRoutes } from './export/routes.ts';
import { importFileRoutes } from './export/import-files.ts';
import { importRoutes } from './import/routes.ts';
import { type ImportAttempts, takeAttempt } from './import/take-attempt.ts';
import { BASE_PATH } from './rest/base-path.ts';
import { prefixHint } from './rest/hints.ts';
import { createRouter } from './rest/router.ts';
import { routes } from './rest/routes.ts';
import { createRun } from './rest/run.ts';
import type { Caller, Settings } from './schema/core/context.ts';
import { mcpHandlers } from './mcp/routes.ts';
import { schema } from './schema/index.ts';
import type { RequestRecorder } from './schema/insight/request/recorder.ts';
import { admit, admitByAddress, type AdmissionOptions } from './http/admission/admission.ts';
import { errorHandler, failure } from './http/response/error-handler.ts';
import { allowOrigins, bareForwardedFor, requireHost } from './http/admission/prepare-request.ts';
import { countPages } from './pages/count-pages.ts';
import { createExecuteOnReplica } from './schema/execute-on-replica.ts';
import { identifyByKey } from './http/admission/identify-key.ts';
import { identifyBySession, type SessionOptions } from './http/admission/identify-session.ts';
import { healthRoutes, type HealthOptions } from './http/observe/health.ts';
import { linksRoutes } from './pages/links.ts';
import { logoRoutes } from './pages/logo.ts';
import { createMetrics, type ShareMetrics } from './http/observe/metrics.ts';
import { nameRoute } from './http/response/exchange.ts';
import { noRoute } from './http/response/no-route.ts';
import { requestLog } from './http/observe/request-log.ts';
import { photoRoutes } from './pages/receipt/photos.ts';
import { receiptRoutes } from './pages/receipt/routes.ts';
import { settingsRoutes } from './pages/settings.ts';

/** The needs of the app, besides those of admission and sessions. */
export interface AppOptions extends AdmissionOptions, SessionOptions {
  config: Config;
  settings: Settings;
  database: Database;
  /** The replica for queries that may use one (default: none). */
  replica: Replica | undefined;
  importAttempts: ImportAttempts;
  /** Writes the request log; undefined if it is off. */
  requestRecorder: RequestRecorder | undefined;
  /** How `/metrics` includes other processes (default: not at all). */
  shareMetrics?: ShareMetrics | undefined;
  /** The worker metrics of this process. */
  workerMetrics: readonly Metric[];
  /** The deadline of a GraphQL operation, in milliseconds. */
  operationTimeoutMs: number;
  health: Omit<HealthOptions, 'metrics'>;
  /** The interfaces of this process; a worker only has the health routes. */
  serves: 'everything' | 'health';
}

/** Creates the Express app; its handlers are in the order in which requests pass them. */
export function createApp(options: AppOptions): RequestListener {
  const { config, database, replica, limiter, requestQueue, liveEvents } = options;
  const { requestRecorder, requestCounter, log, publicUrl } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').set('trust proxy', config.TRUST_PROXY);

  const metrics = createMetrics(
    { pool: database.pool, replica, liveEvents, requestQueue, requestRecorder },
    options.shareMetrics,
    options.workerMetrics,
  );
  const health = healthRoutes({ ...options.health, metrics });
  // Before everything that reads the address of the client.
  if (config.TRUST_PROXY !== false) app.use(bareForwardedFor);
  // Creates the exchange, which all that follows uses.
  app.use(requestLog(log, metrics, requestRecorder));
  // Before everything that sends a response. Other subdomains of the operator may not have TLS.
  app.use(helmet({ strictTransportSecurity: { includeSubDomains: false } }));

  if (options.serves === 'health') app.use(health);
  else {
    // Before admission, because such a request does not count.
    app.use(requireHost(limiter));
    serveInterfaces(app, options, health);
  }

  app.use((request) => {
    throw noRoute(request, prefixHint(routes, request.path) ?? `All endpoints: ${publicUrl()}/docs`);
  });
  app.use(errorHandler(failure, log, requestCounter));
  return (request, response) => {
    request.url = originForm(request.url!);
    app(request, response);
  };
}

/** Adds the interfaces. Each one that has records admits its requests first. */
function serveInterfaces(app: Express, options: AppOptions, health: RequestHandler): void {
  const { config, database, replica, inTime, limiter, importAttempts, requestCounter, log, publicUrl } =
    options;
  const byKey = identifyByKey(database.pool, limiter);
  const [keys, sessions] = [admit(options, byKey), admit(options, identifyBySession(byKey, options))];
  const open = allowOrigins(config.CORS_ORIGINS, limiter);
  const executeOnReplica = createExecuteOnReplica(replica);
  // The REST API is first, because most requests are for it.
  const rest = createRouter(routes, { run: createRun(), inTime, publicUrl });
  // One router, because Express matches the path of a request again for each handler.
  app.use(BASE_PATH, Router().use(open, keys, rest), errorHandler(failure, log, requestCounter));

  const introspection = config.GRAPHQL_INTROSPECTION;
  const timeoutMs = options.operationTimeoutMs;
  const server = createGraphQLServer({ schema, log, introspection, timeoutMs, inTime, executeOnReplica });
  const { serve, ask } = server;
  const countPage = countPages();
  const showPage = showGraphiQL(countPage);
  app.use(['/graphql', '/openapi.json'], open);
  app.use('/graphql', graphqlHandlers({ serve, showPage, admit: sessions, log, requestCounter }));
  app.use('/mcp', mcpHandlers({ admit: keys, ask, introspection, inTime, publicUrl, log, requestCounter }));

  app.use('/r', receiptRoutes({ inTime, ...admitByAddress(options) }));
  app.use('/photos', open, sessions, photoRoutes(inTime));
  app.use('/logo', open, sessions, logoRoutes(inTime));
  app.use('/export', open, sessions, exportRoutes(createRun(executeOnReplica), inTime));
  const countFile = (caller: Caller) => takeAttempt(importAttempts, caller);
  app.use(
    '/import',
    open,
    sessions,
    importFileRoutes({ inTime, countFile }),
    importRoutes({ inTime, attempts: importAttempts }),
  );

  app.use('/settings', nameRoute('/settings'));
  app.use(
    health,
    countPage,
    referenceRoutes({ routes, fileRoutes }, publicUrl),
    settingsRoutes(),
    linksRoutes(BASE_PATH, publicUrl),
  );
}

/**
 * Strips the origin from an absolute URL, as proxies may send (RFC 9112 §3.2.2): Express cannot route it, and
 * the host is validated already.
 */
function originForm(target: string): string {
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
}
