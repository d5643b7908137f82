import type { InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { connectionOf, type ListRequest } from '../list/connection.ts';
import { connectionType, CreationOrder, filteredArgs, pageArgs, pageType } from '../list/graphql.ts';
import { BY_CREATION, byDate, orderEnum } from '../list/order.ts';
import { pageOf } from '../list/page.ts';
import type { Within } from '../list/read-slices.ts';
import type { List } from '../list/source.ts';
import { accountOf, type Context, requireScope } from '../context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { Product } from '../product/graphql.ts';
import { recordIdOf } from '../record-id.ts';
import { anyOf, calendarDate, DATES_OUT_OF_ORDER, isInOrder, text } from '../rules.ts';
import { Supermarket } from '../supermarket/graphql.ts';
import { valid } from '../valid.ts';
import { MAX_REASON } from './create-return.ts';
import { Return } from './graphql.ts';

const READ = { scope: 'returns:read' } as const;

const Filter = z
  .object({
    reason: text(MAX_REASON).nullish(),
    reasons: anyOf(text(MAX_REASON)).nullish(),
    deliveryId: z.string().nullish(),
    supermarketId: z.string().nullish(),
    branchId: z.string().nullish(),
    productId: z.string().nullish(),
    category: text().nullish(),
    dateFrom: calendarDate.nullish(),
    dateTo: calendarDate.nullish(),
  })
  .refine(({ dateFrom, dateTo }) => isInOrder(dateFrom, dateTo), {
    error: DATES_OUT_OF_ORDER,
    path: ['dateTo'],
  });

function conditions(context: Context, input: unknown) {
  const filter = valid(Filter, input ?? {});
  const { reason, reasons, deliveryId, supermarketId, branchId, productId, category, dateFrom, dateTo } =
    filter;
  const accountId = accountOf(context);
  // Returns do not show product categories, so this needs the scope of products.
  if (category != null) requireScope(context, 'products:read');
  return [
    reason != null && Prisma.sql`reason = ${reason}`,
    reasons != null && Prisma.sql`reason = ANY(${reasons}::text[])`,
    deliveryId != null && Prisma.sql`delivery_id = ${recordIdOf(deliveryId)}`,
    supermarketId != null && Prisma.sql`supermarket_id = ${recordIdOf(supermarketId)}`,
    branchId != null &&
      Prisma.sql`delivery_id IN (
        SELECT id FROM deliveries WHERE account_id = ${accountId} AND branch_id = ${recordIdOf(branchId)})`,
    productId != null && Prisma.sql`product_id = ${recordIdOf(productId)}`,
    category != null &&
      Prisma.sql`product_id IN (SELECT id FROM products WHERE account_id = ${accountId} AND category = ${category})`,
    dateFrom != null && Prisma.sql`return_date >= ${dateFrom}::date`,
    dateTo != null && Prisma.sql`return_date <= ${dateTo}::date`,
  ];
}

const ReturnFilter = builder.inputType('ReturnFilter', {
  fields: (t) => ({
    reason: t.string({ description: 'For exactly this reason.' }),
    reasons: t.stringList({ description: 'For exactly one of these reasons.' }),
    deliveryId: t.id({ description: 'From this delivery.' }),
    supermarketId: t.id({ description: 'From this supermarket.' }),
    branchId: t.id({ description: 'From this branch.' }),
    productId: t.id({ description: 'Of this product.' }),
    category: t.string({
      description: 'Of a product that is in this category now. Needs `products:read`.',
    }),
    dateFrom: t.field({ type: 'Date', description: 'Returned on this day or later.' }),
    dateTo: t.field({ type: 'Date', description: 'Returned on this day or earlier.' }),
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
    description: 'Lists returns by numbered pages.',
    authScopes: READ,
    args: { ...pageArgs, filter: t.arg({ type: ReturnFilter }) },
    resolve: (_root, { filter, ...args }, context, info) =>
      pageOf(RETURNS, { args, context, info, filters: () => conditions(context, filter) }),
  }),
}));

builder.prismaObjectField(Supermarket, 'returns', (t) => t.field(returnsBy(Prisma.sql`supermarket_id`)));
builder.prismaObjectField(Product, 'returns', (t) => t.field(returnsBy(Prisma.sql`product_id`)));
builder.prismaObjectField(Delivery, 'returns', (t) => t.field(returnsBy(Prisma.sql`delivery_id`)));

/** Returns a field that lists the returns whose `column` refers to its record. */
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

function returnsOf(request: ListRequest, filter: unknown) {
  return connectionOf(RETURNS, { ...request, filters: () => conditions(request.context, filter) });
}
