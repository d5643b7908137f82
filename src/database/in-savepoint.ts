import type { Db } from './connect.ts';
import { isTransaction } from './direct/direct.ts';

/** Runs `work`; in an open transaction, a failure undoes only its changes. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (!isTransaction(db)) return work();
  await db.$executeRaw`SAVEPOINT work`;
  try {
    const result = await work();
    await db.$executeRaw`RELEASE SAVEPOINT work`;
    return result;
  } catch (error) {
    await db.$executeRaw`ROLLBACK TO SAVEPOINT work`;
    throw error;
  }
}
