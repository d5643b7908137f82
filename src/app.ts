import type { Metric } from '@prometheus-io/client';
import type { RequestListener } from 'node:http';
import express, { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import type { Replica } from './database/replica.ts';
import { refusalTypeOf, varyByAccept } from './graphql/operation-request.ts';
import { showGraphiQL } from './pages/graphiql.ts';
import { takeRequest } from './graphql/request.ts';
import { createGraphQLServer } from './graphql/server.ts';
import type { GuessLimiter } from './limits/guesses.ts';
import type { Logger } from './log.ts';
import { referenceRoutes } from './pages/reference.ts';
import { fileRoutes } from './file-routes.ts';
import { exportRoutes } from './export/routes.ts';
import { importFileRoutes } from './export/import-files.ts';
import { importRoutes } from './import/routes.ts';
import { type ImportAttempts, takeAttempt } from './import/take-attempt.ts';
import { BASE_PATH } from './rest/base-path.ts';
import { createRouter, prefixHint } from './rest/router.ts';
import { routes } from './rest/routes.ts';
import { createRun } from './rest/run.ts';
import type { Context, Settings } from './schema/core/context.ts';
import type { LiveEvents } from './schema/exchange/live-event/live-events.ts';
import type { LiveRequests } from './schema/insight/request/live-requests.ts';
import { mcpHandlers } from './mcp/routes.ts';
import { rpcFailure } from './mcp/rpc-failure.ts';
import { schema } from './schema/index.ts';
import type { RequestRecorder } from './schema/insight/request/recorder.ts';
import type { RequestCounter } from './schema/insight/usage/request-counter.ts';
import { admit, waitByAddress } from './http/admission/admission.ts';
import { countFailure, errorHandler, graphqlFailure } from './http/response/error-handler.ts';
import { allowOrigins, bareForwardedFor, requireHost } from './http/admission/prepare-request.ts';
import { countPages } from './pages/count-pages.ts';
import { createExecuteOnReplica } from './schema/execute-on-replica.ts';
import { failure } from './http/response/failure.ts';
import type { InTime } from './http/server/deadline.ts';
import { identifyByKey } from './http/admission/identify-key.ts';
import { identifyBySession } from './http/admission/identify-session.ts';
import { healthRoutes, type HealthOptions } from './http/observe/health.ts';
import type { RememberingLimiter } from './http/admission/count-request.ts';
import { linksRoutes } from './pages/links.ts';
import { logoRoutes } from './pages/logo.ts';
import { createMetrics, type ShareMetrics } from './http/observe/metrics.ts';
import { nameRoute } from './http/response/endpoint.ts';
import { noRoute } from './http/response/no-route.ts';
import { logOf, requestLog } from './http/observe/request-log.ts';
import { photoRoutes } from './pages/receipt/photos.ts';
import { receiptRoutes } from './pages/receipt/routes.ts';
import { settingsRoutes } from './pages/settings.ts';
import { createRequestQueue } from './http/admission/request-queue.ts';

export interface AppOptions {
  config: Config;
  settings: Settings;
  database: Database;
  /** The replica for queries that may use one (default: none). */
  replica?: Replica | undefined;
  inTime: InTime;
  limiter: RememberingLimiter;
  guesses: GuessLimiter;
  importAttempts: ImportAttempts;
  requestCounter: RequestCounter;
  /** Writes the request log; undefined if it is off. */
  requestRecorder: RequestRecorder | undefined;
  log: Logger;
  announce: Context['announce'];
  liveEvents: LiveEvents;
  liveRequests: LiveRequests;
  /** How `/metrics` includes other processes (default: not at all). */
  shareMetrics?: ShareMetrics | undefined;
  /** The worker metrics of this process. */
  workerMetrics?: readonly Metric[] | undefined;
  publicUrl: () => string;
  /** The deadline of a GraphQL operation, in milliseconds. */
  operationTimeoutMs: number;
  health: Omit<HealthOptions, 'metrics'>;
  /** The interfaces of this process; a worker only has the health routes. */
  serves: 'everything' | 'health';
}

/** Creates the Express app; its handlers are in the order in which requests pass them. */
export function createApp(options: AppOptions): RequestListener {
  const { config, database, replica, settings, inTime, limiter, guesses, importAttempts } = options;
  const { requestCounter, requestRecorder, log, announce, liveEvents, liveRequests, publicUrl } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').set('trust proxy', config.TRUST_PROXY);

  const requestQueue = createRequestQueue();

  const metrics = createMetrics(
    { pool: database.pool, replica, liveEvents, requestQueue, requestRecorder },
    options.shareMetrics,
    options.workerMetrics,
  );
  if (config.TRUST_PROXY !== false) app.use(bareForwardedFor);
  app.use(requestLog(log, metrics, requestRecorder));
  // Other subdomains of the operator may not have TLS.
  app.use(helmet({ strictTransportSecurity: { includeSubDomains: false } }));
  const health = healthRoutes({ ...options.health, metrics });

  if (options.serves === 'health') app.use(health);
  else {
    app.use(requireHost(limiter));
    const byKey = identifyByKey(database.pool, limiter);
    const bySession = identifyBySession(byKey, { database, inTime, limiter, guesses, publicUrl, settings });
    const operations = { database, settings, announce, liveEvents, liveRequests, log };
    const admission = { ...operations, inTime, limiter, requestCounter, requestQueue };
    const [keys, sessions] = [admit(admission, byKey), admit(admission, bySession)];
    const open = allowOrigins(config.CORS_ORIGINS, limiter);
    const executeOnReplica = createExecuteOnReplica(replica);
    const rest = createRouter(routes, { run: createRun(), inTime, publicUrl });
    // The REST API is first, because most requests are for it.
    app.use(BASE_PATH, oneRouter(open, keys, rest));

    const introspection = config.GRAPHQL_INTROSPECTION;
    const graphql = createGraphQLServer({
      schema,
      log,
      introspection,
      timeoutMs: options.operationTimeoutMs,
      inTime,
      executeOnReplica,
    });
    app.use('/openapi.json', open);
    const countPage = countPages();
    app.use(
      '/graphql',
      oneRouter(
        open,
        varyByAccept,
        showGraphiQL(countPage),
        sessions,
        nameRoute('/graphql'),
        takeRequest,
        async ({ exchange }) => {
          await graphql.serve(exchange);
          countFailure(exchange, requestCounter);
        },
      ),
      errorHandler(graphqlFailure, log, requestCounter, refusalTypeOf),
    );
    const { ask } = graphql;
    app.use('/mcp', mcpHandlers({ admit: keys, ask, introspection, inTime, publicUrl, log, requestCounter }));
    app.use('/mcp', errorHandler(rpcFailure, log, requestCounter));
    app.use(
      '/r',
      receiptRoutes({
        inTime,
        waitForSlot: waitByAddress(requestQueue),
        contextOf: ({ exchange }) => ({
          caller: null,
          db: database.prisma,
          log: () => logOf(log, exchange),
          announce,
          settings,
        }),
      }),
    );
    app.use('/photos', open, sessions, photoRoutes(inTime));
    app.use('/logo', open, sessions, logoRoutes(inTime));
    app.use('/export', open, sessions, exportRoutes(createRun(executeOnReplica), inTime));
    app.use(
      '/import',
      open,
      sessions,
      importFileRoutes({ inTime, countFile: (caller) => takeAttempt(importAttempts, caller) }),
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

  app.use((request) => {
    throw noRoute(request, prefixHint(routes, request.path) ?? `All endpoints: ${publicUrl()}/docs`);
  });
  app.use(errorHandler(failure, log, requestCounter));
  return (request, response) => {
    request.url = originForm(request.url!);
    app(request, response);
  };
}

/** Returns one handler for several, because Express matches the path of a request again for each. */
function oneRouter(...handlers: (RequestHandler | RequestHandler[])[]): RequestHandler {
  return Router().use(handlers.flat());
}

/**
 * Strips the origin from an absolute URL, as proxies may send (RFC 9112 §3.2.2): Express cannot route it, and
 * the host is validated already.
 */
function originForm(target: string): string {
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
}
