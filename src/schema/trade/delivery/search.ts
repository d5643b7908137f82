import { Prisma } from '../../../generated/prisma/client.ts';
import { containing } from '../../core/list/containing.ts';
import type { Scope } from '../../core/caller/scopes.ts';
import type { FilterCondition } from '../../core/list/filters.ts';
import { deliveryHas, recordsWith } from '../../core/search/places.ts';
import { isNumber, withTexts, withWords } from '../../core/search/words.ts';

/** The index of notes needs at least three characters. */
const MIN_IN_NOTES = 3;

/**
 * Returns the condition for deliveries with this number, or with the text in their supermarket, branch or
 * notes.
 */
export function matching(search: string, accountId: bigint): FilterCondition {
  const named = (table: string) => (text: string) =>
    Prisma.sql`SELECT id FROM ${Prisma.raw(table)}
      WHERE account_id = ${accountId} AND ${containing(Prisma.sql`name`, text)}`;
  return withTexts([search], {
    own: (text) => [
      isNumber(Prisma.sql`id`, text),
      text.length >= MIN_IN_NOTES && containing(Prisma.sql`notes`, text),
    ],
    places: [
      { column: Prisma.sql`supermarket_id`, ids: named('supermarkets') },
      { column: Prisma.sql`branch_id`, ids: named('branches') },
    ],
  });
}

/** Returns the condition for deliveries in which each word occurs in a searched text. */
export function withWordsIn(
  search: string,
  accountId: bigint,
  may: (scope: Scope) => boolean,
): FilterCondition {
  const products = recordsWith('products', accountId, may('products:read'));
  const showsPlaces = may('supermarkets:read');
  return withWords(search, {
    own: (word) => [isNumber(Prisma.sql`id`, word), deliveryHas(word)],
    places: [
      {
        column: Prisma.sql`supermarket_id`,
        ids: recordsWith('supermarkets', accountId, showsPlaces),
      },
      { column: Prisma.sql`branch_id`, ids: recordsWith('branches', accountId, showsPlaces) },
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
  });
}
