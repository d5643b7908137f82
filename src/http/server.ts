import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { answerClientError } from './client-error.ts';
import type { RememberingLimiter } from './known-usage.ts';
import { boundPipelining } from './bound-pipelining.ts';

/** How long a client may take for each part of an exchange. */
export const TIMEOUTS = {
  /** For the headers of a request, also the first one of a connection. */
  headersMs: 15_000,
  /** For a whole request. */
  requestMs: 30_000,
  /** To take any part of an answer, or of a stream's next message. */
  writeMs: 30_000,
  /** Between two requests. */
  idleMs: 5_000,
  /** How often the first two are looked at. */
  checkMs: 5_000,
};

/** The HTTP server of an app. What Node would refuse by itself is answered in our shape, or not refused. */
export function createHttpServer(
  app: RequestListener,
  limiter: RememberingLimiter,
  timeouts: Partial<typeof TIMEOUTS> = {},
): Server {
  const { headersMs, requestMs, writeMs, idleMs, checkMs } = { ...TIMEOUTS, ...timeouts };
  const { listener, isBusy } = boundPipelining(app);
  const options = {
    // The app itself refuses requests without a host, in our shape.
    requireHostHeader: false,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
  const server = createServer(options, listener)
    .on('clientError', answerClientError(limiter))
    // An expectation we do not know is no reason to refuse.
    .on('checkExpectation', listener)
    // Nothing was read or written for a while; a slow answer is ours to wait for, not the client's fault.
    .on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || !isBusy(socket)) socket.destroy();
    });
  server.timeout = writeMs;
  return server;
}
