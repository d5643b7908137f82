import { Prisma } from '../../../generated/prisma/client.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { DATE, ID } from '../../core/noun/kinds.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { calendarDate } from '../../core/noun/rules.ts';

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
