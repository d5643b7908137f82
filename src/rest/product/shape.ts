import { PRODUCT_FIELDS } from '../../schema/catalogue/product/fields.ts';
import { PRODUCT_ROW } from '../../schema/catalogue/product/upsert-rows.ts';
import { body, changes, record } from '../shape.ts';

export const Product = record('Product', PRODUCT_FIELDS);
export const ProductInput = body('ProductInput', PRODUCT_FIELDS, 'CreateProductInput');
export const ProductUpdate = changes('ProductUpdate', PRODUCT_FIELDS, 'UpdateProductInput', { price: 3.59 });
export const ProductRow = body('ProductRow', PRODUCT_ROW, 'UpsertProductInput');
