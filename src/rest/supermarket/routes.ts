import { z } from 'zod';
import {
  AllSupermarketsDocument,
  CreateSupermarketDocument,
  SupermarketDocument,
  SupermarketsDocument,
} from '../../generated/operations.ts';
import { pageOf, pageQuery, Pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { camelKeys } from '../field-shapes.ts';
import { Supermarket, SupermarketInput, SupermarketItem, toItem, toSupermarket } from './shape.ts';

export const supermarketRoutes = [
  route({
    method: 'get',
    path: '/supermarkets',
    scope: 'supermarkets:read',
    name: 'listSupermarkets',
    summary: 'List supermarkets',
    description: 'Returns all supermarkets, or one page of them if `page` or `per_page` is given.',
    query: pageQuery({}),
    response: { data: z.array(SupermarketItem), pagination: Pagination.optional() },
    operation: SupermarketsDocument,
    variables: ({ query: { page, per_page } }) => ({ page, perPage: per_page }),
    output: ({ supermarketPage }) => pageOf(supermarketPage, toItem),
    // A separate operation: one with @skip and @include has no execution plan, and takes ten times as long for
    // thousands of records.
    unpaged: {
      operation: AllSupermarketsDocument,
      output: ({ allSupermarkets }) => ({ data: allSupermarkets.map(toItem) }),
    },
  }),
  route({
    method: 'get',
    path: '/supermarkets/:supermarket_id',
    scope: 'supermarkets:read',
    name: 'getSupermarket',
    summary: 'Read a supermarket',
    response: { data: Supermarket },
    operation: SupermarketDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ supermarket }) => supermarket && { data: toSupermarket(supermarket) },
  }),
  route({
    method: 'post',
    path: '/supermarkets',
    scope: 'supermarkets:write',
    name: 'createSupermarket',
    summary: 'Add a supermarket',
    status: 201,
    body: SupermarketInput,
    response: { data: Supermarket },
    errors: ['quota_exceeded'],
    operation: CreateSupermarketDocument,
    variables: ({ body: { branches, ...supermarket } }) => ({
      input: { ...camelKeys(supermarket), branches: branches?.map(camelKeys) },
    }),
    output: ({ createSupermarket }) => ({ data: toSupermarket(createSupermarket) }),
  }),
];
