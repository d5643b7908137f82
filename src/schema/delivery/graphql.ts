import { relationOf, withSelection } from '@provender/compiled-execution/pothos';
import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { Node } from '../node/graphql.ts';
import { Branch, Supermarket } from '../supermarket/graphql.ts';
import { Product } from '../product/graphql.ts';
import { enumValues } from '../enum-values.ts';
import { embedded } from '../list-size.ts';
import { createDelivery, MAX_PRODUCTS } from './create-delivery.ts';
import { moveDelivery } from './move-delivery.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from './status.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

export const Status = builder.enumType('DeliveryStatus', {
  values: enumValues(DELIVERY_STATUSES),
});

const DeliveryProduct = builder.prismaObject('DeliveryItem', {
  name: 'DeliveryProduct',
  description: 'A line of a delivery, with the name and price of the product at the time of creation.',
  authScopes: EITHER,
  select: { position: true },
  fields: (t) => ({
    productId: t.exposeID('productId'),
    name: t.exposeString('name'),
    quantity: t.exposeInt('quantity'),
    returnedQuantity: t.exposeInt('returnedQuantity'),
    unitPrice: t.expose('unitPrice', { type: 'Decimal' }),
    product: t.relation('product', {
      extensions: relationOf('product'),
      type: Product,
      authScopes: { scope: 'products:read' },
      description: 'The product as it is now. Needs `products:read`.',
    }),
  }),
});

export const Delivery = builder.prismaObject('Delivery', {
  interfaces: [Node],
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.field({
      type: Status,
      select: { status: true },
      resolve: ({ status }) => status as DeliveryStatus,
    }),
    deliveryDate: t.expose('deliveryDate', { type: 'Date' }),
    notes: t.exposeString('notes', { nullable: true }),
    totalValue: t.expose('totalValue', { type: 'Decimal' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    inTransitAt: t.expose('inTransitAt', { type: 'DateTime', nullable: true }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true }),
    supermarketName: t.string({
      select: { supermarket: { select: { name: true } } },
      resolve: ({ supermarket }) => supermarket.name,
    }),
    branchName: t.string({
      select: { branch: { select: { name: true } } },
      resolve: ({ branch }) => branch.name,
    }),
    products: t.relation('items', {
      extensions: { ...relationOf('items'), ...embedded(MAX_PRODUCTS).extensions },
      type: DeliveryProduct,
      query: { orderBy: { position: 'asc' } },
    }),
    supermarket: t.relation('supermarket', {
      extensions: relationOf('supermarket'),
      type: Supermarket,
      authScopes: { scope: 'supermarkets:read' },
    }),
    branch: t.relation('branch', {
      extensions: relationOf('branch'),
      type: Branch,
      authScopes: { scope: 'supermarkets:read' },
    }),
  }),
});

builder.queryField('delivery', (t) =>
  t.field({
    type: Delivery,
    nullable: true,
    authScopes: { scope: 'deliveries:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: withSelection((query, _root, { id }, context) =>
      context.db.delivery.findUnique({ ...query, ...byId(context, id) }),
    ),
  }),
);

const DeliveryProductInput = builder.inputType('DeliveryProductInput', {
  fields: (t) => ({
    productId: t.id({ required: true }),
    quantity: t.int({ required: true }),
  }),
});

const CreateDeliveryInput = builder.inputType('CreateDeliveryInput', {
  fields: (t) => ({
    supermarketId: t.id({ required: true }),
    branchId: t.id({ required: true }),
    products: t.field({ type: [DeliveryProductInput], required: true }),
    deliveryDate: t.field({
      type: 'Date',
      required: true,
      description: 'The day on which the delivery is due: tomorrow (UTC) or later.',
    }),
    notes: t.string(),
  }),
});

builder.mutationFields((t) => ({
  createDelivery: t.field({
    type: Delivery,
    authScopes: WRITE,
    args: { input: t.arg({ type: CreateDeliveryInput, required: true }) },
    resolve: withSelection((query, _root, { input }, context) => createDelivery(context, input, query)),
  }),
  moveDelivery: t.field({
    type: Delivery,
    description: 'Changes the status of a delivery.',
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true }), status: t.arg({ type: Status, required: true }) },
    resolve: withSelection((query, _root, { id, status }, context) =>
      moveDelivery(context, id, status, query),
    ),
  }),
}));
