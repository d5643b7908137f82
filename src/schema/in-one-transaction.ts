import { inTransaction } from '../database/connect.ts';
import type { Context } from './context.ts';

/** Runs `work` in one transaction and announces the events that it published after the commit. */
export async function inOneTransaction<T>(
  context: Context,
  work: (inside: Context) => Promise<T>,
): Promise<T> {
  const published: boolean[] = [];
  const result = await inTransaction(context.db, (tx) =>
    work({ ...context, db: tx, published: (hasRecipients) => void published.push(hasRecipients) }),
  );
  // Events can be seen only after the commit.
  if (published.length > 0) context.published(published.includes(true));
  return result;
}
