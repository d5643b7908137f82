import { randomInt } from 'node:crypto';
import type { AfterTransaction, Context } from '../context.ts';
import { inOneTransaction } from './in-one-transaction.ts';

/** The number of ids from which each rehearsal begins with a random one: those at once must not share any. */
const FIRST_IDS = 2 ** 47;

/** Thrown to undo a rehearsal. */
class Undo<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('the rehearsal is over');
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction that is always rolled back, and returns its result. It publishes no event,
 * adds no job and uses no number of a sequence: ids of its rows are negative. What was to follow the
 * transaction is left out.
 */
export async function rehearse<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  const leftOut: AfterTransaction = { last: [], committed: [], ended: [] };
  try {
    return await inOneTransaction({ ...context, after: leftOut }, async (inside): Promise<T> => {
      const last = String(randomInt(FIRST_IDS) - Number.MAX_SAFE_INTEGER);
      await inside.db.$executeRaw`SELECT set_config('provender.rehearsal', ${last}, true)`;
      throw new Undo(await work(inside));
    });
  } catch (error) {
    if (error instanceof Undo) return error.result as T;
    throw error;
  }
}
