import type { Db } from '../../../database/connect.ts';
import type { Context } from '../context.ts';

/**
 * Runs statements just before the commit, because the rows that they lock are shared with other transactions.
 *
 * @param place the locked rows: all transactions lock these in the same order
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
 * Runs work that cannot be undone, such as sending a mail, after the open transaction of the request is
 * committed.
 */
export function afterCommit({ after }: Pick<Context, 'after'>, work: () => void): void {
  if (after) after.committed.push(work);
  else work();
}

/**
 * Runs work whose effect must last even if the open transaction of the request is rolled back, after that
 * transaction. `work` gets the context outside of the transaction, and must not throw.
 */
export async function afterEnd(context: Context, work: (outside: Context) => Promise<void>): Promise<void> {
  if (context.after) context.after.ended.push(work);
  else await work(context);
}
