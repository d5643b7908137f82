import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import type { Scope } from '../schema/core/caller/scopes.ts';
import type { Kind } from '../schema/core/noun/fields.ts';
import { describedFilter, type Filters } from '../schema/core/list/filters.ts';
import { BOOLEAN, ID, TIME } from '../schema/core/noun/kinds.ts';
import { integerParameter, parameter, timeParameter } from '../rest/query.ts';
import type { CsvValue } from './csv.ts';

/** A list that can be exported. */
export interface ExportedList {
  operation: TypedDocumentNode<unknown, never>;
  /** The query parameters, the same as those of the list's page in the settings. */
  query: z.ZodType<object>;
  /** Returns the page in the operation's data; null if the record that the list belongs to does not exist. */
  partOf(data: unknown, variables: object): ExportPage<object> | null;
  columns: Record<string, (row: never) => CsvValue>;
  /** The columns of days. A list that names them can also be downloaded as .xlsx. */
  days?: readonly string[];
  /** Whether only sessions of the web page may read it. */
  isOfPage?: true;
  /** Returns the variables that depend on the caller's scopes. */
  added?(may: (scope: Scope) => boolean): object;
  /** Returns the variables of the page after a cursor, for a list that takes several queries. */
  at?(after: string | null, variables: object): object;
}

/** A page of a list, and the cursor of the next one. */
export interface ExportPage<Row> {
  rows: Row[];
  next: string | null;
}

/** Returns an exported list; types check its columns against its operation. */
export function exported<Data, Variables extends object, Row extends object>(
  operation: TypedDocumentNode<Data, Variables & { after?: string | null }>,
  query: z.ZodType<Omit<Variables, 'after'>>,
  partOf: (data: Data, variables: Variables) => ExportPage<Row> | null,
  columns: Record<string, (row: NoInfer<Row>) => CsvValue>,
): ExportedList {
  return { operation, query, partOf, columns };
}

/** Returns the page in a connection. */
export function exportPageOf<Node>({
  nodes,
  pageInfo: { hasNextPage, endCursor },
}: {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}): ExportPage<Node> {
  return { rows: nodes, next: hasNextPage ? endCursor : null };
}

/** Returns the page of a list that one query reads as a whole. */
export function wholeListOf<Row>(rows: Row[]): ExportPage<Row> {
  return { rows, next: null };
}

/** The id of a record, as strict as in REST. */
export const id = integerParameter(ID.restRule).transform(String);

/** Returns the description of the id of the record that a list belongs to, such as `supermarketId`. */
export function describedId(name: string): string {
  return `The number of the ${name.replace(/Id$/, '')}.`;
}

/**
 * Returns the query of a list within a record: its filters, and the id of the record as the parameter
 * `parent`.
 */
export function filterQueryWithin<Name extends string>(
  { all }: Filters,
  parent: Name,
): z.ZodType<{ filter: object } & Record<Name, string>> {
  const record = id.describe(describedId(parent));
  const rules: Record<string, z.ZodType> = { ...filterRules(all), [parent]: record };
  return z
    .strictObject(rules)
    .transform(({ [parent]: record, ...filter }) => ({ [parent]: record, filter }) as never);
}

/** Returns the query of a list: its filters of one value, and the name of an order as `sort`. */
export function sortedQuery<Order extends string>(
  { all }: Filters,
  orders: Readonly<Record<string, Order>>,
): z.ZodType<{ filter: object; orderBy: Order | undefined }> {
  return z
    .strictObject({ ...filterRules(all), sort: z.enum(Object.keys(orders)).describe(SORT).optional() })
    .transform(({ sort, ...filter }) => ({ filter, orderBy: sort === undefined ? undefined : orders[sort] }));
}

function filterRules(all: Filters['all']): Record<string, z.ZodType> {
  const own = Object.entries(all).filter(([, { isList }]) => !isList);
  return Object.fromEntries(own.map(([name]) => [name, filterParameter(all, name)] as const));
}

/** Returns the query parameter that is a filter of a list. */
export function filterParameter(all: Filters['all'], name: string): z.ZodType<string | undefined> {
  const filter = all[name]!;
  return parameterOf(filter.kind, filter.rule).describe(describedFilter(filter)).optional() as never;
}

/** Returns the parameter of a kind of value. Values of enums are accepted in upper and lower case. */
function parameterOf({ values, rule, toGraphQL }: Kind, ownRule: z.ZodType<never>): z.ZodType {
  if (rule === ID.rule) return id;
  if (rule === BOOLEAN.rule) return z.enum(['true', 'false']).transform((value) => value === 'true');
  if (rule === TIME.rule) return timeParameter.pipe(ownRule as never);
  if (!values) return parameter.pipe(ownRule as never);
  return parameter
    .transform((value) => value.toLowerCase())
    .pipe(rule as z.ZodType<string, string>)
    .transform((value) => toGraphQL!(value as never));
}

const SORT = 'The order. `-` begins with the last.';

const NAMED_ORDERS = {
  '-created': 'CREATED_DESC',
  created: 'CREATED_ASC',
  name: 'NAME_ASC',
  '-name': 'NAME_DESC',
} as const;

/** The sort parameter of lists of named records. */
export const sorting = {
  sort: z
    .enum(Object.keys(NAMED_ORDERS) as (keyof typeof NAMED_ORDERS)[])
    .describe(SORT)
    .default('-created'),
};

/** Returns the order that {@link sorting} selects. */
export function orderOf({ sort }: { sort: keyof typeof NAMED_ORDERS }) {
  return NAMED_ORDERS[sort];
}
