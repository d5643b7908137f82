import { AsyncLocalStorage } from 'node:async_hooks';
import { Counter } from '@prometheus-io/client';
import type { NextFunction, Response } from 'express';
import type { Logger } from '../log.ts';
import { internalError } from './error-status.ts';

/** A request in progress. */
interface UnderWay {
  id: string;
  /**
   * Ends the request with an internal error; undefined once it is over, because contexts live as long as anything
   * started in them.
   */
  fail: (() => void) | undefined;
}

const underWay = new AsyncLocalStorage<UnderWay>();

/** Counts for the process, whichever part of it fails. */
export const unhandledRejections = new Counter({
  name: 'provender_unhandled_rejections_total',
  help: 'Unhandled promise rejections. Each one is a bug in the service.',
  registers: [],
});

/** Keeps the process running after unhandled rejections. Each is logged, and ends the request that it belongs to. */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc();
    // Node emits a rejection in the async context of its promise.
    const request = underWay.getStore();
    log.error({ err: reason, request: request?.id }, 'unhandled rejection');
    request?.fail?.();
  });
}

/** Continues a request in its own async context, by which a rejection is matched to it. */
export function enterRequest(response: Response, next: NextFunction): void {
  const request: UnderWay = {
    id: response.locals.id as string,
    fail() {
      if (response.headersSent) return;
      next(internalError());
      response.locals.isAbandoned = true;
    },
  };
  response.once('close', () => (request.fail = undefined));
  underWay.run(request, next);
}

/**
 * Returns whether the request was ended with an error while its handler is still running; the handler's response is
 * dropped.
 */
export function isAbandoned({ locals }: Response): boolean {
  return locals.isAbandoned === true;
}
