import type { DeliveryStatus } from '../../generated/operations.ts';
import { Badge, type Tone } from '../../base/kit/layout/badge.tsx';

const LOOKS: Record<DeliveryStatus, [label: string, tone: Tone]> = {
  PENDING: ['Pending', 'warn'],
  IN_TRANSIT: ['In transit', 'note'],
  COMPLETED: ['Completed', 'good'],
  CANCELLED: ['Cancelled', 'plain'],
};

/** The statuses, in their usual order. */
export const STATUSES = Object.keys(LOOKS) as DeliveryStatus[];

/** Returns the status with this name, such as from the address; undefined for an unknown one. */
export function statusOf(name: string | undefined): DeliveryStatus | undefined {
  return STATUSES.find((status) => status === name);
}

export function labelOf(status: DeliveryStatus): string {
  return LOOKS[status][0];
}

/** Shows the status of a delivery. */
export function StatusBadge({ status }: { status: DeliveryStatus }) {
  const [label, tone] = LOOKS[status];
  return <Badge tone={tone}>{label}</Badge>;
}
