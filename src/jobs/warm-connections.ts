import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { recordAttempts } from '../schema/webhook/record-attempts.ts';
import { takeDue } from '../schema/webhook/take-due.ts';

/** After the start, so that the first requests of the process come first. */
const DELAY_MS = 1_000;
/** PostgreSQL plans the first five executions of a statement anew. */
const EXECUTIONS = 6;
/** The pool closes silent connections. */
const EVERY_MS = 3_000;
const NO_ACCOUNT = 0n;
const NO_ROOM = { held: [], quick: [], limit: 0 };

/**
 * Opens connections, prepares the statements of runs on them, and keeps them in use, until stopped. Opening one takes a
 * hundred times as long as a statement, so otherwise the first moments of several busy accounts would delay everybody.
 */
export async function warmConnections(pool: Pool, count: number, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  await pause(DELAY_MS);
  for (let executions = EXECUTIONS; !signal.aborted; executions = 1) {
    // Without a database, the next time opens them.
    await Promise.allSettled(Array.from({ length: count }, () => warm(pool, executions)));
    await pause(EVERY_MS);
  }
}

async function warm(pool: Pool, executions: number): Promise<void> {
  const client = await pool.connect();
  try {
    for (let done = 0; done < executions; done++) {
      await takeDue(client, NO_ACCOUNT, NO_ROOM);
      await recordAttempts(client, NO_ACCOUNT, [], { retryDelays: [], pauseMs: 0, disableAfter: 1 });
    }
  } finally {
    client.release();
  }
}
