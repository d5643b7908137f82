import { randomInt } from 'node:crypto';
import { isTransaction } from '../../../database/direct/direct.ts';
import type { AfterTransaction, Context } from '../context.ts';
import { inOneTransaction } from './in-one-transaction.ts';
import { inSavepoint } from './in-savepoint.ts';

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
 * Runs `work`, returns its result, and rolls back its changes: a transaction, or a part of an open one. It
 * publishes no event, adds no job and uses no number of a sequence: ids of its rows are negative. What was to
 * follow the transaction is left out.
 */
export async function rehearse<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  const leftOut: AfterTransaction = { last: [], committed: [], ended: [] };
  const undone = async (inside: Context): Promise<T> => {
    const last = String(randomInt(FIRST_IDS) - Number.MAX_SAFE_INTEGER);
    await inside.db.$executeRaw`SELECT set_config('provender.rehearsal', ${last}, true)`;
    throw new Undo(await work(inside));
  };
  try {
    return await inOneTransaction({ ...context, after: leftOut }, (inside) =>
      isTransaction(context.db) ? inSavepoint(inside, () => undone(inside)) : undone(inside),
    );
  } catch (error) {
    if (error instanceof Undo) return error.result as T;
    throw error;
  }
}
