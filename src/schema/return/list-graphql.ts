import type { InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { type Asked, connectionOf, type List } from '../connection/connection.ts';
import { connectionType, CreationOrder, filteredArgs } from '../connection/graphql.ts';
import { BY_CREATION, byDate, orderEnum } from '../connection/order.ts';
import type { Within } from '../connection/read.ts';
import type { Context } from '../context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { pageArgs, pageOf, pageType } from '../page.ts';
import { Product } from '../product/graphql.ts';
import { recordIdOf } from '../record-id.ts';
import { calendarDate, DATES_OUT_OF_ORDER, isInOrder, text } from '../rules.ts';
import { Supermarket } from '../supermarket/graphql.ts';
import { valid } from '../valid.ts';
import { MAX_REASON } from './create-return.ts';
import { Return } from './graphql.ts';

const READ = { scope: 'returns:read' } as const;

const Filter = z
  .object({
    reason: text(MAX_REASON).nullish(),
    deliveryId: z.string().nullish(),
    supermarketId: z.string().nullish(),
    dateFrom: calendarDate.nullish(),
    dateTo: calendarDate.nullish(),
  })
  .refine(({ dateFrom, dateTo }) => isInOrder(dateFrom, dateTo), {
    error: DATES_OUT_OF_ORDER,
    path: ['dateTo'],
  });

function conditions(input: unknown) {
  const { reason, deliveryId, supermarketId, dateFrom, dateTo } = valid(Filter, input ?? {});
  return [
    reason != null && Prisma.sql`reason = ${reason}`,
    deliveryId != null && Prisma.sql`delivery_id = ${recordIdOf(deliveryId)}`,
    supermarketId != null && Prisma.sql`supermarket_id = ${recordIdOf(supermarketId)}`,
    dateFrom != null && Prisma.sql`return_date >= ${dateFrom}::date`,
    dateTo != null && Prisma.sql`return_date <= ${dateTo}::date`,
  ];
}

const ReturnFilter = builder.inputType('ReturnFilter', {
  fields: (t) => ({
    reason: t.string(),
    deliveryId: t.id(),
    supermarketId: t.id(),
    dateFrom: t.field({ type: 'Date', description: 'Return date on or after.' }),
    dateTo: t.field({ type: 'Date', description: 'Return date on or before.' }),
  }),
});

const RETURNS = {
  model: 'Return',
  orders: { ...BY_CREATION, ...byDate('RETURN_DATE', Prisma.sql`return_date`) },
} satisfies List;

const ReturnOrder = orderEnum('ReturnOrder', RETURNS.orders);
const ReturnConnection = connectionType('Return', Return, 'returns:read');
const ReturnPage = pageType('ReturnPage', Return, 'returns:read');

const listArgs = filteredArgs(ReturnFilter, ReturnOrder, 'CREATED_DESC');
const argsWithin = filteredArgs(ReturnFilter, CreationOrder, 'CREATED_DESC');

builder.queryFields((t) => ({
  returns: t.field({
    type: ReturnConnection,
    authScopes: READ,
    args: listArgs,
    resolve: (_root, args, context, info) => returnsOf({ args, context, info }, args.filter),
  }),
  returnPage: t.field({
    type: ReturnPage,
    description: 'As `returns`, by numbered pages.',
    authScopes: READ,
    args: { ...pageArgs, filter: t.arg({ type: ReturnFilter }) },
    resolve: (_root, { filter, ...args }, context, info) =>
      pageOf(context, info, args, 'Return', conditions(filter)),
  }),
}));

builder.prismaObjectField(Supermarket, 'returns', (t) => t.field(returnsBy(Prisma.sql`supermarket_id`)));
builder.prismaObjectField(Product, 'returns', (t) => t.field(returnsBy(Prisma.sql`product_id`)));
builder.prismaObjectField(Delivery, 'returns', (t) => t.field(returnsBy(Prisma.sql`delivery_id`)));

/** A field for the returns that refer to its record by `column`. */
function returnsBy(column: Prisma.Sql) {
  const within: Within = ({ id }) => Prisma.sql`${column} = ${id}`;
  return {
    type: ReturnConnection,
    authScopes: READ,
    args: argsWithin,
    resolve: (
      { id }: { id: bigint },
      args: InputShapeFromFields<typeof argsWithin>,
      context: Context,
      info: GraphQLResolveInfo,
    ) => returnsOf({ args, context, info, parent: { id, within } }, args.filter),
  };
}

function returnsOf(asked: Asked, filter: unknown) {
  return connectionOf(RETURNS, { ...asked, filters: () => conditions(filter) });
}
