import {
  ArchiveBranchDocument,
  ArchiveSupermarketDocument,
  RestoreBranchDocument,
  RestoreSupermarketDocument,
  UpsertSupermarketsDocument,
  AddBranchDocument,
  UpdateBranchDocument,
  UpdateSupermarketDocument,
  CreateSupermarketDocument,
  SupermarketDocument,
  SupermarketsDocument,
} from '../../generated/operations.ts';
import { SUPERMARKET_FILTERS } from '../../schema/catalogue/supermarket/filters.ts';
import { MAX_UPSERT_ROWS } from '../../schema/core/limits.ts';
import { batchRoute } from '../batch.ts';
import { isWholeList, listQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { allOrPageOf, NOTHING, one } from '../shape.ts';
import {
  BranchShape,
  BranchInput,
  BranchUpdate,
  SupermarketShape,
  SupermarketInput,
  SupermarketItem,
  SupermarketRow,
  SupermarketUpdate,
} from './shape.ts';

export const supermarketRoutes = [
  route({
    method: 'get',
    path: '/supermarkets',
    name: 'listSupermarkets',
    summary: 'List supermarkets',
    description: 'Returns all supermarkets, or one page of them if a filter, `page` or `per_page` is given.',
    query: listQuery(SUPERMARKET_FILTERS),
    response: allOrPageOf(SupermarketItem),
    operation: SupermarketsDocument,
    variables: ({ query }) => ({ ...query, all: isWholeList(query) }),
  }),
  batchRoute({
    path: '/supermarkets/upsert',
    name: 'upsertSupermarkets',
    summary: 'Create and change supermarkets',
    description:
      'Matches supermarkets and their branches by `reference`. What is left out stays; null clears optional fields. A row is written whole or refused.',
    list: 'supermarkets',
    id: 'SupermarketBatch',
    max: MAX_UPSERT_ROWS,
    row: SupermarketRow,
    upserted: { noun: 'Supermarket', create: SupermarketInput.schema },
    operation: UpsertSupermarketsDocument,
  }),
  route({
    method: 'get',
    path: '/supermarkets/:supermarket_id',
    name: 'getSupermarket',
    summary: 'Read a supermarket',
    response: one(SupermarketShape),
    operation: SupermarketDocument,
  }),
  route({
    method: 'post',
    path: '/supermarkets',
    name: 'createSupermarket',
    summary: 'Add a supermarket',
    status: 201,
    body: SupermarketInput,
    response: one(SupermarketShape),
    errors: ['quota_exceeded'],
    operation: CreateSupermarketDocument,
  }),
  route({
    method: 'patch',
    path: '/supermarkets/:supermarket_id',
    name: 'updateSupermarket',
    summary: 'Change a supermarket',
    description: 'Changes only the fields that are given.',
    changes: 'Supermarket',
    body: SupermarketUpdate,
    response: one(SupermarketShape),
    operation: UpdateSupermarketDocument,
  }),
  route({
    method: 'post',
    path: '/supermarkets/:supermarket_id/branches',
    name: 'addBranch',
    summary: 'Add a branch',
    status: 201,
    body: BranchInput,
    response: one(BranchShape),
    errors: ['not_found', 'quota_exceeded'],
    operation: AddBranchDocument,
  }),
  route({
    method: 'patch',
    path: '/supermarkets/:supermarket_id/branches/:branch_id',
    name: 'updateBranch',
    summary: 'Change a branch',
    description:
      'Changes only the fields that are given. Null clears `delivery_window` and the optional numbers.',
    body: BranchUpdate,
    response: one(BranchShape),
    operation: UpdateBranchDocument,
    variables: ({ ids: [supermarketId, id], body }) => ({ supermarketId, id, input: body }),
  }),
  route({
    method: 'post',
    path: '/supermarkets/:supermarket_id/archive',
    name: 'archiveSupermarket',
    summary: 'Archive all branches of a supermarket',
    description: 'The supermarket stays in every list. Archiving again changes nothing.',
    body: NOTHING,
    isBodyOptional: true,
    response: one(SupermarketShape),
    operation: ArchiveSupermarketDocument,
  }),
  route({
    method: 'post',
    path: '/supermarkets/:supermarket_id/restore',
    name: 'restoreSupermarket',
    summary: 'Restore all branches of a supermarket',
    body: NOTHING,
    isBodyOptional: true,
    response: one(SupermarketShape),
    operation: RestoreSupermarketDocument,
  }),
  route({
    method: 'post',
    path: '/supermarkets/:supermarket_id/branches/:branch_id/archive',
    name: 'archiveBranch',
    summary: 'Archive a branch',
    description:
      'New deliveries cannot go to it; existing deliveries and returns keep it. Archiving again changes nothing.',
    body: NOTHING,
    isBodyOptional: true,
    response: one(BranchShape),
    operation: ArchiveBranchDocument,
    variables: ofBranch,
  }),
  route({
    method: 'post',
    path: '/supermarkets/:supermarket_id/branches/:branch_id/restore',
    name: 'restoreBranch',
    summary: 'Restore an archived branch',
    body: NOTHING,
    isBodyOptional: true,
    response: one(BranchShape),
    operation: RestoreBranchDocument,
    variables: ofBranch,
  }),
];

function ofBranch({ ids: [supermarketId, id] }: { ids: readonly [string, string] }) {
  return { supermarketId, id };
}
