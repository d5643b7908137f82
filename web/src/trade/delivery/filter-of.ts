import type { DeliveryFilters } from './delivery-filters.tsx';
import { receiptStateOf } from '../receipt/receipt-state.ts';
import { statusOf } from './status.tsx';

/** Returns the filter of GraphQL for the filters in the address. */
export function filterOf({
  status,
  receiptState,
  includeReplaced,
  late,
  inTour,
  ...others
}: DeliveryFilters['values']) {
  return {
    ...others,
    status: statusOf(status),
    receiptState: receiptStateOf(receiptState),
    includeReplaced: includeReplaced === 'true',
    late: late === 'true' || undefined,
    inTour: inTour === undefined || inTour === '' ? undefined : inTour === 'true',
  };
}
