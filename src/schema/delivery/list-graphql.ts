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
import type { Filter as AnyFilter, List } from '../list/source.ts';
import { accountOf, type Context, requireScope } from '../context.ts';
import { Product } from '../product/graphql.ts';
import { recordIdOf } from '../record-id.ts';
import { anyOf, calendarDate, DATES_OUT_OF_ORDER, isInOrder, text } from '../rules.ts';
import { deliveryStatus } from './status.ts';
import { Branch, Supermarket } from '../supermarket/graphql.ts';
import { valid } from '../valid.ts';
import { Delivery, Status } from './graphql.ts';
import { matching } from './search.ts';

const READ = { scope: 'deliveries:read' } as const;

const Filter = z
  .object({
    status: deliveryStatus.nullish(),
    statuses: anyOf(deliveryStatus).nullish(),
    supermarketId: z.string().nullish(),
    branchId: z.string().nullish(),
    productId: z.string().nullish(),
    category: text().nullish(),
    search: text().nullish(),
    dateFrom: calendarDate.nullish(),
    dateTo: calendarDate.nullish(),
  })
  .refine(({ dateFrom, dateTo }) => isInOrder(dateFrom, dateTo), {
    error: DATES_OUT_OF_ORDER,
    path: ['dateTo'],
  });

function conditions(context: Context, input: unknown): AnyFilter[] {
  const filter = valid(Filter, input ?? {});
  const { status, statuses, supermarketId, branchId, productId, category, search, dateFrom, dateTo } = filter;
  const accountId = accountOf(context);
  // Deliveries do not show product categories, so this needs the scope of products.
  if (category != null) requireScope(context, 'products:read');
  return [
    status != null && Prisma.sql`status = ${status}`,
    statuses != null && Prisma.sql`status = ANY(${statuses}::text[])`,
    supermarketId != null && Prisma.sql`supermarket_id = ${recordIdOf(supermarketId)}`,
    branchId != null && Prisma.sql`branch_id = ${recordIdOf(branchId)}`,
    productId != null && withLine(accountId, Prisma.sql`product_id = ${recordIdOf(productId)}`),
    category != null &&
      withLine(
        accountId,
        Prisma.sql`product_id IN (SELECT id FROM products WHERE account_id = ${accountId} AND category = ${category})`,
      ),
    search != null && matching(accountId, search),
    dateFrom != null && Prisma.sql`delivery_date >= ${dateFrom}::date`,
    dateTo != null && Prisma.sql`delivery_date <= ${dateTo}::date`,
  ];
}

/** Returns the condition for deliveries with a line that meets `condition`. */
function withLine(accountId: bigint, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`id IN (SELECT delivery_id FROM delivery_items WHERE account_id = ${accountId} AND ${condition})`;
}

const DeliveryFilter = builder.inputType('DeliveryFilter', {
  fields: (t) => ({
    status: t.field({ type: Status, description: 'In this status.' }),
    statuses: t.field({ type: [Status], description: 'In one of these statuses.' }),
    supermarketId: t.id({ description: 'To this supermarket.' }),
    branchId: t.id({ description: 'To this branch.' }),
    productId: t.id({ description: 'With this product.' }),
    category: t.string({
      description: 'With a product that is in this category now. Needs `products:read`.',
    }),
    search: t.string({
      description:
        'With this number (`282` or `#282`), or with this text in the name of the supermarket or the branch, or in the ' +
        'notes, ignoring case. Notes are searched for texts of 3 characters or more.',
    }),
    dateFrom: t.field({ type: 'Date', description: 'Due on this day or later.' }),
    dateTo: t.field({ type: 'Date', description: 'Due on this day or earlier.' }),
  }),
});

const DELIVERIES = {
  model: 'Delivery',
  orders: { ...BY_CREATION, ...byDate('DELIVERY_DATE', Prisma.sql`delivery_date`) },
} satisfies List;

const DeliveryOrder = orderEnum('DeliveryOrder', DELIVERIES.orders);
const DeliveryConnection = connectionType('Delivery', Delivery, 'deliveries:read');
const DeliveryPage = pageType('DeliveryPage', Delivery, 'deliveries:read');

const listArgs = filteredArgs(DeliveryFilter, DeliveryOrder, 'CREATED_DESC');
const argsWithin = filteredArgs(DeliveryFilter, CreationOrder, 'CREATED_DESC');

builder.queryFields((t) => ({
  deliveries: t.field({
    type: DeliveryConnection,
    authScopes: READ,
    args: listArgs,
    resolve: (_root, args, context, info) => deliveriesOf({ args, context, info }, args.filter),
  }),
  deliveryPage: t.field({
    type: DeliveryPage,
    description: 'Lists deliveries by numbered pages.',
    authScopes: READ,
    args: { ...pageArgs, filter: t.arg({ type: DeliveryFilter }) },
    resolve: (_root, { filter, ...args }, context, info) =>
      pageOf(DELIVERIES, { args, context, info, filters: () => conditions(context, filter) }),
  }),
}));

builder.prismaObjectField(Supermarket, 'deliveries', (t) =>
  t.field(deliveriesWithin(({ id }) => Prisma.sql`supermarket_id = ${id}`)),
);
builder.prismaObjectField(Branch, 'deliveries', (t) =>
  t.field(deliveriesWithin(({ id }) => Prisma.sql`branch_id = ${id}`)),
);
builder.prismaObjectField(Product, 'deliveries', (t) =>
  t.field(deliveriesWithin(({ id, accountId }) => withLine(accountId, Prisma.sql`product_id = ${id}`))),
);

/** Returns a field that lists the deliveries of its record. */
function deliveriesWithin(within: Within) {
  return {
    type: DeliveryConnection,
    authScopes: READ,
    args: argsWithin,
    resolve: (
      { id }: { id: bigint },
      args: InputShapeFromFields<typeof argsWithin>,
      context: Context,
      info: GraphQLResolveInfo,
    ) => deliveriesOf({ args, context, info, parent: { id, within } }, args.filter),
  };
}

function deliveriesOf(request: ListRequest, filter: unknown) {
  return connectionOf(DELIVERIES, { ...request, filters: () => conditions(request.context, filter) });
}
