import { Counter } from '@prometheus-io/client';
import { runningRequest } from '../../database/running-request.ts';
import type { Logger } from '../../log.ts';

/** Counts for the process, whichever part of it fails. */
export const unhandledRejections = new Counter({
  name: 'provender_unhandled_rejections_total',
  help: 'Unhandled promise rejections. Each one is a bug in the service.',
  registers: [],
});

/**
 * Keeps the process running after unhandled rejections. Each is logged, and ends the request that it belongs
 * to.
 */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc();
    // Node emits a rejection in the async context of its promise.
    const request = runningRequest();
    log.error({ err: reason, request: request?.id }, 'unhandled rejection');
    request?.fail?.();
  });
}
