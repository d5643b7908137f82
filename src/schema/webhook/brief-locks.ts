import type { PoolClient } from 'pg';
import { AGAIN_MS } from './sending-limits.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * SQL condition of a statement that adds jobs. The worker deletes finished jobs several at a time, in any order: without
 * the timeout, the two could wait for each other until PostgreSQL ends one of them.
 */
export const WAITS_BRIEFLY = `(SELECT set_config('lock_timeout', '${AGAIN_MS}', true)) IS NOT NULL`;

/** Returns whether a statement waited too long for a lock. */
export function isLocked(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
}

/** Adds hints in a transaction. If others have locked the jobs, it adds none and the transaction goes on. */
export async function addHints(client: PoolClient, add: () => Promise<void>): Promise<void> {
  await client.query('SAVEPOINT hints');
  try {
    await add();
    await client.query('RELEASE SAVEPOINT hints');
    await client.query('SET LOCAL lock_timeout = 0');
  } catch (error) {
    if (!isLocked(error)) throw error;
    // This also restores the timeout.
    await client.query('ROLLBACK TO SAVEPOINT hints');
  }
}
