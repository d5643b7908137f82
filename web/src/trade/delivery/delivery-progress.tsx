import { Check, X } from 'lucide-react';
import type { DeliveryStatus } from '../../generated/operations.ts';
import { classes } from '../../base/kit/layout/classes.ts';
import { Time } from '../../base/kit/words/time.tsx';
import type { Delivery } from './delivery.ts';
import styles from './delivery-progress.module.css';
import { labelOf } from './status.tsx';

/** Shows how far a delivery is: the statuses on its way, each with its time once it was reached. */
export function DeliveryProgress({ delivery }: { delivery: Delivery }) {
  const steps = stepsOf(delivery);
  const current = steps.findLastIndex(([, at]) => at !== null);
  return (
    <div className={styles.steps} role="group" aria-label="Progress">
      {steps.map(([status, at], index) => (
        <div
          key={status}
          className={classes(styles.step, at !== null && styles.done, status === 'CANCELLED' && styles.ended)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden>
            {status === 'CANCELLED' ? <X size={14} /> : at !== null && <Check size={14} />}
          </span>
          <span className={styles.name}>
            {at === null && <span className="visually-hidden">Not yet </span>}
            {labelOf(status)}
          </span>
          {at !== null && (
            <span className={styles.at}>
              <Time value={at} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Returns the statuses on the way of a delivery, and when it reached each. */
function stepsOf(delivery: Delivery): [DeliveryStatus, string | null][] {
  const { createdAt, inTransitAt, completedAt, cancelledAt } = delivery;
  if (cancelledAt !== null) {
    return [
      ['PENDING', createdAt],
      ['CANCELLED', cancelledAt],
    ];
  }
  return [
    ['PENDING', createdAt],
    ['IN_TRANSIT', inTransitAt],
    ['COMPLETED', completedAt],
  ];
}
