import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { parseTable, type TableRow } from './parse-table.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** What the thread sends. */
export type FromThread = { header: string[] } | { rows: TableRow[] } | { end: true } | { unreadable: string };

/** Few enough that receiving them does not hold up the event loop. */
const ROWS_PER_MESSAGE = 500;

/** Parses the file, sends its header, and then the rows of the columns that are asked for. */
async function run(): Promise<void> {
  const { header, rows } = await parseTable(workerData as Uint8Array);
  send({ header });
  const [columns] = (await once(parentPort!, 'message')) as [number[]];
  let batch: TableRow[] = [];
  for (const row of rows(columns)) {
    batch.push(row);
    if (batch.length < ROWS_PER_MESSAGE) continue;
    send({ rows: batch });
    batch = [];
  }
  send({ rows: batch });
  send({ end: true });
}

function send(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(message);
}

await run().catch((error: unknown) => {
  if (!(error instanceof UnreadableFile)) throw error;
  send({ unreadable: error.message });
});
