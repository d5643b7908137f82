import { Prisma } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { Delivery } from '../delivery/graphql.ts';
import { declareList } from '../list/declare-list.ts';
import { BY_CREATION, byDate } from '../list/order.ts';
import { Product } from '../product/graphql.ts';
import { Supermarket } from '../supermarket/graphql.ts';
import { RETURN_FILTERS } from './filters.ts';
import { Return } from './graphql.ts';

const { byCursor, byPage, within } = declareList('Return', Return, 'returns:read', {
  model: 'Return',
  filters: RETURN_FILTERS,
  orders: { ...BY_CREATION, ...byDate('RETURN_DATE', Prisma.sql`return_date`) },
});

builder.queryFields((t) => ({
  returns: t.field(byCursor),
  returnPage: t.field({ ...byPage, description: 'Lists returns by numbered pages.' }),
}));

builder.prismaObjectField(Supermarket, 'returns', (t) =>
  t.field(within(({ id }) => Prisma.sql`supermarket_id = ${id}`)),
);
builder.prismaObjectField(Product, 'returns', (t) =>
  t.field(within(({ id }) => Prisma.sql`product_id = ${id}`)),
);
builder.prismaObjectField(Delivery, 'returns', (t) =>
  t.field(within(({ id }) => Prisma.sql`delivery_id = ${id}`)),
);
