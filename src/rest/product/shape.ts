import { z } from 'zod';
import type { ProductFragment } from '../../generated/operations.ts';
import { productRules } from '../../schema/product/create-product.ts';
import { UpdateProduct } from '../../schema/product/update-product.ts';
import { recordId } from '../../schema/rules.ts';
import { amount, time } from '../values.ts';

/** The specification's "Product". */
export const Product = z
  .strictObject({
    id: recordId,
    sequential_id: z
      .string()
      .regex(/^P-\d{4,}$/)
      .describe('Assigned by the service'),
    name: z.string(),
    weight: z.number().describe('Kilograms, with at most three decimals'),
    price: amount,
    category: z.string(),
    created_at: time,
  })
  .meta({
    id: 'Product',
    description:
      'A product of the catalogue. Deliveries keep the name and price it had when they were created.',
    examples: [
      {
        id: 17,
        sequential_id: 'P-0017',
        name: 'Rye Bread',
        weight: 0.75,
        price: 3.49,
        category: 'bakery',
        created_at: '2099-11-20T09:30:00.000Z',
      },
    ],
  });

export const ProductInput = z.strictObject(productRules).meta({
  id: 'ProductInput',
  examples: [{ name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' }],
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
    name: product.name,
    weight: product.weight,
    price: product.price,
    category: product.category,
    created_at: product.createdAt,
  };
}
