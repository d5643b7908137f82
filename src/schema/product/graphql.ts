import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { Node } from '../node/graphql.ts';
import { createProduct } from './create-product.ts';
import { updateProduct } from './update-product.ts';

const WRITE = { scope: 'products:write' } as const;

export const Product = builder.prismaObject('Product', {
  interfaces: [Node],
  authScopes: { resource: 'products' },
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    sequentialId: t.exposeString('sequentialId', {
      description:
        'The number of the product in the account, such as P-0001. Numbers are assigned in sequence, without gaps.',
    }),
    name: t.exposeString('name'),
    weight: t.expose('weight', { type: 'Decimal', description: 'The weight in kilograms.' }),
    price: t.expose('price', { type: 'Decimal' }),
    category: t.exposeString('category'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.queryField('product', (t) =>
  t.prismaField({
    type: Product,
    nullable: true,
    authScopes: { scope: 'products:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.product.findUnique({ ...query, ...byId(context, id) }),
  }),
);

const CreateProductInput = builder.inputType('CreateProductInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    weight: t.field({
      type: 'Decimal',
      required: true,
      description: 'The weight in kilograms, with at most 3 decimals.',
    }),
    price: t.field({ type: 'Decimal', required: true }),
    category: t.string({ required: true }),
  }),
});

const UpdateProductInput = builder.inputType('UpdateProductInput', {
  fields: (t) => ({
    name: t.string(),
    weight: t.field({
      type: 'Decimal',
      description: 'The new weight in kilograms, with at most 3 decimals.',
    }),
    price: t.field({ type: 'Decimal' }),
    category: t.string(),
  }),
});

builder.mutationFields((t) => ({
  createProduct: t.prismaField({
    type: Product,
    authScopes: WRITE,
    args: { input: t.arg({ type: CreateProductInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await createProduct(context, input);
      return context.db.product.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  updateProduct: t.prismaField({
    type: Product,
    description: 'Changes a product. Existing deliveries keep its previous name and price.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateProductInput, required: true }),
    },
    resolve: async (query, _root, args, context) => {
      const id = await updateProduct(context, args.id, args.input);
      return context.db.product.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
