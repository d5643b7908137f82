import { withSelection } from '@provender/compiled-execution/pothos';
import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { exposed, inputs } from '../fields-graphql.ts';
import { Node } from '../node/graphql.ts';
import { createProduct } from './create-product.ts';
import { PRODUCT_FIELDS } from './fields.ts';
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
    ...exposed(t, PRODUCT_FIELDS),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.queryField('product', (t) =>
  t.field({
    type: Product,
    nullable: true,
    authScopes: { scope: 'products:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: withSelection((query, _root, { id }, context) =>
      context.db.product.findUnique({ ...query, ...byId(context, id) }),
    ),
  }),
);

const CreateProductInput = builder.inputType('CreateProductInput', {
  fields: (t) => inputs(t, PRODUCT_FIELDS, 'create'),
});

const UpdateProductInput = builder.inputType('UpdateProductInput', {
  fields: (t) => inputs(t, PRODUCT_FIELDS, 'change'),
});

builder.mutationFields((t) => ({
  createProduct: t.field({
    type: Product,
    authScopes: WRITE,
    args: { input: t.arg({ type: CreateProductInput, required: true }) },
    resolve: withSelection((query, _root, { input }, context) => createProduct(context, input, query)),
  }),
  updateProduct: t.field({
    type: Product,
    description: 'Changes a product. Existing deliveries keep its previous name and price.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateProductInput, required: true }),
    },
    resolve: withSelection(async (query, _root, args, context) => {
      const id = await updateProduct(context, args.id, args.input);
      return context.db.product.findUniqueOrThrow({ ...query, ...byId(context, id) });
    }),
  }),
}));
