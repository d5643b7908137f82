import { type Db, unprepared } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { containing } from '../list/containing.ts';
import type { FilterCondition } from '../list/filters.ts';
import { isShort } from './places.ts';
import { filledFor } from './word-texts.ts';

/** With more matches, the list's own statement finds a page quickly. */
const MAX_FOUND = 200;

/** Returns the condition that the name of a product contains a text, ignoring case. Few with a short one are looked up. */
export function productNamed(accountId: bigint, part: string): FilterCondition {
  const named = containing(Prisma.sql`name`, part);
  if (!isShort(part)) return named;
  return async (db: Db) => {
    if (!(await filledFor(db, accountId)).products) return named;
    const found = await db.$queryRaw<{ id: bigint }[]>`
      ${unprepared} SELECT id FROM products
      WHERE account_id = ${accountId} AND short_words(words) @> short_keys(${part}) AND ${named}
      LIMIT ${Prisma.raw(String(MAX_FOUND + 1))}`;
    if (found.length > MAX_FOUND) return named;
    return found.length === 0
      ? Prisma.sql`false`
      : Prisma.sql`id = ANY(${found.map(({ id }) => id)}::bigint[])`;
  };
}
