import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import {
  type DeliveryStatus,
  ExportDeliveriesDocument,
  ExportProductsDocument,
  ExportReturnsDocument,
  ExportSupermarketsDocument,
} from '../../generated/operations.ts';
import { calendarDate, deliveryStatus } from '../../schema/rules.ts';
import { parameter } from '../query.ts';
import type { Cell } from './csv.ts';

/** A list that can be exported, as `LISTS` holds it. */
export interface ExportedList {
  operation: TypedDocumentNode<Part, never>;
  /** The query parameters, which are those of the list's page in the settings. */
  query: z.ZodType<object>;
  columns: Record<string, (node: never) => Cell>;
}

/** What an operation reads of its list at a time. */
export interface Part {
  list: { nodes: object[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
}

const text = parameter.optional();
const date = parameter.pipe(calendarDate).optional();
const status = parameter
  .transform((value) => value.toLowerCase())
  .pipe(deliveryStatus)
  .transform((value) => value.toUpperCase() as DeliveryStatus)
  .optional();
const sort = z.literal('name').optional();

const byName = (order: 'name' | undefined) =>
  order === 'name' ? ('NAME_ASC' as const) : ('CREATED_DESC' as const);

/** The lists that can be exported, by the names of their files. */
export const LISTS: Record<string, ExportedList> = {
  deliveries: exported(
    ExportDeliveriesDocument,
    z
      .strictObject({ status, supermarketId: text, dateFrom: date, dateTo: date })
      .transform((filter) => ({ filter })),
    {
      number: ({ id }) => Number(id),
      supermarket: ({ supermarketName }) => supermarketName,
      branch: ({ branchName }) => branchName,
      delivery_date: ({ deliveryDate }) => deliveryDate,
      status: (delivery) => delivery.status.toLowerCase(),
      value: ({ totalValue }) => totalValue,
      created_at: ({ createdAt }) => createdAt,
    },
  ),
  returns: exported(
    ExportReturnsDocument,
    z
      .strictObject({ deliveryId: text, supermarketId: text, reason: text, dateFrom: date, dateTo: date })
      .transform((filter) => ({ filter })),
    {
      number: ({ id }) => Number(id),
      delivery: ({ deliveryId }) => Number(deliveryId),
      product: ({ productName }) => productName,
      quantity: ({ quantity }) => quantity,
      reason: ({ reason }) => reason,
      description: ({ description }) => description,
      return_date: ({ returnDate }) => returnDate,
      credit: ({ creditAmount }) => creditAmount,
      created_at: ({ createdAt }) => createdAt,
    },
  ),
  products: exported(
    ExportProductsDocument,
    z
      .strictObject({ search: text, category: text, sort })
      .transform(({ sort, ...filter }) => ({ filter, orderBy: byName(sort) })),
    {
      number: ({ sequentialId }) => sequentialId,
      product: ({ name }) => name,
      category: ({ category }) => category,
      weight_kg: ({ weight }) => weight,
      price: ({ price }) => price,
    },
  ),
  supermarkets: exported(
    ExportSupermarketsDocument,
    z.strictObject({ sort }).transform(({ sort }) => ({ orderBy: byName(sort) })),
    {
      number: ({ id }) => Number(id),
      supermarket: ({ name }) => name,
      contact_email: ({ contactEmail }) => contactEmail,
      created_at: ({ createdAt }) => createdAt,
    },
  ),
};

/** Ties the columns of a list to what its operation reads. */
function exported<Node extends object, Variables extends object>(
  operation: TypedDocumentNode<
    { list: { nodes: Node[]; pageInfo: Part['list']['pageInfo'] } },
    Variables & { after?: string | null }
  >,
  query: z.ZodType<Omit<Variables, 'after'>>,
  columns: Record<string, (node: NoInfer<Node>) => Cell>,
): ExportedList {
  return { operation, query, columns };
}
