import {
  ArchiveProductDocument,
  RestoreProductDocument,
  UpsertProductsDocument,
  CreateProductDocument,
  ProductDocument,
  ProductsDocument,
  UpdateProductDocument,
} from '../../generated/operations.ts';
import { PRODUCT_FILTERS } from '../../schema/catalogue/product/filters.ts';
import { MAX_UPSERT_ROWS } from '../../schema/core/limits.ts';
import { batchRoute } from '../batch.ts';
import { listQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { NOTHING, one, pageResponse } from '../shape.ts';
import { ProductShape, ProductInput, ProductRow, ProductUpdate } from './shape.ts';

export const productRoutes = [
  route({
    method: 'get',
    path: '/products',
    name: 'listProducts',
    summary: 'List products',
    query: listQuery(PRODUCT_FILTERS),
    response: pageResponse(ProductShape),
    operation: ProductsDocument,
  }),
  batchRoute({
    path: '/products/upsert',
    name: 'upsertProducts',
    summary: 'Create and change products',
    description: 'Matches rows by `reference`. Fields that are left out stay; null clears optional ones.',
    list: 'products',
    id: 'ProductBatch',
    max: MAX_UPSERT_ROWS,
    row: ProductRow,
    upserted: { noun: 'Product', create: ProductInput.schema },
    operation: UpsertProductsDocument,
  }),
  route({
    method: 'get',
    path: '/products/:product_id',
    name: 'getProduct',
    summary: 'Read a product',
    response: one(ProductShape),
    operation: ProductDocument,
  }),
  route({
    method: 'post',
    path: '/products',
    name: 'createProduct',
    summary: 'Add a product',
    description: 'The product gets the next `sequential_id` of the account.',
    status: 201,
    body: ProductInput,
    response: one(ProductShape),
    errors: ['quota_exceeded'],
    operation: CreateProductDocument,
  }),
  route({
    method: 'patch',
    path: '/products/:product_id',
    name: 'updateProduct',
    summary: 'Change a product',
    description:
      'Changes only the fields that are given. Existing deliveries keep the name and price of their creation.',
    changes: 'Product',
    body: ProductUpdate,
    response: one(ProductShape),
    operation: UpdateProductDocument,
  }),
  route({
    method: 'post',
    path: '/products/:product_id/archive',
    name: 'archiveProduct',
    summary: 'Archive a product',
    description:
      'New deliveries cannot use it; existing deliveries and returns keep it, and it stays in lists. Archiving again changes nothing.',
    body: NOTHING,
    isBodyOptional: true,
    response: one(ProductShape),
    operation: ArchiveProductDocument,
  }),
  route({
    method: 'post',
    path: '/products/:product_id/restore',
    name: 'restoreProduct',
    summary: 'Restore an archived product',
    body: NOTHING,
    isBodyOptional: true,
    response: one(ProductShape),
    operation: RestoreProductDocument,
  }),
];
