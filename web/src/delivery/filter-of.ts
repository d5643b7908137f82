import type { DeliveryFilters } from './delivery-filters.tsx';
import { statusOf } from './status.tsx';

/** Returns the filter of GraphQL for the filters in the address. */
export function filterOf({ status, includeReplaced, late, ...others }: DeliveryFilters['values']) {
  return {
    ...others,
    status: statusOf(status),
    includeReplaced: includeReplaced === 'true',
    late: late === 'true' || undefined,
  };
}
