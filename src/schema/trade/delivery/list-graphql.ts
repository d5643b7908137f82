import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { declareList } from '../../core/list/declare-list.ts';
import { BY_CREATION, byDate } from '../../core/list/order.ts';
import type { Totals } from '../../core/list/totals.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { Branch, Supermarket } from '../../catalogue/supermarket/graphql.ts';
import { DELIVERY_FILTERS, withLine } from './filters.ts';
import { Delivery } from './graphql.ts';
import { PartFigures } from './part-figures-graphql.ts';

const { byCursor, byPage, totals, within } = declareList('Delivery', Delivery, 'deliveries:read', {
  model: 'Delivery',
  filters: DELIVERY_FILTERS,
  orders: { ...BY_CREATION, ...byDate('DELIVERY_DATE', Prisma.sql`delivery_date`) },
});

const DeliveryTotals = builder.objectRef<Totals>('DeliveryTotals').implement({
  description: 'Sums over deliveries, including cancelled ones.',
  authScopes: { scope: 'deliveries:read' },
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of deliveries.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of units in them.' }),
    value: t.expose('value', { type: 'Decimal', description: 'The sum of their values.' }),
    cancelled: t.field({
      type: PartFigures,
      description: 'What of it is cancelled.',
      resolve: ({ cancelled }) => cancelled!,
    }),
  }),
});

const DELIVERY_SUMS = {
  count: Prisma.sql`1`,
  quantity: Prisma.sql`total_quantity`,
  value: Prisma.sql`total_value`,
  cancelled: { is: Prisma.sql`status = 'cancelled'`, kilograms: Prisma.sql`total_weight` },
};

builder.queryFields((t) => ({
  deliveries: t.fieldWithSelection(byCursor),
  deliveryTotals: t.field({
    type: DeliveryTotals,
    ...totals('deliveries', DELIVERY_SUMS, { includeReplaced: false }),
  }),
  deliveryPage: t.fieldWithSelection({ ...byPage, description: 'Lists deliveries by numbered pages.' }),
}));

builder.prismaObjectField(Supermarket, 'deliveries', (t) =>
  t.fieldWithSelection(
    within(
      ({ id }) => Prisma.sql`supermarket_id = ${id}`,
      'Deliveries to the supermarket. Needs `deliveries:read`.',
    ),
  ),
);
builder.prismaObjectField(Branch, 'deliveries', (t) =>
  t.fieldWithSelection(
    within(({ id }) => Prisma.sql`branch_id = ${id}`, 'Deliveries to the branch. Needs `deliveries:read`.'),
  ),
);
builder.prismaObjectField(Product, 'deliveries', (t) =>
  t.fieldWithSelection(
    within(
      ({ id, accountId }) => withLine(accountId, Prisma.sql`product_id = ${id}`),
      'Deliveries that contain the product. Needs `deliveries:read`.',
    ),
  ),
);
