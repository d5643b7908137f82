import { Card } from '../kit/card.tsx';
import { Timeline } from '../kit/timeline.tsx';
import type { Delivery } from './delivery.ts';
import { labelOf } from './status.tsx';

/** Shows when the status of the delivery changed. */
export function DeliveryHistory({ delivery }: { delivery: Delivery }) {
  const taken = [
    ['PENDING', delivery.createdAt],
    ['IN_TRANSIT', delivery.inTransitAt],
    ['COMPLETED', delivery.completedAt],
    ['CANCELLED', delivery.cancelledAt],
  ] as const;
  return (
    <Card title="History">
      <Timeline
        moments={taken.flatMap(([status, at]) => (at ? [{ name: status, what: labelOf(status), at }] : []))}
      />
    </Card>
  );
}
