import { builder } from '../../core/builder/builder.ts';
import { declareList } from '../../core/list/declare-list.ts';
import { BY_CREATION, byName } from '../../core/list/order.ts';
import { readAll } from '../../core/list/read-all.ts';
import { atMost } from '../../core/list/list-size.ts';
import { SUPERMARKET_FILTERS } from './filters.ts';
import { Supermarket } from './graphql.ts';

const list = {
  model: 'Supermarket' as const,
  filters: SUPERMARKET_FILTERS,
  orders: { ...BY_CREATION, ...byName() },
};
const { byCursor, byPage } = declareList('Supermarket', Supermarket, 'supermarkets:read', list);

builder.queryFields((t) => ({
  supermarkets: t.fieldWithSelection(byCursor),
  supermarketPage: t.fieldWithSelection({ ...byPage, description: 'Lists supermarkets by numbered pages.' }),
  allSupermarkets: t.fieldWithSelection({
    type: [Supermarket],
    description: 'Returns all supermarkets of the account, newest first.',
    authScopes: { scope: 'supermarkets:read' },
    ...atMost(({ supermarkets }) => supermarkets),
    resolve: (query, _root, _args, context) => readAll(context, list, query),
  }),
}));
