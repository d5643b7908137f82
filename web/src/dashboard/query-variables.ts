import type { Document } from '../graphql/document.ts';
import { textOf } from '../graphql/document.ts';
import type { Range } from './range.ts';

/** Returns the variables for queries of a range, without `previous…` and `interval`. */
export function daysOf({ dateFrom, dateTo, timeZone }: Range) {
  return { dateFrom, dateTo, timeZone };
}

/** Returns the variables for queries of a series, or of the previous period. */
export function seriesOf({ interval, previousFrom, previousTo, ...range }: Range) {
  return { ...daysOf({ interval, previousFrom, previousTo, ...range }), interval, previousFrom, previousTo };
}

/** Returns the address of GraphiQL with a query and its variables filled in. */
export function graphiqlOf<Variables extends object>(
  document: Document<unknown, Variables>,
  variables: Variables,
): string {
  const search = new URLSearchParams({ query: textOf(document as Document<unknown, object>) });
  if (Object.keys(variables).length > 0) search.set('variables', JSON.stringify(variables, null, 2));
  return `/graphql?${search}`;
}
