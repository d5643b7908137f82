import {
  AllSupermarketsDocument,
  CreateSupermarketDocument,
  SupermarketDocument,
  SupermarketsDocument,
} from '../../generated/operations.ts';
import { listQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { allOrPageOf, one } from '../shape.ts';
import { Supermarket, SupermarketInput, SupermarketItem } from './shape.ts';

export const supermarketRoutes = [
  route({
    method: 'get',
    path: '/supermarkets',
    scope: 'supermarkets:read',
    name: 'listSupermarkets',
    summary: 'List supermarkets',
    description: 'Returns all supermarkets, or one page of them if `page` or `per_page` is given.',
    query: listQuery(),
    response: allOrPageOf(SupermarketItem),
    operation: SupermarketsDocument,
    // A separate operation: one with @skip and @include has no execution plan, and takes ten times as long for
    // thousands of records.
    unpaged: AllSupermarketsDocument,
  }),
  route({
    method: 'get',
    path: '/supermarkets/:supermarket_id',
    scope: 'supermarkets:read',
    name: 'getSupermarket',
    summary: 'Read a supermarket',
    response: one(Supermarket),
    operation: SupermarketDocument,
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
  }),
];
