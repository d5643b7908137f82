import { PRODUCT_FIELDS } from '../../schema/catalogue/product/fields.ts';
import { PRODUCT_ROW } from '../../schema/catalogue/product/upsert-rows.ts';
import { body, changesBody, restRecord } from '../shape.ts';

export const ProductShape = restRecord('Product', PRODUCT_FIELDS);
export const ProductInput = body('ProductInput', PRODUCT_FIELDS, 'CreateProductInput');
export const ProductUpdate = changesBody('ProductUpdate', PRODUCT_FIELDS, 'UpdateProductInput', {
  price: 3.59,
});
export const ProductRow = body('ProductRow', PRODUCT_ROW, 'UpsertProductInput');
