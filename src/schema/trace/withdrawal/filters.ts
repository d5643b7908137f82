import { Prisma } from '../../../generated/prisma/client.ts';
import { dayFilters } from '../../core/list/day-filters.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { BOOLEAN } from '../../core/noun/kinds.ts';
import { recordsWith } from '../../core/search/places.ts';
import { BY_WORDS, isNumber, withWords } from '../../core/search/words.ts';
import { KIND } from './fields.ts';

export const WITHDRAWAL_FILTERS = filtersOf(
  'WithdrawalFilter',
  'withdrawals',
  {
    kind: {
      kind: KIND,
      rule: KIND.rule,
      is: 'of this kind',
      where: (kind) => Prisma.sql`kind = ${kind}`,
    },
    closed: {
      kind: BOOLEAN,
      rule: BOOLEAN.rule,
      is: 'whether to list closed ones only (`true`) or open ones only (`false`). Default: both',
      where: (isClosed) => (isClosed ? Prisma.sql`closed_at IS NOT NULL` : Prisma.sql`closed_at IS NULL`),
    },
    words: {
      ...BY_WORDS,
      is: 'with all of these words, in any order: the number, a whole lot, or words of the product. Ignores case and accents, but in lots. Needs `products:read` to find products',
      where: (search, accountId, may) =>
        withWords(search, {
          own: (word) => [isNumber(Prisma.sql`id`, word), Prisma.sql`${word} = ANY(lots)`],
          places: may('products:read')
            ? [
                {
                  column: Prisma.sql`product_id`,
                  ids: recordsWith('products', accountId, true),
                },
              ]
            : [],
        }),
    },
    ...dayFilters('started', Prisma.sql`started_at`),
  },
  { boundedBy: 'the withdrawals that people start one by one' },
);
