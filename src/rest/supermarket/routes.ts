import {
  UpsertSupermarketsDocument,
  AddBranchDocument,
  FullAddBranchDocument,
  UpdateBranchDocument,
  FullUpdateBranchDocument,
  UpdateSupermarketDocument,
  FullUpdateSupermarketDocument,
  AllSupermarketsDocument,
  CreateSupermarketDocument,
  FullAllSupermarketsDocument,
  FullCreateSupermarketDocument,
  FullSupermarketDocument,
  FullSupermarketsDocument,
  SupermarketDocument,
  SupermarketsDocument,
} from '../../generated/operations.ts';
import { SUPERMARKET_FILTERS } from '../../schema/supermarket/filters.ts';
import { MAX_ROWS } from '../../schema/upsert/rows.ts';
import { batchRoute } from '../batch.ts';
import { listQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { VIEW } from '../view.ts';
import { allOrPageOf, one } from '../shape.ts';
import {
  Branch,
  BranchInput,
  BranchUpdate,
  Supermarket,
  SupermarketInput,
  SupermarketItem,
  SupermarketRow,
  SupermarketUpdate,
} from './shape.ts';

export const supermarketRoutes = [
  route({
    method: 'get',
    path: '/supermarkets',
    scope: 'supermarkets:read',
    name: 'listSupermarkets',
    summary: 'List supermarkets',
    description: 'Returns all supermarkets, or one page of them if a filter, `page` or `per_page` is given.',
    query: listQuery(SUPERMARKET_FILTERS, VIEW),
    response: allOrPageOf(SupermarketItem),
    operation: SupermarketsDocument,
    // A separate operation: one with @skip and @include has no execution plan, and takes ten times as long for
    // thousands of records.
    unpaged: AllSupermarketsDocument,
    full: { operation: FullSupermarketsDocument, unpaged: FullAllSupermarketsDocument },
  }),
  batchRoute({
    path: '/supermarkets/upsert',
    scope: 'supermarkets:write',
    name: 'upsertSupermarkets',
    summary: 'Create and change supermarkets',
    description:
      'Matches supermarkets and their branches by `reference`. What is left out stays; null clears optional fields. A row is written whole or refused.',
    list: 'supermarkets',
    id: 'SupermarketBatch',
    max: MAX_ROWS,
    row: SupermarketRow,
    operation: UpsertSupermarketsDocument,
  }),
  route({
    method: 'get',
    path: '/supermarkets/:supermarket_id',
    scope: 'supermarkets:read',
    name: 'getSupermarket',
    summary: 'Read a supermarket',
    response: one(Supermarket),
    operation: SupermarketDocument,
    full: { operation: FullSupermarketDocument },
  }),
  route({
    method: 'post',
    path: '/supermarkets',
    scope: 'supermarkets:write',
    name: 'createSupermarket',
    summary: 'Add a supermarket',
    status: 201,
    body: SupermarketInput,
    response: one(Supermarket),
    errors: ['quota_exceeded'],
    operation: CreateSupermarketDocument,
    full: { operation: FullCreateSupermarketDocument },
  }),
  route({
    method: 'patch',
    path: '/supermarkets/:supermarket_id',
    scope: 'supermarkets:write',
    name: 'updateSupermarket',
    summary: 'Change a supermarket',
    description: 'Changes only the fields that are given.',
    changes: 'supermarket',
    body: SupermarketUpdate,
    response: one(Supermarket),
    operation: UpdateSupermarketDocument,
    full: { operation: FullUpdateSupermarketDocument },
  }),
  route({
    method: 'post',
    path: '/supermarkets/:supermarket_id/branches',
    scope: 'supermarkets:write',
    name: 'addBranch',
    summary: 'Add a branch',
    status: 201,
    body: BranchInput,
    response: one(Branch),
    errors: ['not_found', 'quota_exceeded'],
    operation: AddBranchDocument,
    full: { operation: FullAddBranchDocument },
  }),
  route({
    method: 'patch',
    path: '/supermarkets/:supermarket_id/branches/:branch_id',
    scope: 'supermarkets:write',
    name: 'updateBranch',
    summary: 'Change a branch',
    description:
      'Changes only the fields that are given. Null clears `delivery_window` and the optional numbers.',
    body: BranchUpdate,
    response: one(Branch),
    operation: UpdateBranchDocument,
    full: { operation: FullUpdateBranchDocument },
    variables: ({ ids: [supermarketId, id], body }) => ({ supermarketId, id, input: body }),
  }),
];
