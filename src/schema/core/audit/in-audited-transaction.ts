import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';
import { addEntry, type ChangeEntry } from './leave-entry.ts';

/**
 * The entry that a write leaves in the audit log, or a function that returns it by the result and the state
 * before; undefined for none.
 */
export type EntryOf<T> = ChangeEntry | ((result: T, before: unknown) => ChangeEntry | undefined);

/**
 * Runs `work` in one transaction, which also writes the entry of the audit log.
 *
 * @param state returns the state that `work` changes; if it stays the same, no entry is written. Changes of
 * the account's states wait for each other
 */
export async function inAuditedTransaction<T>(
  context: Context,
  work: (inside: Context) => Promise<T>,
  entry: EntryOf<T>,
  state?: (inside: Context) => Promise<unknown>,
): Promise<T> {
  return inOneTransaction(context, async (inside) => {
    if (state) await lockStates(inside);
    const before = await state?.(inside);
    const result = await work(inside);
    if (state && isDeepStrictEqual(before, await state(inside))) return result;
    const left = typeof entry === 'function' ? entry(result, before) : entry;
    if (left) await addEntry(inside, left);
    return result;
  });
}

/** Makes other changes of states wait: compared with the state before both, one could look like no change. */
async function lockStates({ db, caller }: Context): Promise<void> {
  const states = `audited states of ${caller?.accountId}`;
  // guard: audited-states-lock
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${states}, 0))`;
}
