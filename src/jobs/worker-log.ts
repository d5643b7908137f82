import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from '../log.ts';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Sends what graphile-worker has to say to our log; its chatter counts as debugging. */
export function workerLog(log: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    log[LEVELS[level as keyof typeof LEVELS] ?? 'debug']({ ...scope, ...meta }, message);
  });
}
