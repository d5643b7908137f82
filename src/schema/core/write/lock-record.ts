import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { nounTable } from '../noun/noun-sql.ts';
import { type NounName, NOUNS } from '../nouns.ts';
import { recordIdOf } from '../noun/record-id.ts';

/**
 * Locks a record until the transaction ends.
 *
 * @throws AppError `not_found`
 */
export async function lockRecord(context: Context, noun: NounName, id: string): Promise<void> {
  const locked = await context.db.$queryRaw<unknown[]>`
    SELECT id FROM ${nounTable(noun)}
    WHERE account_id = ${accountOf(context)} AND id = ${recordIdOf(id)} FOR UPDATE`;
  if (locked.length === 0) throw notFound(NOUNS[noun].word);
}
