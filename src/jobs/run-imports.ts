import { connect } from '../database/connect.ts';
import type { Logger } from '../log.ts';
import type { Context, Settings } from '../schema/core/context.ts';
import type { ImportRef } from '../schema/exchange/import/run/import-jobs.ts';
import { runImport } from '../schema/exchange/import/run/run-import.ts';
import { RUNNING } from '../schema/exchange/import/run/run-limits.ts';

export interface ImportsOptions {
  /** For connections without a statement timeout. */
  url: string;
  announce: Context['announce'];
  settings: Settings;
  log: Logger;
}

/** The imports of this process. */
export interface Imports {
  /** Runs an import, unless the maximum number is running: then its next job comes within seconds. */
  run(ref: ImportRef): Promise<void>;
  /** Ends the running imports after their batch; other processes begin them again. */
  stop(): void;
}

/** Creates the imports of a process: at most two at a time, with two connections each. */
export function createImports({ url, ...options }: ImportsOptions): Imports {
  const stopping = new AbortController();
  let running = 0;
  return {
    async run(ref) {
      if (running >= RUNNING || stopping.signal.aborted) return;
      running += 1;
      const database = connect(url, { max: 2 });
      try {
        await runImport({ ...options, database, signal: stopping.signal }, ref);
      } finally {
        running -= 1;
        await database.close();
      }
    },
    stop: () => stopping.abort(),
  };
}
