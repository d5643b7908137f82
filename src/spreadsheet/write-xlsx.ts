import { Worker } from 'node:worker_threads';
import { HEAP_MB, WRITE_TIMEOUT_MS } from './limits.ts';

/** A cell of a file to write: text, which stays text whatever it looks like, a number, or a day (`2026-01-31`). */
export type XlsxCell = string | number | { day: string } | null;

// This path is also right from the folder of the bundled service.
const THREAD = new URL('../../src/spreadsheet/writing-thread.ts', import.meta.url);

/**
 * Writes an .xlsx file in a thread with limited memory and time.
 *
 * @param parts its rows as JSON, several `XlsxCell[]` in each part; the first row is the header
 */
export function writeXlsx(parts: readonly string[]): Promise<Uint8Array> {
  const thread = new Worker(THREAD, {
    workerData: parts,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: HEAP_MB / 8 },
  });
  const timer = setTimeout(() => void thread.terminate(), WRITE_TIMEOUT_MS);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  thread.on('message', resolve);
  thread.on('error', reject);
  thread.on('exit', () => reject(new Error('writing an .xlsx file took too long')));
  return promise.finally(async () => {
    clearTimeout(timer);
    await thread.terminate();
  });
}
