import type { DeliveryPageQuery } from '../generated/operations.ts';

/** A delivery as its page shows it. */
export type Delivery = NonNullable<DeliveryPageQuery['delivery']>;
