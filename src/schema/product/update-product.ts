import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { given } from '../given.ts';
import { recordIdOf } from '../record-id.ts';
import { valid } from '../valid.ts';
import { productRules } from './create-product.ts';

/** Any subset of a product's fields; over REST they go by the same names. */
export const UpdateProduct = given(
  z.strictObject({
    name: productRules.name.nullish(),
    weight: productRules.weight.nullish(),
    price: productRules.price.nullish(),
    category: productRules.category.nullish(),
  }),
);

/** Changes only what is given; deliveries keep what they copied. @throws AppError `validation_error`, `not_found` */
export async function updateProduct(context: Context, id: string, input: unknown): Promise<bigint> {
  const record = recordIdOf(id);
  const { weight, price, ...rest } = valid(UpdateProduct, input);
  const { count } = await context.db.product.updateMany({
    where: { accountId: accountOf(context), id: record },
    data: {
      ...rest,
      ...(weight !== undefined && { weight: String(weight) }),
      ...(price !== undefined && { price: String(price) }),
      updatedAt: new Date(),
    },
  });
  if (count === 0) throw notFound('this product');
  return record;
}
