import { type Expiry, olderThanHours } from '../../../database/expiry.ts';
import { FORMER_STOP_HOURS } from '../limits.ts';

/** Stops that left their tours so long ago that nothing is accepted of their former drivers. */
export const TOUR_EXPIRY: readonly Expiry[] = [
  {
    table: 'former_stops',
    key: ['account_id', 'delivery_id', 'person_id'],
    hasExpired: olderThanHours('left_at', FORMER_STOP_HOURS),
  },
];
