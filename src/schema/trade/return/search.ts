import { Prisma } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../core/caller/scopes.ts';
import type { FilterCondition } from '../../core/list/filters.ts';
import { recordsWith } from '../../core/search/places.ts';
import { isNumber, withWords } from '../../core/search/words.ts';

/** Returns the condition for returns in which each word occurs in a text that the caller may read. */
export function withWordsIn(
  search: string,
  accountId: bigint,
  may: (scope: Scope) => boolean,
): FilterCondition {
  const branches = recordsWith('branches', accountId, true);
  const showsSupermarkets = may('supermarkets:read');
  const ofProduct = {
    column: Prisma.sql`product_id`,
    ids: recordsWith('products', accountId, may('products:read')),
  };
  const ofSupermarket = {
    column: Prisma.sql`supermarket_id`,
    ids: recordsWith('supermarkets', accountId, true),
  };
  const ofBranch = {
    column: Prisma.sql`delivery_id`,
    ids: (word: string, how: 'few' | 'many') => Prisma.sql`
      SELECT id FROM deliveries WHERE account_id = ${accountId} AND branch_id IN (${branches(word, how)})`,
    many: (word: string) => Prisma.sql`EXISTS (
      SELECT FROM deliveries delivery
      WHERE delivery.account_id = ${accountId} AND delivery.id = returns.delivery_id
        AND branch_id IN (${branches(word, 'many')}))`,
  };
  return withWords(search, {
    own: (word) => [isNumber(Prisma.sql`id`, word), isNumber(Prisma.sql`delivery_id`, word)],
    places: [
      ofProduct,
      ...(showsSupermarkets ? [ofSupermarket] : []),
      ...(showsSupermarkets && may('deliveries:read') ? [ofBranch] : []),
    ],
  });
}
