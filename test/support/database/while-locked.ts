import { expect } from 'vitest';
import type { PoolClient } from 'pg';
import type { TestService } from '../service/service.ts';
import { blockedOn } from './hold-up.ts';

export interface Locked {
  /** The statement that locks rows. */
  lock: string;
  values: unknown[];
  /** How many connections must wait for locks before they are released. */
  waiting?: number;
  /** A change of the locked rows, which is committed with their release. */
  change?: (client: PoolClient) => Promise<unknown>;
}

/** Starts `work` while rows are locked, and releases them once it waits for them. Returns its result. */
export async function whileLocked<T>(
  { database }: Pick<TestService, 'database'>,
  { lock, values, waiting = 1, change }: Locked,
  work: () => Promise<T>,
): Promise<T> {
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(lock, values);
    const result = work();
    await expect.poll(() => blockedOn(database), { interval: 10 }).toBe(waiting);
    await change?.(holder);
    await holder.query('COMMIT');
    return await result;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}
