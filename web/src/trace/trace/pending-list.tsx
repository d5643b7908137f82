import { Fragment } from 'react';
import { Link } from 'wouter';
import { numberInWords } from '../../trade/delivery/numbers.ts';
import type { PendingDeliveriesFragment } from '../../generated/operations.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';

/**
 * Lists the deliveries that can still be stopped, by their numbers; of very many, it says how many more there
 * are.
 */
export function PendingList({
  of: { deliveries, deliveryIds, references },
}: {
  of: PendingDeliveriesFragment;
}) {
  const more = deliveries - deliveryIds.length;
  return (
    <span className="wraps">
      {deliveryIds.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link href={`/deliveries/${id}`}>{numberInWords({ id, reference: references[at] ?? null })}</Link>
        </Fragment>
      ))}
      {more > 0 && `, and ${wholeNumber(more)} more`}
    </span>
  );
}
