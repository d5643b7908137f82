import type { Document } from '../../base/graphql/document.ts';
import type { DeliveryDay, ReturnDay } from '../../generated/operations.ts';
import { textOf } from '../../base/graphql/document.ts';
import type { Range } from './range.ts';

/** Returns the variables for queries of a range, without `previous…` and `interval`. */
export function daysOf({ dateFrom, dateTo, timeZone }: Range) {
  return { dateFrom, dateTo, timeZone };
}

/** Returns the variables for queries of deliveries in a range. */
export function deliveriesOf(range: Range) {
  const by: DeliveryDay = range.countsBy === 'created' ? 'CREATED' : 'DELIVERY_DATE';
  return { ...daysOf(range), by };
}

/** Returns the variables for queries of returns in a range. */
export function returnsOf(range: Range) {
  const day: ReturnDay = range.countsBy === 'created' ? 'RECORDED' : 'RETURN_DATE';
  return { ...daysOf(range), day };
}

/** Returns the variables for queries of a series, and of what to compare it with. */
export function seriesOf({ interval, previousFrom, previousTo }: Range) {
  return { interval, previousFrom, previousTo };
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
