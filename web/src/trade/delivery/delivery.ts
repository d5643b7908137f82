import type { DeliveryPageQuery } from '../../generated/operations.ts';

/** A delivery on its page. */
export type Delivery = NonNullable<DeliveryPageQuery['delivery']>;
