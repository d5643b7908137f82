import { inTransaction, type Tx } from '../../../database/connect.ts';
import type { AfterTransaction, Context } from '../context.ts';

/**
 * Runs `work` in one transaction. After the commit it announces its events, and does what waited for the
 * commit or the end; within an open transaction, that waits for the outer one.
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
 * In one order, so that transactions that lock the same rows here wait for each other, but never in a circle.
 */
async function runLast(tx: Tx, { last }: AfterTransaction): Promise<void> {
  const inOrder = last.toSorted((one, other) =>
    one.place < other.place ? -1 : Number(one.place > other.place),
  );
  for (const { work } of inOrder) await work(tx);
}
