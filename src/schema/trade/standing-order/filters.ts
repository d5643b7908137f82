import type { Db } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { filtersOf, type FilterCondition } from '../../core/list/filters.ts';
import { ID } from '../../core/noun/kinds.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { recordsWith } from '../../core/search/places.ts';
import { BY_WORDS, withWords } from '../../core/search/words.ts';
import { referenceFilters } from '../../core/list/sync-filters.ts';
import { dateOf, type Day } from './days.ts';
import { STANDING_ORDER_STATUS, type StandingOrderStatus } from './fields.ts';
import { readClock } from './read-orders.ts';

export const STANDING_ORDER_FILTERS = filtersOf(
  'StandingOrderFilter',
  'standing orders',
  {
    status: {
      kind: STANDING_ORDER_STATUS,
      rule: STANDING_ORDER_STATUS.rule,
      inRest: true,
      is: "in this status today, in the account's time zone",
      where: hasStatus,
    },
    supermarketId: {
      kind: ID,
      rule: idFilter,
      inRest: true,
      is: 'for this supermarket',
      where: (id) => Prisma.sql`supermarket_id = ${id}`,
    },
    branchId: {
      kind: ID,
      rule: idFilter,
      is: 'for this branch',
      where: (id) => Prisma.sql`branch_id = ${id}`,
    },
    productId: {
      kind: ID,
      rule: idFilter,
      is: 'with this product',
      where: (id, accountId) => Prisma.sql`id IN (
      SELECT standing_order_id FROM standing_order_lines WHERE account_id = ${accountId} AND product_id = ${id})`,
    },
    search: {
      ...BY_WORDS,
      is: 'with all of these words, in any order, in the notes, the order number, the reference, or the name of the supermarket or the branch. Ignores case and accents',
      where: (search, accountId) =>
        withWords(search, {
          own: (word) => [
            Prisma.sql`word_text(
              coalesce(reference, '') || ' ' || coalesce(order_number, '') || ' ' || coalesce(notes, ''))
            LIKE word_pattern(${word})`,
          ],
          places: [
            {
              column: Prisma.sql`supermarket_id`,
              ids: recordsWith('supermarkets', accountId, false),
            },
            { column: Prisma.sql`branch_id`, ids: recordsWith('branches', accountId, false) },
          ],
        }),
    },
    ...referenceFilters(),
  },
  { boundedBy: 'the quota of standing orders' },
);

function hasStatus(status: StandingOrderStatus, accountId: bigint): FilterCondition {
  return async (db: Db) => {
    const { today } = await readClock(db, accountId);
    return statusIs(status, today);
  };
}

function statusIs(status: StandingOrderStatus, today: Day): Prisma.Sql {
  const day = Prisma.sql`${dateOf(today)}::date`;
  const hasEnded = Prisma.sql`(ended_at IS NOT NULL OR coalesce(ends_on < ${day}, false))`;
  if (status === 'ended') return hasEnded;
  const isPaused = Prisma.sql`coalesce(paused_from <= ${day} AND coalesce(paused_until >= ${day}, true), false)`;
  return status === 'paused'
    ? Prisma.sql`(NOT ${hasEnded} AND ${isPaused})`
    : Prisma.sql`(NOT ${hasEnded} AND NOT ${isPaused})`;
}
