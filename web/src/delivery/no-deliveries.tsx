import { Truck } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { Empty } from '../kit/empty.tsx';
import { inDays } from '../kit/days.ts';
import { useMay } from '../session/may.tsx';

/** Explains how to create the first delivery. */
export function NoDeliveries() {
  const isAllowed = useMay()('deliveries:write');
  const example = {
    supermarket_id: 1,
    subchain_id: 1,
    delivery_date: inDays(1),
    products: [{ product_id: 1, quantity: 120 }],
  };
  return (
    <Empty icon={Truck} title="No deliveries yet">
      <p>
        A delivery brings products to one branch of a supermarket on one day.{' '}
        {isAllowed && 'Create your first delivery here, or with the API:'}
      </p>
      {isAllowed && (
        <>
          <ButtonLink href="/deliveries/new">Create a delivery</ButtonLink>
          <Code label="example request" text={curlOf('/deliveries', example)} />
        </>
      )}
    </Empty>
  );
}
