import { z } from 'zod';

export const DELIVERY_STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const deliveryStatus = z.enum(DELIVERY_STATUSES, `must be one of ${DELIVERY_STATUSES.join(', ')}`);

/**
 * The status machine (specification, "Delivery status"): to enter a status, a delivery must be in
 * the one status named here. Nothing enters `pending`: deliveries begin there.
 */
export const ENTERED_FROM: Record<DeliveryStatus, DeliveryStatus | null> = {
  pending: null,
  in_transit: 'pending',
  completed: 'in_transit',
  cancelled: 'pending',
};

/** Returns the statuses that a delivery in `status` can be moved to. */
export function nextOf(status: DeliveryStatus): DeliveryStatus[] {
  return DELIVERY_STATUSES.filter((next) => ENTERED_FROM[next] === status);
}

/** Statuses from which goods can come back: also at the door they can be refused. */
export const RETURNABLE: readonly DeliveryStatus[] = ['in_transit', 'completed'];
