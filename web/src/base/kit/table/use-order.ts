import { useFilters } from './filters.tsx';
import type { Sorting } from './sort-header.tsx';

/** The orders of lists of named records. */
export const NAMED_ORDERS = {
  '-created': 'CREATED_DESC',
  created: 'CREATED_ASC',
  name: 'NAME_ASC',
  '-name': 'NAME_DESC',
} as const;

/** The order of a list, by the name that its address has for it. */
interface Ordered<Order extends string> {
  orderBy: Order;
  sorting: Sorting;
}

/**
 * Reads the order of a list from the address.
 *
 * @param orders by the value of `sort` in the address; the name begins with `-` for descending orders
 * @param byDefault the order without one in the address
 */
export function useOrder<Order extends string>(
  orders: Readonly<Record<string, Order>>,
  byDefault: string,
): Ordered<Order> {
  const { values, set } = useFilters('sort');
  const value = values.sort !== undefined && values.sort in orders ? values.sort : byDefault;
  return {
    orderBy: orders[value]!,
    sorting: { value, set: (next) => set('sort', next === byDefault ? '' : next) },
  };
}
