import { builder } from '../builder/builder.ts';
import { accountOf } from '../context.ts';
import { declareList } from '../list/declare-list.ts';
import { BY_CREATION, byName } from '../list/order.ts';
import { atMost } from '../list/list-size.ts';
import { SUPERMARKET_FILTERS } from './filters.ts';
import { Supermarket } from './graphql.ts';

const { byCursor, byPage } = declareList('Supermarket', Supermarket, 'supermarkets:read', {
  model: 'Supermarket',
  filters: SUPERMARKET_FILTERS,
  orders: { ...BY_CREATION, ...byName() },
});

builder.queryFields((t) => ({
  supermarkets: t.fieldWithSelection(byCursor),
  supermarketPage: t.fieldWithSelection({ ...byPage, description: 'Lists supermarkets by numbered pages.' }),
  allSupermarkets: t.fieldWithSelection({
    type: [Supermarket],
    description: 'Returns all supermarkets of the account, newest first.',
    authScopes: { scope: 'supermarkets:read' },
    ...atMost(({ supermarkets }) => supermarkets),
    resolve: (query, _root, _args, context) =>
      context.db.supermarket.findMany({
        ...query,
        where: { accountId: accountOf(context) },
        orderBy: { id: 'desc' },
      }),
  }),
}));
