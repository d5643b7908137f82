import { Prisma } from '../../../generated/prisma/client.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { BOOLEAN, DATE, ID, TEXT } from '../../core/noun/kinds.ts';
import { isInCategory } from '../../catalogue/product/filters.ts';
import { STATE } from '../receipt/fields.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { anyOf, calendarDate, text } from '../../core/noun/rules.ts';
import { BY_WORDS } from '../../core/search/words.ts';
import { referenceFilters, timeFilters } from '../../core/list/sync-filters.ts';
import { isOpenTooLong } from './late.ts';
import { matchingDeliveries, withWordsInDelivery } from './search.ts';
import { DELIVERY_STATUS } from './status.ts';

export const DELIVERY_FILTERS = filtersOf('DeliveryFilter', 'deliveries', {
  status: {
    kind: DELIVERY_STATUS,
    rule: DELIVERY_STATUS.rule,
    inRest: true,
    is: 'in this status',
    where: (status) => Prisma.sql`status = ${status}`,
  },
  statuses: {
    kind: DELIVERY_STATUS,
    rule: anyOf(DELIVERY_STATUS.rule),
    isList: true,
    is: 'in one of these statuses',
    where: (statuses) => Prisma.sql`status = ANY(${statuses}::text[])`,
  },
  dateFrom: {
    kind: DATE,
    rule: calendarDate,
    inRest: true,
    is: 'due on this day or later',
    where: (date) => Prisma.sql`delivery_date >= ${date}::date`,
  },
  dateTo: {
    kind: DATE,
    rule: calendarDate,
    endOf: 'dateFrom',
    inRest: true,
    is: 'due on this day or earlier',
    where: (date) => Prisma.sql`delivery_date <= ${date}::date`,
  },
  supermarketId: {
    kind: ID,
    rule: idFilter,
    inRest: true,
    is: 'to this supermarket',
    where: (id) => Prisma.sql`supermarket_id = ${id}`,
  },
  branchId: {
    kind: ID,
    rule: idFilter,
    inRest: true,
    is: 'to this branch',
    where: (id) => Prisma.sql`branch_id = ${id}`,
  },
  productId: {
    kind: ID,
    rule: idFilter,
    is: 'with this product',
    where: (id, accountId) => withLine(accountId, Prisma.sql`product_id = ${id}`),
  },
  category: {
    kind: TEXT,
    rule: text(),
    needs: 'products:read',
    is: 'with a product that is in this category now',
    where: (category, accountId) => withLine(accountId, isInCategory(accountId, category)),
  },
  inTour: {
    kind: BOOLEAN,
    rule: BOOLEAN.rule,
    is: 'that are in a tour, or with `false` in none',
    where: (isInTour, accountId) => {
      if (isInTour)
        return Prisma.sql`id IN (SELECT delivery_id FROM tour_stops WHERE account_id = ${accountId})`;
      // Found by its key for each delivery, because an account has stops of many years.
      return Prisma.sql`NOT EXISTS (SELECT FROM tour_stops WHERE account_id = ${accountId} AND delivery_id = id)`;
    },
  },
  firstVersionId: {
    kind: ID,
    rule: idFilter,
    is: 'whose first version is this delivery, including itself',
    where: (id) => Prisma.sql`(id = ${id} OR first_version_id = ${id})`,
  },
  includeReplaced: {
    kind: BOOLEAN,
    rule: BOOLEAN.rule,
    isBroad: 'few deliveries are replaced by a newer version',
    is: 'whether to include deliveries that a newer version replaced (default true in lists, false in totals)',
    where: (isIncluded) => (isIncluded ? Prisma.sql`true` : Prisma.sql`replaced_by_id IS NULL`),
  },
  late: {
    kind: BOOLEAN,
    rule: BOOLEAN.rule,
    is: "whether they are still pending or in transit after their day, in the account's time zone. A delivery window over midnight ends on the day after",
    where: isOpenTooLong,
  },
  receiptState: {
    kind: STATE,
    rule: STATE.rule,
    inRest: true,
    is: 'with a receipt in this state',
    where: (state, accountId) => hasReceipt(accountId, Prisma.sql`state = ${state}`),
  },
  receiptStates: {
    kind: STATE,
    rule: anyOf(STATE.rule),
    isList: true,
    is: 'with a receipt in one of these states',
    where: (states, accountId) => hasReceipt(accountId, Prisma.sql`state = ANY(${states}::text[])`),
  },
  search: {
    kind: TEXT,
    rule: text(),
    is:
      'with this number (`282` or `#282`), or with this text in the name of the supermarket or the branch, or in the ' +
      'notes, ignoring case. Notes are searched for texts of 3 characters or more',
    where: matchingDeliveries,
  },
  words: {
    ...BY_WORDS,
    is: 'with all of these words, in any order: the number, words of the supermarket, the branch, its address, a product, the reference, the order number or the notes. Ignores case and accents. Numbers and notes are searched for words of 3 characters or more',
    where: withWordsInDelivery,
  },
  ...referenceFilters(),
  ...timeFilters(),
});

/** Returns the condition for deliveries with a line that meets `condition`. */
export function withLine(accountId: bigint, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`id IN (SELECT delivery_id FROM delivery_items WHERE account_id = ${accountId} AND ${condition})`;
}

function hasReceipt(accountId: bigint, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`id IN (SELECT delivery_id FROM receipts WHERE account_id = ${accountId} AND ${condition})`;
}
