import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { recordAttempts } from '../schema/webhook/record-attempts.ts';
import { takeDue } from '../schema/webhook/take-due.ts';

/** After the start, so that the first requests of the process come first. */
const DELAY_MS = 1_000;
/** PostgreSQL plans the first five executions of a statement anew. */
const EXECUTIONS = 6;
const NO_ACCOUNT = 0n;
const NO_ROOM = { held: [], quick: [], limit: 0 };

/**
 * Opens connections and prepares the statements of runs on them. That takes a hundred times as long as a statement, so
 * otherwise the first moments of several busy accounts would delay everybody.
 */
export async function warmConnections(pool: Pool, count: number, signal: AbortSignal): Promise<void> {
  await sleep(DELAY_MS, undefined, { signal, ref: false });
  await Promise.all(Array.from({ length: count }, () => warm(pool)));
}

async function warm(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    for (let done = 0; done < EXECUTIONS; done++) {
      await takeDue(client, NO_ACCOUNT, NO_ROOM);
      await recordAttempts(client, NO_ACCOUNT, [], { retryDelays: [], disableAfter: 1 });
    }
  } finally {
    client.release();
  }
}
