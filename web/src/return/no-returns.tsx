import { Undo2 } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { useMay } from '../session/may.tsx';

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
