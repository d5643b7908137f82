import {
  ArchiveProductDocument,
  FullArchiveProductDocument,
  FullRestoreProductDocument,
  RestoreProductDocument,
  UpsertProductsDocument,
  CreateProductDocument,
  FullCreateProductDocument,
  FullProductDocument,
  FullProductsDocument,
  FullUpdateProductDocument,
  ProductDocument,
  ProductsDocument,
  UpdateProductDocument,
} from '../../generated/operations.ts';
import { PRODUCT_FILTERS } from '../../schema/product/filters.ts';
import { MAX_UPSERT_ROWS } from '../../schema/upsert/rows.ts';
import { batchRoute } from '../batch.ts';
import { listQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { VIEW } from '../view.ts';
import { NOTHING, one, pageOf } from '../shape.ts';
import { Product, ProductInput, ProductRow, ProductUpdate } from './shape.ts';

export const productRoutes = [
  route({
    method: 'get',
    path: '/products',
    scope: 'products:read',
    name: 'listProducts',
    summary: 'List products',
    query: listQuery(PRODUCT_FILTERS, VIEW),
    response: pageOf(Product),
    operation: ProductsDocument,
    full: { operation: FullProductsDocument },
  }),
  batchRoute({
    path: '/products/upsert',
    scope: 'products:write',
    name: 'upsertProducts',
    summary: 'Create and change products',
    description: 'Matches rows by `reference`. Fields that are left out stay; null clears optional ones.',
    list: 'products',
    id: 'ProductBatch',
    max: MAX_UPSERT_ROWS,
    row: ProductRow,
    operation: UpsertProductsDocument,
  }),
  route({
    method: 'get',
    path: '/products/:product_id',
    scope: 'products:read',
    name: 'getProduct',
    summary: 'Read a product',
    response: one(Product),
    operation: ProductDocument,
    full: { operation: FullProductDocument },
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
    response: one(Product),
    errors: ['quota_exceeded'],
    operation: CreateProductDocument,
    full: { operation: FullCreateProductDocument },
  }),
  route({
    method: 'patch',
    path: '/products/:product_id',
    scope: 'products:write',
    name: 'updateProduct',
    summary: 'Change a product',
    description:
      'Changes only the fields that are given. Existing deliveries keep the name and price of their creation.',
    changes: 'Product',
    body: ProductUpdate,
    response: one(Product),
    operation: UpdateProductDocument,
    full: { operation: FullUpdateProductDocument },
  }),
  route({
    method: 'post',
    path: '/products/:product_id/archive',
    scope: 'products:write',
    name: 'archiveProduct',
    summary: 'Archive a product',
    description:
      'New deliveries cannot use it; existing deliveries and returns keep it, and it stays in lists. Archiving again changes nothing.',
    body: NOTHING,
    isBodyOptional: true,
    response: one(Product),
    operation: ArchiveProductDocument,
    full: { operation: FullArchiveProductDocument },
  }),
  route({
    method: 'post',
    path: '/products/:product_id/restore',
    scope: 'products:write',
    name: 'restoreProduct',
    summary: 'Restore an archived product',
    body: NOTHING,
    isBodyOptional: true,
    response: one(Product),
    operation: RestoreProductDocument,
    full: { operation: FullRestoreProductDocument },
  }),
];
