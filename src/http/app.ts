import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import type { Watch } from '../database/watch.ts';
import { showGraphiQL } from '../graphql/graphiql.ts';
import { takeRequest } from '../graphql/request.ts';
import { createGraphQLServer } from '../graphql/server.ts';
import type { GuessLimiter } from '../limits/guesses.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Logger } from '../log.ts';
import { failure } from '../rest/envelope.ts';
import { referenceRoutes } from '../reference/reference-routes.ts';
import { BASE_PATH, createRouter } from '../rest/router.ts';
import { routes } from '../rest/routes.ts';
import { createRun } from '../rest/run.ts';
import type { Context } from '../schema/context.ts';
import { type AppError, notFound } from '../schema/errors.ts';
import type { LiveEvents } from '../schema/event/live-events.ts';
import { schema } from '../schema/index.ts';
import type { RequestCounter } from '../schema/usage/request-counter.ts';
import { admit, contextIn, contextOf } from './admission.ts';
import { allowOrigins } from './cors.ts';
import { appErrorOf, STATUS } from './error-status.ts';
import { healthRoutes, type HealthOptions } from './health.ts';
import { createMetrics } from './metrics.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { requestLog } from './request-log.ts';
import { admitSessions } from './session-admission.ts';
import { settingsRoutes } from './settings.ts';

export interface AppOptions {
  config: Pick<
    Config,
    'TRUST_PROXY' | 'CORS_ORIGINS' | 'WEBHOOK_ALLOW_PRIVATE_NETWORKS' | 'GRAPHQL_INTROSPECTION' | 'SIGNUP'
  >;
  database: Database;
  watch: Watch;
  limiter: Limiter;
  guesses: GuessLimiter;
  requestCounter: RequestCounter;
  log: Logger;
  published: Context['published'];
  liveEvents: LiveEvents;
  publicUrl: () => string;
  /** How long a GraphQL operation may take. */
  operationTimeoutMs: number;
  /** The key of the demo account, where it may be shown again. */
  demoKey: string | undefined;
  health: Pick<HealthOptions, 'isWorkerAlive' | 'isStopping'>;
  /** Which faces this process shows; a worker shows only its health. */
  serves: 'everything' | 'health';
}

/** Puts the service together: one Express app, in the order a request meets its parts. */
export function createApp(options: AppOptions): RequestListener {
  const { config, database, watch, limiter, requestCounter, log, published, liveEvents, publicUrl } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').set('trust proxy', config.TRUST_PROXY);

  const metrics = createMetrics(database.pool, liveEvents);
  app.use(requestLog(log), metrics.observe, helmet());
  app.use(healthRoutes({ ...options.health, pool: database.pool, watch, metrics }));

  if (options.serves === 'everything') {
    const admissionOptions = {
      database,
      watch,
      limiter,
      published,
      liveEvents,
      allowPrivateCallbacks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
      signUpAllowed: config.SIGNUP,
      requestCounter,
    };
    const admission = admit(admissionOptions);
    const open = [BASE_PATH, '/graphql', '/openapi.json'];
    app.use(open, allowOrigins(config.CORS_ORIGINS), endPreflight(limiter));
    app.use(referenceRoutes(routes, publicUrl), settingsRoutes());

    const run = createRun(
      schema,
      routes.map((route) => route.operation),
    );
    app.use(
      BASE_PATH,
      admission,
      createRouter(routes, { run, watch, publicUrl }),
      answerError(failure, log, requestCounter),
    );

    const graphql = createGraphQLServer({
      schema,
      log,
      introspection: config.GRAPHQL_INTROSPECTION,
      timeoutMs: options.operationTimeoutMs,
    });
    app.get('/graphql', showGraphiQL(options.demoKey));
    const sessions = admitSessions({
      ...admissionOptions,
      guesses: options.guesses,
      publicUrl,
      byKey: admission,
    });
    app.use('/graphql', sessions, ...takeRequest, async (request, response) => {
      response.locals.route = '/graphql';
      await watch(graphql(request, response, contextOf(response)));
      countFailure(response, requestCounter);
      // By now a stream has begun; how long it goes on is no time of an answer.
      if (!response.writableEnded) response.locals.route = '/graphql/events';
    });
    app.use('/graphql', answerError(graphqlFailure, log, requestCounter));
  }

  app.use(() => {
    throw notFound('this page');
  });
  app.use(answerError(failure, log, requestCounter));
  return (request, response) => {
    request.url = originForm(request.url!);
    app(request, response);
  };
}

/** Proxies may send the whole URL (RFC 9112 §3.2.2), which Express cannot route; who is asked is settled. */
function originForm(target: string): string {
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
}

/** A preflight needs no key and counts for nothing. */
function endPreflight(limiter: Limiter): express.RequestHandler {
  return async (request, response, next) => {
    const isPreflight =
      request.method === 'OPTIONS' && request.get('Access-Control-Request-Method') !== undefined;
    if (!isPreflight) return next();
    response.set(rateLimitHeaders(await limiter.peek(`address:${request.ip}`, 'business')));
    response.status(204).end();
  };
}

function graphqlFailure(error: AppError): string {
  return JSON.stringify({ errors: [error.toJSON()] });
}

/** Turns whatever was thrown into an answer of the given shape. */
function answerError(
  render: (error: AppError) => string,
  log: Logger,
  counter: RequestCounter,
): ErrorRequestHandler {
  return (thrown, request, response, _next) => {
    const error = appErrorOf(thrown, request.log ?? log);
    if (response.headersSent) return void response.destroy();
    setErrorHeaders(response, error);
    response.status(STATUS[error.code]).type('json').send(render(error));
    countFailure(response, counter);
  };
}

/** One that a limit refused was given no context: it was counted as such. */
function countFailure(response: Response, counter: RequestCounter): void {
  if (response.statusCode < 400 || response.statusCode >= 500) return;
  const caller = contextIn(response)?.caller;
  if (caller) counter.failure(caller);
}

function setErrorHeaders(response: Response, { code }: AppError): void {
  if (STATUS[code] === 401) response.set('WWW-Authenticate', 'Bearer');
  if (code === 'service_unavailable') response.set('Retry-After', '1');
}
