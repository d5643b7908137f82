import { Prisma } from '../../../generated/prisma/client.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { DATE, ID, TEXT } from '../../core/noun/kinds.ts';
import { inCategory } from '../../catalogue/product/filters.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { anyOf, calendarDate, text } from '../../core/noun/rules.ts';
import { BY_WORDS } from '../../core/search/words.ts';
import { referenceFilters, timeFilters } from '../../core/list/sync-filters.ts';
import { reason } from './fields.ts';
import { withWordsIn } from './search.ts';

const OF_DELIVERY = referenceFilters(
  ' of the delivery',
  (matches, accountId) =>
    Prisma.sql`delivery_id IN (SELECT id FROM deliveries WHERE account_id = ${accountId} AND ${matches})`,
);

export const RETURN_FILTERS = filtersOf('ReturnFilter', 'returns', {
  reason: {
    kind: TEXT,
    rule: reason,
    inRest: true,
    is: 'for exactly this reason',
    where: (each) => Prisma.sql`reason = ${each}`,
  },
  reasons: {
    kind: TEXT,
    rule: anyOf(reason),
    isList: true,
    is: 'for exactly one of these reasons',
    where: (reasons) => Prisma.sql`reason = ANY(${reasons}::text[])`,
  },
  deliveryId: {
    kind: ID,
    rule: idFilter,
    inRest: true,
    is: 'from this delivery',
    where: (id) => Prisma.sql`delivery_id = ${id}`,
  },
  supermarketId: {
    kind: ID,
    rule: idFilter,
    inRest: true,
    is: 'from this supermarket',
    where: (id) => Prisma.sql`supermarket_id = ${id}`,
  },
  branchId: {
    kind: ID,
    rule: idFilter,
    inRest: true,
    is: 'from this branch',
    where: (id, accountId) =>
      Prisma.sql`delivery_id IN (SELECT id FROM deliveries WHERE account_id = ${accountId} AND branch_id = ${id})`,
  },
  productId: {
    kind: ID,
    rule: idFilter,
    is: 'of this product',
    where: (id) => Prisma.sql`product_id = ${id}`,
  },
  category: {
    kind: TEXT,
    rule: text(),
    needs: 'products:read',
    is: 'of a product that is in this category now',
    where: (category, accountId) => inCategory(accountId, category),
  },
  dateFrom: {
    kind: DATE,
    rule: calendarDate,
    inRest: true,
    is: 'returned on this day or later',
    where: (date) => Prisma.sql`return_date >= ${date}::date`,
  },
  dateTo: {
    kind: DATE,
    rule: calendarDate,
    endOf: 'dateFrom',
    inRest: true,
    is: 'returned on this day or earlier',
    where: (date) => Prisma.sql`return_date <= ${date}::date`,
  },
  words: {
    ...BY_WORDS,
    is: 'with all of these words, in any order: the number, that of the delivery, words of the product, the supermarket or the branch. Ignores case and accents. Needs `supermarkets:read` to find supermarkets and branches, and `deliveries:read` to find branches',
    where: withWordsIn,
  },
  reference: { ...OF_DELIVERY.reference, needs: 'deliveries:read' },
  references: { ...OF_DELIVERY.references, needs: 'deliveries:read' },
  ...timeFilters('created or reversed', createdOrReversed),
});

/**
 * Returns the condition for returns that were created or reversed since a time. A reversal is created when it
 * reverses its return.
 */
function createdOrReversed(time: Prisma.Sql, accountId: bigint): Prisma.Sql {
  return Prisma.sql`(created_at >= ${time} OR id = ANY(ARRAY(
    SELECT reversal.reverses_id FROM returns reversal
    WHERE reversal.account_id = ${accountId} AND reversal.created_at >= ${time}
      AND reversal.reverses_id IS NOT NULL)))`;
}
