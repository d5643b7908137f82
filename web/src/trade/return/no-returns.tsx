import { Undo2 } from 'lucide-react';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useMay } from '../../base/session/may.tsx';

/** Explains how to record the first return. */
export function NoReturns() {
  const isAllowed = useMay()('returns:write');
  return (
    <Empty icon={Undo2} title="No returns yet">
      <p>
        A return credits goods from a delivery that is in transit or completed.{' '}
        {isAllowed && 'Record it on the page of the delivery.'}
      </p>
      {isAllowed && (
        <>
          <ButtonLink href="/deliveries?status=COMPLETED">View completed deliveries</ButtonLink>
        </>
      )}
    </Empty>
  );
}
