import { builder } from '../../core/builder/builder.ts';
import { byReference, REFERENCE } from '../../core/builder/by-reference.ts';
import { byId } from '../../core/context.ts';
import { exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { asNode } from '../../core/node/graphql.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { VERSION_DESCRIPTION, versionOf } from '../../core/version/version-of.ts';
import { createProduct } from './create-product.ts';
import { PRODUCT_FIELDS } from './fields.ts';
import { updateProduct } from './update-product.ts';

const WRITE = { scope: 'products:write' } as const;

export const Product = builder.prismaObject('Product', {
  ...asNode('Product'),
  description: 'A product of the catalogue.',
  authScopes: { resource: 'products' },
  select: { id: true },
  fields: (t) => exposed(t, PRODUCT_FIELDS),
});

builder.prismaObjectField(Product, 'version', (t) =>
  t.string({
    description: VERSION_DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Product', id),
  }),
);

builder.queryFields((t) => ({
  product: t.fieldWithSelection({
    type: Product,
    nullable: true,
    description: 'Returns one product.',
    authScopes: { scope: 'products:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.product.findUnique({ ...query, ...byId(context, id) }),
  }),
  productByReference: t.fieldWithSelection({
    type: Product,
    nullable: true,
    description: 'Returns the product with this reference, or null.',
    authScopes: { scope: 'products:read' },
    args: REFERENCE,
    resolve: async (query, _root, args, context) => {
      const [found = null] = await context.db.product.findMany({ ...query, ...byReference(context, args) });
      return found;
    },
  }),
}));

const CreateProductInput = inputType(
  'CreateProductInput',
  PRODUCT_FIELDS,
  'create',
  'A new product. Its number is assigned.',
);
const UpdateProductInput = inputType(
  'UpdateProductInput',
  PRODUCT_FIELDS,
  'change',
  'Changes to a product. Fields that are left out stay as they are. Null clears optional fields.',
);

builder.mutationFields((t) => ({
  createProduct: t.fieldWithSelection({
    type: Product,
    description: 'Creates a product.',
    authScopes: WRITE,
    args: { input: t.arg({ type: CreateProductInput, required: true }) },
    resolve: (query, _root, { input }, context) => createProduct(context, input, query),
  }),
  updateProduct: t.fieldWithSelection({
    type: Product,
    description: 'Changes a product. Existing deliveries keep its previous name and price.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true, description: 'The `id` of the product.' }),
      input: t.arg({ type: UpdateProductInput, required: true }),
      ...IF_MATCH,
    },
    resolve: async (query, _root, args, context) => {
      const id = await updateProduct(context, args.id, args.input, args.ifMatch);
      return context.db.product.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
