import { Prisma } from '../../../generated/prisma/client.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { DATE, ID } from '../../core/noun/kinds.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { anyOf, calendarDate } from '../../core/noun/rules.ts';
import { MAX_PRICE_ROWS } from '../limits.ts';

export const PRICE_AGREEMENT_FILTERS = filtersOf(
  'PriceAgreementFilter',
  'agreed prices',
  {
    supermarketId: {
      kind: ID,
      rule: idFilter,
      is: 'with this supermarket',
      where: (id) => Prisma.sql`supermarket_id = ${id}`,
    },
    productId: {
      kind: ID,
      rule: idFilter,
      is: 'for this product',
      where: (id) => Prisma.sql`product_id = ${id}`,
    },
    productIds: {
      kind: ID,
      rule: anyOf(idFilter, MAX_PRICE_ROWS),
      isList: true,
      is: `for one of these products (1–${MAX_PRICE_ROWS})`,
      where: (ids) => Prisma.sql`product_id = ANY(${ids}::bigint[])`,
    },
    on: {
      kind: DATE,
      rule: calendarDate,
      is: 'that hold on this day',
      where: (day) =>
        Prisma.sql`valid_from <= ${day}::date AND (valid_to >= ${day}::date OR valid_to IS NULL)`,
    },
  },
  { boundedBy: 'the quota of agreed prices' },
);
