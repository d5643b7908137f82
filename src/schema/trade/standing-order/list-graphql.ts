import { builder } from '../../core/builder/builder.ts';
import { declareList } from '../../core/list/declare-list.ts';
import { BY_CREATION } from '../../core/list/order.ts';
import { STANDING_ORDER_FILTERS } from './filters.ts';
import { StandingOrder } from './graphql.ts';

const { byCursor, byPage } = declareList('StandingOrder', StandingOrder, 'deliveries:read', {
  model: 'StandingOrder',
  filters: STANDING_ORDER_FILTERS,
  orders: BY_CREATION,
});

builder.queryFields((t) => ({
  standingOrders: t.fieldWithSelection(byCursor),
  standingOrderPage: t.fieldWithSelection({
    ...byPage,
    description: 'Lists standing orders by numbered pages.',
  }),
}));
