import { createServer, type RequestListener, type Server } from 'node:http';
import type { Limiter } from '../limits/limiter.ts';
import { answerClientError } from './client-error.ts';

const REQUEST_TIMEOUT_MS = 30_000;

/** The HTTP server of an app. What Node would refuse by itself is answered in our shape, or not refused. */
export function createHttpServer(app: RequestListener, limiter: Limiter): Server {
  // Nothing here depends on the name that was asked, and an expectation we do not know is no reason to refuse.
  return createServer({ requireHostHeader: false, requestTimeout: REQUEST_TIMEOUT_MS }, app)
    .on('clientError', answerClientError(limiter))
    .on('checkExpectation', app);
}
