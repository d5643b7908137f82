import { Undo2 } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { inDays } from '../kit/days.ts';
import { Empty } from '../kit/empty.tsx';
import { useMay } from '../session/may.tsx';

/** Explains how to record the first return. */
export function NoReturns() {
  const isAllowed = useMay()('returns:write');
  const example = {
    delivery_id: 1,
    product_id: 1,
    quantity: 4,
    reason: 'damaged',
    return_date: inDays(0),
  };
  return (
    <Empty icon={Undo2} title="No returns yet">
      <p>
        A return credits goods from a delivery that is in transit or completed.{' '}
        {isAllowed && 'Record it on the page of the delivery, or with the API:'}
      </p>
      {isAllowed && (
        <>
          <ButtonLink href="/deliveries?status=COMPLETED">View completed deliveries</ButtonLink>
          <Code label="example request" text={curlOf('/returns', example)} />
        </>
      )}
    </Empty>
  );
}
