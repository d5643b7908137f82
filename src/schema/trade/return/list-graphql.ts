import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../delivery/graphql.ts';
import { declareList } from '../../core/list/declare-list.ts';
import { BY_CREATION, byDate } from '../../core/list/order.ts';
import type { Totals } from '../../core/list/totals.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { Supermarket } from '../../catalogue/supermarket/graphql.ts';
import { RETURN_FILTERS } from './filters.ts';
import { Return } from './graphql.ts';

const { byCursor, byPage, totals, within } = declareList('Return', Return, 'returns:read', {
  model: 'Return',
  filters: RETURN_FILTERS,
  orders: { ...BY_CREATION, ...byDate('RETURN_DATE', Prisma.sql`return_date`) },
});

const ReturnTotals = builder.objectRef<Totals>('ReturnTotals').implement({
  description: 'Sums over returns.',
  authScopes: { scope: 'returns:read' },
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of returns; a reversal counts as −1.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of units that came back.' }),
    creditAmount: t.expose('value', { type: 'Decimal', description: 'The sum of their credits.' }),
  }),
});

const SUMS = {
  // A reversal cancels its return.
  count: Prisma.sql`CASE WHEN quantity < 0 THEN -1 ELSE 1 END`,
  quantity: Prisma.sql`quantity`,
  value: Prisma.sql`credit_amount`,
};

builder.queryFields((t) => ({
  returns: t.fieldWithSelection(byCursor),
  returnTotals: t.field({ type: ReturnTotals, ...totals('returns', SUMS) }),
  returnPage: t.fieldWithSelection({ ...byPage, description: 'Lists returns by numbered pages.' }),
}));

builder.prismaObjectField(Supermarket, 'returns', (t) =>
  t.fieldWithSelection(
    within(
      ({ id }) => Prisma.sql`supermarket_id = ${id}`,
      'Returns from the supermarket. Needs `returns:read`.',
    ),
  ),
);
builder.prismaObjectField(Product, 'returns', (t) =>
  t.fieldWithSelection(
    within(({ id }) => Prisma.sql`product_id = ${id}`, 'Returns of the product. Needs `returns:read`.'),
  ),
);
builder.prismaObjectField(Delivery, 'returns', (t) =>
  t.fieldWithSelection(
    within(({ id }) => Prisma.sql`delivery_id = ${id}`, 'Returns from the delivery. Needs `returns:read`.'),
  ),
);
