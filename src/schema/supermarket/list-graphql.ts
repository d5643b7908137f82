import { builder } from '../builder.ts';
import { connectionOf, type List } from '../connection/connection.ts';
import { connectionArgs, connectionType } from '../connection/graphql.ts';
import { BY_CREATION, byName, orderEnum } from '../connection/order.ts';
import { accountOf } from '../context.ts';
import { atMost } from '../list-size.ts';
import { pageArgs, pageOf, pageType } from '../page.ts';
import { Supermarket } from './graphql.ts';
import { selecting } from '../selecting.ts';

const READ = { scope: 'supermarkets:read' } as const;

const SUPERMARKETS = {
  model: 'Supermarket',
  orders: { ...BY_CREATION, ...byName() },
} satisfies List;

const SupermarketOrder = orderEnum('SupermarketOrder', SUPERMARKETS.orders);
const SupermarketConnection = connectionType('Supermarket', Supermarket, 'supermarkets:read');
const SupermarketPage = pageType('SupermarketPage', Supermarket, 'supermarkets:read');

builder.queryFields((t) => ({
  supermarkets: t.field({
    type: SupermarketConnection,
    authScopes: READ,
    args: {
      ...connectionArgs,
      orderBy: t.arg({ type: SupermarketOrder, defaultValue: 'CREATED_DESC' }),
    },
    resolve: (_root, args, context, info) => connectionOf(SUPERMARKETS, { args, context, info }),
  }),
  supermarketPage: t.field({
    type: SupermarketPage,
    description: 'As `supermarkets`, by numbered pages.',
    authScopes: READ,
    args: pageArgs,
    resolve: (_root, args, context, info) => pageOf(context, info, args, 'Supermarket', []),
  }),
  allSupermarkets: t.field({
    type: [Supermarket],
    description: 'Every supermarket of the account, newest first.',
    authScopes: READ,
    ...atMost(({ supermarkets }) => supermarkets),
    resolve: selecting((query, _root, _args, context) =>
      context.db.supermarket.findMany({
        ...query,
        where: { accountId: accountOf(context) },
        orderBy: { id: 'desc' },
      }),
    ),
  }),
}));
