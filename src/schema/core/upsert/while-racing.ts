import type { Tx } from '../../../database/connect.ts';
import { isDuplicate } from '../../../database/duplicate.ts';
import { fault } from '../errors.ts';

const RACE_ATTEMPTS = 3;

/**
 * Runs `work` of a transaction, again if another write took one of its references in the meantime: then it
 * finds the record.
 *
 * @throws AppError `service_unavailable` if that happens again and again
 */
export async function whileRacing<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < RACE_ATTEMPTS; attempt++) {
    await tx.$executeRaw`SAVEPOINT upsert`;
    try {
      const result = await work();
      await tx.$executeRaw`RELEASE SAVEPOINT upsert`;
      return result;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT upsert`;
    }
  }
  throw fault('conflicting_writes', 'The same references are being written by other requests. Try again');
}
