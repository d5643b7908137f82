import { z } from 'zod';
import {
  CreateSupermarketDocument,
  SupermarketDocument,
  type SupermarketFragment,
  type SupermarketItemFragment,
  SupermarketsDocument,
} from '../../generated/operations.ts';
import { email, text } from '../../schema/rules.ts';
import { branchRules, MAX_BRANCHES, TOO_MANY_BRANCHES } from '../../schema/supermarket/branch-rules.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { route } from '../route.ts';

export const supermarketRoutes = [
  route({
    method: 'get',
    path: '/supermarkets',
    scope: 'supermarkets:read',
    query: pageQuery({}),
    operation: SupermarketsDocument,
    variables: ({ query: { page, per_page } }) => ({
      page,
      perPage: per_page,
      paged: page !== undefined || per_page !== undefined,
    }),
    output: ({ supermarkets, allSupermarkets }) =>
      supermarkets ? pageOf(supermarkets, toItem) : { data: allSupermarkets!.map(toItem) },
  }),
  route({
    method: 'get',
    path: '/supermarkets/:supermarket_id',
    scope: 'supermarkets:read',
    operation: SupermarketDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ supermarket }) => supermarket && { data: toSupermarket(supermarket) },
  }),
  route({
    method: 'post',
    path: '/supermarkets',
    scope: 'supermarkets:write',
    status: 201,
    body: z.strictObject({
      name: text(),
      contact_email: email,
      branches: z
        .array(
          z.strictObject({
            name: branchRules.name,
            address: branchRules.address,
            delivery_window: branchRules.deliveryWindow,
          }),
          'must be an array',
        )
        .max(MAX_BRANCHES, TOO_MANY_BRANCHES)
        .nullish(),
    }),
    operation: CreateSupermarketDocument,
    variables: ({ body }) => ({
      input: {
        name: body.name,
        contactEmail: body.contact_email,
        branches: body.branches?.map(({ delivery_window, ...branch }) => ({
          ...branch,
          deliveryWindow: delivery_window,
        })),
      },
    }),
    output: ({ createSupermarket }) => ({ data: toSupermarket(createSupermarket) }),
  }),
];

/** The specification's list item. */
function toItem({ id, name, branches }: SupermarketItemFragment) {
  return { id: Number(id), name, branches: branches.map((branch) => ({ ...branch, id: Number(branch.id) })) };
}

function toSupermarket({ id, name, contactEmail, branches, createdAt }: SupermarketFragment) {
  return {
    id: Number(id),
    name,
    contact_email: contactEmail,
    branches: branches.map((branch) => ({
      id: Number(branch.id),
      name: branch.name,
      address: branch.address,
      delivery_window: branch.deliveryWindow,
    })),
    created_at: createdAt,
  };
}
