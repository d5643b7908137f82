import { inTransaction, type Tx } from '../../../database/connect.ts';
import type { AfterTransaction, Context } from '../context.ts';

/**
 * Runs `work` in one transaction. After the commit, announces its events and runs the deferred work. Within
 * an open transaction, these wait for the outer one.
 */
export async function inOneTransaction<T>(
  context: Context,
  work: (inside: Context) => Promise<T>,
): Promise<T> {
  const announced: boolean[] = [];
  const after: AfterTransaction = { last: [], committed: [], ended: [] };
  const inside = {
    ...context,
    outer: context,
    after: context.after ?? after,
    announce: (hasRecipients: boolean) => void announced.push(hasRecipients),
  };
  let result: T;
  try {
    result = await inTransaction(context.db, async (tx) => {
      const done = await work({ ...inside, db: tx });
      await runLast(tx, after);
      return done;
    });
  } finally {
    for (const end of after.ended) await end(context);
  }
  for (const commit of after.committed) commit();
  // Events are visible only after the commit.
  if (announced.length > 0) context.announce(announced.includes(true));
  return result;
}

/**
 * Runs the statements in a fixed order, so that transactions that lock the same rows here cannot deadlock.
 */
async function runLast(tx: Tx, { last }: AfterTransaction): Promise<void> {
  const inOrder = last.toSorted((one, other) =>
    one.place < other.place ? -1 : Number(one.place > other.place),
  );
  for (const { work } of inOrder) await work(tx);
}
