import type { Db } from '../../../database/connect.ts';
import type { Context } from '../context.ts';

/**
 * Runs statements at the end of the open transaction, just before the commit. They lock rows that others
 * need, which would otherwise wait for everything that follows in the transaction.
 *
 * @param place what they lock: all transactions take these in the same order
 */
export async function beforeCommit(
  context: Context,
  place: string,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  if (context.after) context.after.last.push({ place, work });
  else await work(context.db);
}

/**
 * Does what cannot be undone, such as sending a mail, once the open transaction of the request is committed.
 */
export function afterCommit({ after }: Pick<Context, 'after'>, work: () => void): void {
  if (after) after.committed.push(work);
  else work();
}

/**
 * Does what must last even if the open transaction of the request is rolled back, after its end. `work` gets
 * the context outside of the transaction, and must not throw.
 */
export async function afterEnd(context: Context, work: (outside: Context) => Promise<void>): Promise<void> {
  if (context.after) context.after.ended.push(work);
  else await work(context);
}
