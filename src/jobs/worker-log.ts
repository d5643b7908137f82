import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from '../log.ts';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Sends what graphile-worker has to say to our log; its chatter counts as debugging. */
export function workerLog(log: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    const { error, ...rest } = meta ?? {};
    const bound = { ...scope, ...rest, ...(error !== undefined && { err: error }) };
    // Its advice to have a connection for each place: ours mostly wait for receivers.
    const isAdvice = level === 'warning' && rest.concurrency !== undefined;
    log[isAdvice ? 'debug' : (LEVELS[level as keyof typeof LEVELS] ?? 'debug')](bound, message);
  });
}
