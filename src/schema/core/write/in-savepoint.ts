import { isTransaction } from '../../../database/direct/direct.ts';
import type { Context } from '../context.ts';

/**
 * Runs `work`. In an open transaction, a failure undoes only its changes and the work deferred to their
 * commit.
 *
 * @param hasFailed whether a result is a failure, besides what `work` throws
 */
export async function inSavepoint<T>(
  { db, after }: Pick<Context, 'db' | 'after'>,
  work: () => Promise<T>,
  hasFailed: (result: T) => boolean = () => false,
): Promise<T> {
  if (!isTransaction(db)) return work();
  const waiting = after?.committed.length ?? 0;
  let isKept = false;
  await db.$executeRaw`SAVEPOINT work`;
  try {
    const result = await work();
    isKept = !hasFailed(result);
    return result;
  } finally {
    if (!isKept) {
      await db.$executeRaw`ROLLBACK TO SAVEPOINT work`;
      after?.committed.splice(waiting);
    }
    // The savepoint is released even after a failure, because an outer savepoint has the same name.
    await db.$executeRaw`RELEASE SAVEPOINT work`;
  }
}
