import { z } from 'zod';
import type { ProductFragment } from '../../generated/operations.ts';
import { rulesToCreate } from '../../schema/fields.ts';
import { PRODUCT_FIELDS } from '../../schema/product/fields.ts';
import { UpdateProduct } from '../../schema/product/update-product.ts';
import { recordId } from '../../schema/rules.ts';
import { exampleOf, responseFields, pickFields } from '../field-shapes.ts';
import { sequentialId, time } from '../../schema/values.ts';

const EXAMPLE = exampleOf(PRODUCT_FIELDS);
const filledIn = pickFields(PRODUCT_FIELDS);

/** A product, as REST returns it. */
export const Product = z
  .strictObject({
    id: recordId,
    sequential_id: sequentialId,
    ...responseFields(PRODUCT_FIELDS),
    created_at: time,
  })
  .meta({
    id: 'Product',
    examples: [
      {
        id: 17,
        sequential_id: 'P-0017',
        ...EXAMPLE,
        created_at: '2099-11-20T09:30:00.000Z',
      },
    ],
  });

export const ProductInput = z.strictObject(rulesToCreate(PRODUCT_FIELDS)).meta({
  id: 'ProductInput',
  examples: [EXAMPLE],
});

export const ProductUpdate = UpdateProduct.in
  .meta({
    id: 'ProductUpdate',
    minProperties: 1,
    examples: [{ price: 3.59 }],
  })
  .pipe(UpdateProduct);

export function toProduct(product: ProductFragment): z.output<typeof Product> {
  return {
    id: Number(product.id),
    sequential_id: product.sequentialId,
    ...filledIn(product),
    created_at: product.createdAt,
  };
}
