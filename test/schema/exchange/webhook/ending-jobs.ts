import type { TestService } from '../../../support/service/service.ts';

/** Deletes jobs in an open transaction, like a worker that ends several, while `work` runs. */
export async function whileJobsEnd<T>(
  { database }: TestService,
  keys: string[],
  work: () => Promise<T>,
): Promise<T> {
  const worker = await database.pool.connect();
  try {
    await worker.query('BEGIN');
    const { rowCount } = await worker.query('DELETE FROM graphile_worker._private_jobs WHERE key = ANY($1)', [
      keys,
    ]);
    if (rowCount !== keys.length) throw new Error(`${rowCount} of ${keys.length} jobs exist`);
    return await work();
  } finally {
    await worker.query('COMMIT');
    worker.release();
  }
}
