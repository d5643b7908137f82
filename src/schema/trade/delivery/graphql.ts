import { builder } from '../../core/builder/builder.ts';
import { byReference, REFERENCE } from '../../core/builder/by-reference.ts';
import { byId } from '../../core/context.ts';
import { asNode } from '../../core/node/graphql.ts';
import { Branch, Supermarket } from '../../catalogue/supermarket/graphql.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { enumType, exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { embedded } from '../../core/list/list-size.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { VERSION_DESCRIPTION, versionOf } from '../../core/version/version-of.ts';
import { MAX_PRODUCTS } from '../limits.ts';
import { CreateDelivery, createDelivery } from './create-delivery.ts';
import { DELIVERY_FIELDS, LINE_FIELDS } from './fields.ts';
import { DELIVERY_INPUT } from './input-fields.ts';
import { moveDelivery } from './move-delivery.ts';
import { OVERRIDE } from './override.ts';
import { withIds } from './resolve-references.ts';
import { REVISED_PRICES } from './revision-fields.ts';
import { ReviseDelivery, reviseDelivery } from './revise-delivery.ts';
import { DELIVERY_STATUS } from './status.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

export const DeliveryStatusEnum = enumType(DELIVERY_STATUS);

export const DeliveryProduct = builder.prismaObject('DeliveryItem', {
  name: 'DeliveryProduct',
  description: 'A line of a delivery, with the name and price of the product at the time of creation.',
  authScopes: EITHER,
  select: {},
  fields: (t) => ({
    ...exposed(t, LINE_FIELDS),
    product: t.relation('product', {
      type: Product,
      authScopes: { scope: 'products:read' },
      description: 'The product as it is now. Needs `products:read`.',
    }),
  }),
});

builder.prismaObjectField(DeliveryProduct, 'version', (t) =>
  t.string({
    description:
      'Opaque; changes with every change of the line or its lots. Send it as `ifMatch` to change the lots of this version only.',
    select: { deliveryId: true, productId: true },
    resolve: (line, _args, context) => versionOf(context, 'line', line),
  }),
);

export const Delivery = builder.prismaObject('Delivery', {
  ...asNode('Delivery'),
  description: 'A delivery of products to a branch of a supermarket.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, DELIVERY_FIELDS),
    supermarketName: t.string({
      description: describedAs(DELIVERY_FIELDS.supermarketName),
      select: { supermarket: { select: { name: true } } },
      resolve: ({ supermarket }) => supermarket.name,
    }),
    branchName: t.string({
      description: describedAs(DELIVERY_FIELDS.branchName),
      select: { branch: { select: { name: true } } },
      resolve: ({ branch }) => branch.name,
    }),
    products: t.relation('items', {
      description: describedAs(DELIVERY_FIELDS.products),
      ...embedded(MAX_PRODUCTS),
      type: DeliveryProduct,
      query: { orderBy: { position: 'asc' } },
    }),
    supermarket: t.relation('supermarket', {
      type: Supermarket,
      description: 'The supermarket as it is now. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
    }),
    branch: t.relation('branch', {
      type: Branch,
      description: 'The branch as it is now. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
    }),
  }),
});

builder.prismaObjectField(Delivery, 'version', (t) =>
  t.string({
    description: VERSION_DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Delivery', id),
  }),
);

builder.prismaObjectFields(Delivery, (t) => ({
  replaces: t.relation('replaces', {
    type: Delivery,
    nullable: true,
    description: 'The version that this delivery replaces; null if it was never changed.',
  }),
  replacedBy: t.relation('replacedBy', {
    type: Delivery,
    nullable: true,
    description: 'The version that replaces this delivery; null if it is the current one.',
  }),
  firstVersion: t.relation('firstVersion', {
    type: Delivery,
    nullable: true,
    description: 'The delivery as it was created at first, before all changes; null if this is it.',
  }),
}));

builder.queryFields((t) => ({
  delivery: t.fieldWithSelection({
    type: Delivery,
    nullable: true,
    description: 'Returns one delivery.',
    authScopes: { scope: 'deliveries:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.delivery.findUnique({ ...query, ...byId(context, id) }),
  }),
  deliveryByReference: t.fieldWithSelection({
    type: Delivery,
    nullable: true,
    description:
      'Returns the delivery that holds this reference, else the one that was cancelled last with it, or null.',
    authScopes: { scope: 'deliveries:read' },
    args: REFERENCE,
    resolve: async (query, _root, args, context) => {
      const [found = null] = await context.db.delivery.findMany({
        ...query,
        ...byReference(context, args),
        // Null, the value of deliveries that are not cancelled, comes first.
        orderBy: [{ cancelledAt: 'desc' }, { id: 'desc' }],
        take: 1,
      });
      return found;
    },
  }),
}));

const CreateDeliveryInput = inputType(
  'CreateDeliveryInput',
  DELIVERY_INPUT,
  'create',
  'A new delivery. Its status is pending.',
);
const ReviseDeliveryInput = inputType(
  'ReviseDeliveryInput',
  { ...DELIVERY_INPUT, ...REVISED_PRICES },
  'change',
  'What to change; the rest is taken over. What events do not show, such as notes and reference, changes in place: alone, it needs no new version.',
);

builder.mutationFields((t) => ({
  createDelivery: t.fieldWithSelection({
    type: Delivery,
    description:
      'Creates a delivery at the prices of its day: those agreed with the supermarket, else those of the products.',
    authScopes: WRITE,
    args: { input: t.arg({ type: CreateDeliveryInput, required: true }), ...OVERRIDE },
    resolve: (query, _root, { input, override }, context) =>
      withIds(context, input, CreateDelivery, (values) => createDelivery(context, values, query, override)),
  }),
  moveDelivery: t.fieldWithSelection({
    type: Delivery,
    description: 'Changes the status of a delivery.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true }),
      status: t.arg({
        type: DeliveryStatusEnum,
        required: true,
        description: 'The new status. See `DeliveryStatus` for the allowed changes.',
      }),
    },
    resolve: (query, _root, { id, status }, context) => moveDelivery(context, id, status, query),
  }),
  reviseDelivery: t.fieldWithSelection({
    type: Delivery,
    description: `Changes a pending delivery: cancels it, and returns a new delivery that replaces it and takes over what the
input leaves out. Sends \`delivery.cancelled\` and \`delivery.created\`.`,
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true, description: 'The id of the current version.' }),
      input: t.arg({ type: ReviseDeliveryInput, required: true }),
      ...OVERRIDE,
      ...IF_MATCH,
    },
    resolve: async (query, _root, args, context) => {
      const id = await withIds(context, args.input, ReviseDelivery, (values) =>
        reviseDelivery(context, args.id, values, args),
      );
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
