import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientErrorHandler } from './client-error.ts';
import type { RecallingLimiter } from '../admission/admission.ts';
import { boundConnections, type BoundConnectionsOptions, connectionLimits } from './bound-connections.ts';
import { boundPipelining } from './bound-pipelining.ts';

/** The time limits of each part of an exchange. */
export const TIMEOUTS = {
  /** The limit for the headers of a request, including the first one of a connection. */
  headersMs: 10_000,
  /** The limit for a whole request. */
  requestMs: 30_000,
  /** The limit for the client to read any part of a response, or the next message of a stream. */
  writeMs: 30_000,
  /** The limit between two requests, where the service does not set KEEP_ALIVE_MS. */
  idleMs: 5_000,
  /** The interval at which the limits of headers and requests are checked. */
  checkMs: 2_000,
};

const IDLE_CHECK_MS = 50;
const CLOSE_TIMEOUT_MS = 8_000;

export interface HttpServerOptions {
  /** Differences from the service's time limits. */
  timeouts?: Partial<typeof TIMEOUTS> | undefined;
  /** Differences from the limits of the process (default: no address is a proxy's). */
  connections?: Partial<Omit<BoundConnectionsOptions, 'isWorking'>> | undefined;
}

/**
 * Creates the HTTP server of an app. Requests that Node would refuse itself get an error in the service's
 * format, or are accepted.
 */
export function createHttpServer(
  app: RequestListener,
  limiter: RecallingLimiter,
  { timeouts, connections }: HttpServerOptions = {},
): Server {
  const { headersMs, requestMs, writeMs, idleMs, checkMs } = { ...TIMEOUTS, ...timeouts };
  const { listener, isBusy, isWorking } = boundPipelining(app);
  const options = {
    // The app itself refuses requests without a host, with an error in the service's format.
    requireHostHeader: false,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
  const server = createServer(options, listener)
    .on('clientError', clientErrorHandler(limiter))
    // Unknown expectations are ignored, not refused.
    .on('checkExpectation', listener)
    // The connection was idle for a while. When the response itself is slow, that is not the client's fault.
    .on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || !isBusy(socket)) socket.destroy();
    });
  server.timeout = writeMs;
  boundConnections(server, { ...connectionLimits(), isProxy: () => false, ...connections, isWorking });
  return server;
}

/**
 * Stops accepting connections, and resolves when the requests in progress have finished, at most eight
 * seconds later. Idle keep-alive connections are closed.
 */
export function closeServer(server: Server): Promise<void> {
  endConnections(server);
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const overdue = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(overdue);
      resolve();
    });
  });
}

/** Keeps serving for `drainMs`, until load balancers have noticed that this process is not ready. */
export async function drainServer(server: Server, drainMs: number): Promise<void> {
  if (drainMs === 0) return;
  endConnections(server);
  await sleep(drainMs);
}

/** Closes every connection after its next response. */
function endConnections(server: Server): void {
  server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
}
