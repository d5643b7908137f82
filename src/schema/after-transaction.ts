import type { Context } from './context.ts';

/** Does what cannot be undone, such as sending a mail, once the open transaction of the request is committed. */
export function afterCommit({ after }: Pick<Context, 'after'>, work: () => void): void {
  if (after) after.committed.push(work);
  else work();
}

/**
 * Does what must last even if the open transaction of the request is rolled back, after its end. `work` gets the context
 * outside of the transaction, and must not throw.
 */
export async function afterEnd(context: Context, work: (outside: Context) => Promise<void>): Promise<void> {
  if (context.after) context.after.ended.push(work);
  else await work(context);
}
