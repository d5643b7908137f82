import { enumOf } from '../../core/noun/kinds.ts';

export const DELIVERY_STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The status machine: the only status from which each can be entered. `pending` is the initial status. */
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

export const STATUS = enumOf('DeliveryStatus', 'The status of a delivery.', {
  pending: `Created, not dispatched yet. ${follows('pending')}`,
  in_transit: `Dispatched. ${follows('in_transit')}`,
  completed: `Delivered. ${follows('completed')}`,
  cancelled: `Cancelled before it was dispatched. ${follows('cancelled')}`,
});

function follows(status: DeliveryStatus): string {
  const names = nextOf(status).map((name) => `\`${name.toUpperCase()}\``);
  return names.length > 0 ? `Next: ${names.join(' or ')}.` : 'Final.';
}

/** The statuses from which goods can be returned, also refused at the door while in transit. */
export const RETURNABLE: readonly DeliveryStatus[] = ['in_transit', 'completed'];

/** The statuses of deliveries that are still to arrive. */
export const OPEN: readonly DeliveryStatus[] = ['pending', 'in_transit'];

/** Returns a status in words. */
export function statusInWords(status: string): string {
  return status.replace('_', ' ');
}
