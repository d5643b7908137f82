import {
  CreateProductDocument,
  ProductDocument,
  ProductsDocument,
  UpdateProductDocument,
} from '../../generated/operations.ts';
import { text } from '../../schema/rules.ts';
import { page, pageOf, pageQuery } from '../pagination.ts';
import { parameter } from '../query.ts';
import { route } from '../route.ts';
import { Product, ProductInput, ProductUpdate, toProduct } from './shape.ts';

export const productRoutes = [
  route({
    method: 'get',
    path: '/products',
    scope: 'products:read',
    name: 'listProducts',
    summary: 'List products',
    query: pageQuery({
      category: parameter.pipe(text()).optional(),
      search: parameter.pipe(text()).optional(),
    }),
    response: page(Product),
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
    name: 'getProduct',
    summary: 'Read a product',
    response: { data: Product },
    operation: ProductDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ product }) => product && { data: toProduct(product) },
  }),
  route({
    method: 'post',
    path: '/products',
    scope: 'products:write',
    name: 'createProduct',
    summary: 'Add a product',
    description: 'The product gets the next `sequential_id` of the account.',
    status: 201,
    body: ProductInput,
    response: { data: Product },
    errors: ['quota_exceeded'],
    operation: CreateProductDocument,
    variables: ({ body }) => ({ input: body }),
    output: ({ createProduct }) => ({ data: toProduct(createProduct) }),
  }),
  route({
    method: 'patch',
    path: '/products/:product_id',
    scope: 'products:write',
    name: 'updateProduct',
    summary: 'Change a product',
    description:
      'Changes only the fields that are given. Existing deliveries keep the name and price of their creation.',
    changes: 'product',
    body: ProductUpdate,
    response: { data: Product },
    operation: UpdateProductDocument,
    variables: ({ ids: [id], body }) => ({ id, input: body }),
    output: ({ updateProduct }) => ({ data: toProduct(updateProduct) }),
  }),
];
