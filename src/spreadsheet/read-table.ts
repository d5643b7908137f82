import { Worker } from 'node:worker_threads';
import { HEAP_MB, READ_TIMEOUT_MS } from './limits.ts';
import type { TableRow } from './parse-table.ts';
import type { FromThread } from './reading-thread.ts';
import { UnreadableFile } from './unreadable-file.ts';

// This path is also right from the folder of the bundled service.
const THREAD = new URL('../../src/spreadsheet/reading-thread.ts', import.meta.url);

/**
 * Reads a CSV or .xlsx file in a thread with limited memory and time.
 *
 * @param choose returns the columns to read, given the header
 * @throws UnreadableFile, and what `choose` throws
 */
export async function readTable(
  bytes: Uint8Array,
  choose: (header: string[]) => readonly number[],
): Promise<TableRow[]> {
  const thread = new Worker(THREAD, {
    workerData: bytes,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: HEAP_MB / 8 },
  });
  const timer = setTimeout(() => void thread.terminate(), READ_TIMEOUT_MS);
  const rows: TableRow[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<TableRow[]>();
  thread.on('message', (message: FromThread) => {
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      if ('header' in message) thread.postMessage(choose(message.header));
      else if ('rows' in message) for (const row of message.rows) rows.push(row);
      else if ('unreadable' in message) reject(new UnreadableFile(message.unreadable));
      else resolve(rows);
    } catch (error) {
      reject(error);
    }
  });
  thread.on('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
  });
  thread.on('exit', () => reject(tooLarge()));
  return promise.finally(async () => {
    clearTimeout(timer);
    await thread.terminate();
  });
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile('Reading the file takes too much memory or time. Split it, or save it as CSV');
}
