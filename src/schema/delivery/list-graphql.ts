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
import { pageArgs, pageOf, pageType } from '../page.ts';
import { Product } from '../product/graphql.ts';
import { recordIdOf } from '../record-id.ts';
import { calendarDate, DATES_OUT_OF_ORDER, deliveryStatus, isInOrder } from '../rules.ts';
import { Branch, Supermarket } from '../supermarket/graphql.ts';
import { valid } from '../valid.ts';
import { Delivery, Status } from './graphql.ts';

const READ = { scope: 'deliveries:read' } as const;

const Filter = z
  .object({
    status: deliveryStatus.nullish(),
    supermarketId: z.string().nullish(),
    dateFrom: calendarDate.nullish(),
    dateTo: calendarDate.nullish(),
  })
  .refine(({ dateFrom, dateTo }) => isInOrder(dateFrom, dateTo), {
    error: DATES_OUT_OF_ORDER,
    path: ['dateTo'],
  });

function conditions(input: unknown) {
  const { status, supermarketId, dateFrom, dateTo } = valid(Filter, input ?? {});
  return [
    status != null && Prisma.sql`status = ${status}`,
    supermarketId != null && Prisma.sql`supermarket_id = ${recordIdOf(supermarketId)}`,
    dateFrom != null && Prisma.sql`delivery_date >= ${dateFrom}::date`,
    dateTo != null && Prisma.sql`delivery_date <= ${dateTo}::date`,
  ];
}

const DeliveryFilter = builder.inputType('DeliveryFilter', {
  fields: (t) => ({
    status: t.field({ type: Status }),
    supermarketId: t.id(),
    dateFrom: t.field({ type: 'Date', description: 'Delivery date on or after.' }),
    dateTo: t.field({ type: 'Date', description: 'Delivery date on or before.' }),
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
    description: 'As `deliveries`, by numbered pages.',
    authScopes: READ,
    args: { ...pageArgs, filter: t.arg({ type: DeliveryFilter }) },
    resolve: (_root, { filter, ...args }, context, info) =>
      pageOf(context, info, args, 'Delivery', conditions(filter)),
  }),
}));

builder.prismaObjectField(Supermarket, 'deliveries', (t) =>
  t.field(deliveriesWithin(({ id }) => Prisma.sql`supermarket_id = ${id}`)),
);
builder.prismaObjectField(Branch, 'deliveries', (t) =>
  t.field(deliveriesWithin(({ id }) => Prisma.sql`branch_id = ${id}`)),
);
builder.prismaObjectField(Product, 'deliveries', (t) =>
  t.field(
    deliveriesWithin(
      ({ id, accountId }) => Prisma.sql`id IN (
        SELECT delivery_id FROM delivery_items WHERE account_id = ${accountId} AND product_id = ${id})`,
    ),
  ),
);

/** A field for the deliveries that belong to its record. */
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

function deliveriesOf(asked: Asked, filter: unknown) {
  return connectionOf(DELIVERIES, { ...asked, filters: () => conditions(filter) });
}
