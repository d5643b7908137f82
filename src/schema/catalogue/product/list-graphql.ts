import { builder } from '../../core/builder/builder.ts';
import { declareList } from '../../core/list/declare-list.ts';
import { BY_CREATION, byName } from '../../core/list/order.ts';
import { PRODUCT_FILTERS } from './filters.ts';
import { Product } from './graphql.ts';

const { byCursor, byPage } = declareList('Product', Product, 'products:read', {
  model: 'Product',
  filters: PRODUCT_FILTERS,
  orders: { ...BY_CREATION, ...byName() },
});

builder.queryFields((t) => ({
  products: t.fieldWithSelection(byCursor),
  productPage: t.fieldWithSelection({ ...byPage, description: 'Lists products by numbered pages.' }),
}));
