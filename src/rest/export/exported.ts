import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import { calendarDate } from '../../schema/rules.ts';
import { parameter } from '../query.ts';
import type { Cell } from './csv.ts';

/** A list that can be exported. */
export interface ExportedList {
  operation: TypedDocumentNode<unknown, never>;
  /** The query parameters, which are those of the list's page in the settings. */
  query: z.ZodType<object>;
  /** Returns the rows of what the operation read; null if the record that the list belongs to does not exist. */
  partOf(data: unknown, variables: object): Part<object> | null;
  columns: Record<string, (row: never) => Cell>;
}

/** What an operation reads of its list at a time, and the cursor of what comes next. */
export interface Part<Row> {
  rows: Row[];
  next: string | null;
}

/** Ties the columns of a list to what its operation reads. */
export function exported<Data, Variables extends object, Row extends object>(
  operation: TypedDocumentNode<Data, Variables & { after?: string | null }>,
  query: z.ZodType<Omit<Variables, 'after'>>,
  partOf: (data: Data, variables: Variables) => Part<Row> | null,
  columns: Record<string, (row: NoInfer<Row>) => Cell>,
): ExportedList {
  return { operation, query, partOf, columns };
}

/** The part that a connection holds. */
export function pageOf<Node>({
  nodes,
  pageInfo: { hasNextPage, endCursor },
}: {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}): Part<Node> {
  return { rows: nodes, next: hasNextPage ? endCursor : null };
}

/** The part of a list that is read at once. */
export function wholeOf<Row>(rows: Row[]): Part<Row> {
  return { rows, next: null };
}

export const text = parameter.optional();
export const date = parameter.pipe(calendarDate).optional();

const sort = z.literal('name').optional();

/** The order of a list of named records. */
export const sorting = { sort };

/** Returns what {@link sorting} stands for. */
export function orderOf({ sort: order }: { sort?: 'name' | undefined }) {
  return order === 'name' ? ('NAME_ASC' as const) : ('CREATED_DESC' as const);
}
