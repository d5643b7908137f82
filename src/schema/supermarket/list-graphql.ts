import { withSelection } from '@provender/compiled-execution/pothos';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../list/connection.ts';
import { connectionType, filteredArgs, pageArgs, pageType } from '../list/graphql.ts';
import { BY_CREATION, byName, orderEnum } from '../list/order.ts';
import { pageOf } from '../list/page.ts';
import type { List } from '../list/source.ts';
import { containing } from '../containing.ts';
import { accountOf } from '../context.ts';
import { atMost } from '../list-size.ts';
import { text } from '../rules.ts';
import { valid } from '../valid.ts';
import { Supermarket } from './graphql.ts';

const READ = { scope: 'supermarkets:read' } as const;

const Filter = z.object({ search: text().nullish() });

function conditions(input: unknown) {
  const { search } = valid(Filter, input ?? {});
  return [search != null && containing(Prisma.sql`name`, search)];
}

const SupermarketFilter = builder.inputType('SupermarketFilter', {
  description: 'Which supermarkets to return.',
  fields: (t) => ({ search: t.string({ description: 'With this text in the name, ignoring case.' }) }),
});

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
    args: filteredArgs(SupermarketFilter, SupermarketOrder, 'CREATED_DESC'),
    resolve: (_root, args, context, info) =>
      connectionOf(SUPERMARKETS, { args, context, info, filters: () => conditions(args.filter) }),
  }),
  supermarketPage: t.field({
    type: SupermarketPage,
    description: 'Lists supermarkets by numbered pages.',
    authScopes: READ,
    args: pageArgs,
    resolve: (_root, args, context, info) => pageOf(SUPERMARKETS, { args, context, info }),
  }),
  allSupermarkets: t.field({
    type: [Supermarket],
    description: 'Returns all supermarkets of the account, newest first.',
    authScopes: READ,
    ...atMost(({ supermarkets }) => supermarkets),
    resolve: withSelection((query, _root, _args, context) =>
      context.db.supermarket.findMany({
        ...query,
        where: { accountId: accountOf(context) },
        orderBy: { id: 'desc' },
      }),
    ),
  }),
}));
