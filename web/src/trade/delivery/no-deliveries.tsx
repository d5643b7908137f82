import { Truck } from 'lucide-react';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useMay } from '../../base/session/may.tsx';

/** Explains how to create the first delivery. */
export function NoDeliveries() {
  const isAllowed = useMay()('deliveries:write');
  return (
    <Empty icon={Truck} title="No deliveries yet">
      <p>
        A delivery brings products to one branch of a supermarket on one day.{' '}
        {isAllowed && 'Create the first one, or import a file.'}
      </p>
      {isAllowed && (
        <>
          <ButtonLink kind="primary" href="/deliveries/new">
            Create a delivery
          </ButtonLink>
          <ButtonLink href="/imports">Import a file</ButtonLink>
        </>
      )}
    </Empty>
  );
}
