import type { z } from 'zod';
import type { deliveryStatus } from '../rules.ts';

export type DeliveryStatus = z.output<typeof deliveryStatus>;

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

/** Statuses from which goods can come back: also at the door they can be refused. */
export const RETURNABLE: readonly DeliveryStatus[] = ['in_transit', 'completed'];
