import type { Context } from '../schema/core/context.ts';
import { inOneTransaction } from '../schema/core/write/in-one-transaction.ts';

/** Thrown to undo a rehearsal. */
class Undo<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('the rehearsal is over');
    this.result = result;
  }
}

/** Runs `work` in a transaction that is always rolled back, and returns its result. Nothing is announced. */
export async function rehearse<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  try {
    return await inOneTransaction(context, async (inside): Promise<T> => {
      throw new Undo(await work(inside));
    });
  } catch (error) {
    if (error instanceof Undo) return error.result as T;
    throw error;
  }
}
