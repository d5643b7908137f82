import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { containing } from '../list/containing.ts';
import type { Scope } from '../caller/scopes.ts';
import type { FilterCondition } from '../list/filters.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { deliveryHas, recordsWith } from '../search/places.ts';
import { isNumber, withWords } from '../search/words.ts';

/** The index of notes needs at least three characters. */
const MIN_IN_NOTES = 3;
/** With more matches, the list's own statement finds a page quickly. */
const MAX_NAMED = 1_000;

interface MatchingPlaces {
  supermarkets: bigint[];
  branches: bigint[];
}

/** Returns a filter for deliveries with this number, or with the text in their supermarket, branch or notes. */
export function matching(accountId: bigint, search: string): FilterCondition {
  const named = (table: Prisma.Sql) =>
    Prisma.sql`SELECT id FROM ${table} WHERE account_id = ${accountId} AND ${containing(Prisma.sql`name`, search)}`;
  const [supermarkets, branches] = [named(Prisma.sql`supermarkets`), named(Prisma.sql`branches`)];
  return async (db: Db) => {
    const [found] = await db.$queryRaw<[MatchingPlaces]>`
      SELECT ARRAY(${supermarkets} LIMIT ${MAX_NAMED + 1}) AS supermarkets,
             ARRAY(${branches} LIMIT ${MAX_NAMED + 1}) AS branches`;
    const conditions = [
      /^#?\d+$/.test(search) && Prisma.sql`id = ${recordIdOf(search.replace('#', ''))}`,
      isAmong(Prisma.sql`supermarket_id`, found.supermarkets, supermarkets),
      isAmong(Prisma.sql`branch_id`, found.branches, branches),
      search.length >= MIN_IN_NOTES && containing(Prisma.sql`notes`, search),
    ].filter((each) => each !== false);
    return conditions.length > 0 ? Prisma.sql`(${Prisma.join(conditions, ' OR ')})` : Prisma.sql`false`;
  };
}

function isAmong(column: Prisma.Sql, ids: bigint[], all: Prisma.Sql): Prisma.Sql | false {
  if (ids.length > MAX_NAMED) return Prisma.sql`${column} IN (${all})`;
  return ids.length > 0 && Prisma.sql`${column} = ANY(${ids}::bigint[])`;
}

/** Returns a filter for deliveries in which each word occurs somewhere. */
export function withWordsIn(
  search: string,
  accountId: bigint,
  may: (scope: Scope) => boolean,
): FilterCondition {
  return withWords(search, accountId, (filled) => {
    const products = recordsWith('products', accountId, filled, may('products:read'));
    const showsPlaces = may('supermarkets:read');
    return {
      own: (word) => [isNumber(Prisma.sql`id`, word), deliveryHas(word, filled)],
      places: [
        {
          column: Prisma.sql`supermarket_id`,
          ids: recordsWith('supermarkets', accountId, filled, showsPlaces),
        },
        { column: Prisma.sql`branch_id`, ids: recordsWith('branches', accountId, filled, showsPlaces) },
        {
          column: Prisma.sql`id`,
          ids: (word, how) => Prisma.sql`
            SELECT delivery_id FROM delivery_items
            WHERE account_id = ${accountId} AND product_id IN (${products(word, how)})`,
          many: (word) => Prisma.sql`EXISTS (
            SELECT FROM delivery_items item WHERE item.account_id = ${accountId} AND item.delivery_id = deliveries.id
              AND product_id IN (${products(word, 'many')}))`,
        },
      ],
    };
  });
}
