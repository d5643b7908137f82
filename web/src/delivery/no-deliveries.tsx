import { Truck } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { Empty } from '../kit/empty.tsx';
import { inDays } from '../kit/days.ts';

/** Teaches how the first delivery comes about. */
export function NoDeliveries() {
  const example = {
    supermarket_id: 1,
    subchain_id: 1,
    delivery_date: inDays(1),
    products: [{ product_id: 1, quantity: 120 }],
  };
  return (
    <Empty icon={Truck} title="No deliveries yet">
      <p>
        A delivery takes products to a branch of a supermarket on one day. Plan the first one here, or send it
        from your own system with an API key.
      </p>
      <ButtonLink href="/deliveries/new">Plan a delivery</ButtonLink>
      <Code label="the line that creates a delivery" text={curlOf('/deliveries', example)} />
    </Empty>
  );
}
