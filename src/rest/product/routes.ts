import { z } from 'zod';
import {
  CreateProductDocument,
  ProductDocument,
  type ProductFragment,
  ProductsDocument,
  UpdateProductDocument,
} from '../../generated/operations.ts';
import { productRules } from '../../schema/product/create-product.ts';
import { UpdateProduct } from '../../schema/product/update-product.ts';
import { text } from '../../schema/rules.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { parameter } from '../query.ts';
import { route } from '../route.ts';

export const productRoutes = [
  route({
    method: 'get',
    path: '/products',
    scope: 'products:read',
    query: pageQuery({
      category: parameter.pipe(text()).optional(),
      search: parameter.pipe(text()).optional(),
    }),
    operation: ProductsDocument,
    variables: ({ query }) => ({
      page: query.page,
      perPage: query.per_page,
      filter: { category: query.category, search: query.search },
    }),
    output: ({ products }) => pageOf(products, toProduct),
  }),
  route({
    method: 'get',
    path: '/products/:product_id',
    scope: 'products:read',
    operation: ProductDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ product }) => product && { data: toProduct(product) },
  }),
  route({
    method: 'post',
    path: '/products',
    scope: 'products:write',
    status: 201,
    body: z.strictObject(productRules),
    operation: CreateProductDocument,
    variables: ({ body }) => ({ input: body }),
    output: ({ createProduct }) => ({ data: toProduct(createProduct) }),
  }),
  route({
    method: 'patch',
    path: '/products/:product_id',
    scope: 'products:write',
    body: UpdateProduct,
    operation: UpdateProductDocument,
    variables: ({ ids: [id], body }) => ({ id, input: body }),
    output: ({ updateProduct }) => ({ data: toProduct(updateProduct) }),
  }),
];

/** The specification's "Product". */
function toProduct(product: ProductFragment) {
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
