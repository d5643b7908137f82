import { builder } from '../../core/builder/builder.ts';
import { inputType } from '../../core/builder/fields-graphql.ts';
import { MAX_UPSERT_ROWS } from '../../core/limits.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { resultType, withRecords } from '../../core/upsert/graphql.ts';
import { Product } from './graphql.ts';
import { upsertProducts } from './upsert-products.ts';
import { PRODUCT_ROW } from './upsert-rows.ts';

const UpsertProductInput = inputType(
  'UpsertProductInput',
  PRODUCT_ROW,
  'create',
  'A product to create or to change.',
);
const ProductUpsert = resultType('ProductUpsert', 'product', 'products', Product);

builder.mutationField('upsertProducts', (t) =>
  t.fieldWithSelection({
    type: [ProductUpsert],
    paths: [['product']],
    description: `Creates and changes products by their references, at most ${MAX_UPSERT_ROWS}. Fields that are left out stay; null clears optional ones. A refused row does not stop the others. A row counts like a twentieth of a request.`,
    authScopes: { scope: 'products:write' },
    args: { input: t.arg({ type: [UpsertProductInput], required: true, description: 'The rows.' }) },
    ...asManyAs('input', MAX_UPSERT_ROWS),
    resolve: async (selection, _root, { input }, context) =>
      withRecords(context, context.db.product, selection, await upsertProducts(context, input)),
  }),
);
