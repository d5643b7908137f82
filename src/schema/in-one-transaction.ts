import { inTransaction } from '../database/connect.ts';
import type { AfterTransaction, Context } from './context.ts';

/**
 * Runs `work` in one transaction. After the commit it announces its events, and does what waited for the commit or the
 * end; within an open transaction, that waits for the outer one.
 */
export async function inOneTransaction<T>(
  context: Context,
  work: (inside: Context) => Promise<T>,
): Promise<T> {
  const announced: boolean[] = [];
  const after: AfterTransaction = { committed: [], ended: [] };
  const inside = {
    ...context,
    outer: context,
    after: context.after ?? after,
    announce: (hasRecipients: boolean) => void announced.push(hasRecipients),
  };
  let result: T;
  try {
    result = await inTransaction(context.db, (tx) => work({ ...inside, db: tx }));
  } finally {
    for (const end of after.ended) await end(context);
  }
  for (const commit of after.committed) commit();
  // Events are visible only after the commit.
  if (announced.length > 0) context.announce(announced.includes(true));
  return result;
}
