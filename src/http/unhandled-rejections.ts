import { AsyncLocalStorage } from 'node:async_hooks';
import { Counter } from '@prometheus-io/client';
import type { NextFunction, Response } from 'express';
import type { Logger } from '../log.ts';
import { internalError } from './error-status.ts';

/** A request under way. */
interface UnderWay {
  id: string;
  /** Ends it as a fault of ours; undefined once it is over, for contexts live as long as what was begun in them. */
  fail: (() => void) | undefined;
}

const underWay = new AsyncLocalStorage<UnderWay>();

/** Counts for the process, whatever serves or works in it. */
export const unhandledRejections = new Counter({
  name: 'provender_unhandled_rejections_total',
  help: 'Promises that were rejected without anything handling it: faults of the service.',
  registers: [],
});

/** Has the process live through rejections that nothing handles. Each is logged, and ends the request it belongs to. */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc();
    // Node reports a rejection in the context of its promise.
    const request = underWay.getStore();
    log.error({ err: reason, request: request?.id }, 'a rejection was not handled');
    request?.fail?.();
  });
}

/** Goes on with a request in a context of its own, by which a rejection finds it. */
export function enterRequest(response: Response, next: NextFunction): void {
  const request: UnderWay = {
    id: response.locals.id as string,
    fail() {
      if (response.headersSent) return;
      next(internalError());
      response.locals.isGivenUp = true;
    },
  };
  response.once('close', () => (request.fail = undefined));
  underWay.run(request, next);
}

/** Returns whether the request was ended while something still works on its answer, which comes too late. */
export function isGivenUp({ locals }: Response): boolean {
  return locals.isGivenUp === true;
}
