import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { archiveProduct, restoreProduct } from './archive-product.ts';
import { Product } from './graphql.ts';

const WRITE = { scope: 'products:write' } as const;

builder.mutationFields((t) => ({
  archiveProduct: t.fieldWithSelection({
    type: Product,
    description: `Archives a product: it can no longer be used in new deliveries. Existing deliveries and returns keep it.
Archived products count towards the quota of products. No event is sent.`,
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true, description: 'The id of the product.' }) },
    resolve: async (query, _root, { id }, context) => {
      const record = await archiveProduct(context, id);
      return context.db.product.findUniqueOrThrow({ ...query, ...byId(context, record) });
    },
  }),
  restoreProduct: t.fieldWithSelection({
    type: Product,
    description: 'Restores an archived product, so that new deliveries can use it again.',
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true, description: 'The id of the product.' }) },
    resolve: async (query, _root, { id }, context) => {
      const record = await restoreProduct(context, id);
      return context.db.product.findUniqueOrThrow({ ...query, ...byId(context, record) });
    },
  }),
}));
