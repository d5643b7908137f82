import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { itemsOf, pageArgs, pageOf, pageType } from '../page.ts';
import { calendarDate, DATES_OUT_OF_ORDER, isInOrder, text } from '../rules.ts';
import { recordIdOf } from '../record-id.ts';
import { valid } from '../valid.ts';
import { createReturn, MAX_REASON } from './create-return.ts';

const READ = { scope: 'returns:read' } as const;

const Return = builder.prismaObject('Return', {
  authScopes: { resource: 'returns' },
  fields: (t) => ({
    id: t.exposeID('id'),
    deliveryId: t.exposeID('deliveryId'),
    productId: t.exposeID('productId'),
    productName: t.string({
      description: 'The product’s name as delivered.',
      select: { item: { select: { name: true } } },
      resolve: ({ item }) => item.name,
    }),
    quantity: t.exposeInt('quantity'),
    reason: t.exposeString('reason'),
    description: t.exposeString('description'),
    returnDate: t.expose('returnDate', { type: 'Date' }),
    creditAmount: t.expose('creditAmount', { type: 'Decimal' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    delivery: t.relation('delivery', { type: Delivery, authScopes: { scope: 'deliveries:read' } }),
  }),
});

const ReturnPage = pageType('ReturnPage', Return, 'returns:read');

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

builder.queryFields((t) => ({
  return: t.prismaField({
    type: Return,
    nullable: true,
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.return.findUnique({ ...query, ...byId(context, id) }),
  }),
  returns: t.field({
    type: ReturnPage,
    authScopes: READ,
    args: { ...pageArgs, filter: t.arg({ type: ReturnFilter }) },
    resolve: (_root, { filter, ...args }, context, info) =>
      pageOf(context, args, Prisma.sql`returns`, conditions(filter), (ids) =>
        context.db.return.findMany(itemsOf(context, info, ids)),
      ),
  }),
}));

const CreateReturnInput = builder.inputType('CreateReturnInput', {
  fields: (t) => ({
    deliveryId: t.id({ required: true }),
    productId: t.id({ required: true }),
    quantity: t.int({ required: true }),
    reason: t.string({ required: true }),
    description: t.string(),
    returnDate: t.field({ type: 'Date', required: true }),
  }),
});

builder.mutationFields((t) => ({
  createReturn: t.prismaField({
    type: Return,
    authScopes: { scope: 'returns:write' },
    args: { input: t.arg({ type: CreateReturnInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await createReturn(context, input);
      return context.db.return.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
