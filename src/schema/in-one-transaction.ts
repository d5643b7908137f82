import { inTransaction } from '../database/connect.ts';
import type { Context } from './context.ts';

/** Runs `work` in one transaction and announces its events after the commit. */
export async function inOneTransaction<T>(
  context: Context,
  work: (inside: Context) => Promise<T>,
): Promise<T> {
  const announced: boolean[] = [];
  const result = await inTransaction(context.db, (tx) =>
    work({ ...context, db: tx, announce: (hasRecipients) => void announced.push(hasRecipients) }),
  );
  // Events are visible only after the commit.
  if (announced.length > 0) context.announce(announced.includes(true));
  return result;
}
