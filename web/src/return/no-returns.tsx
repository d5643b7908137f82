import { Undo2 } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { inDays } from '../kit/days.ts';
import { Empty } from '../kit/empty.tsx';

/** Teaches how the first return comes about. */
export function NoReturns() {
  const example = {
    delivery_id: 1,
    product_id: 1,
    quantity: 4,
    reason: 'damaged',
    return_date: inDays(0),
  };
  return (
    <Empty icon={Undo2} title="Nothing came back yet">
      <p>
        A return credits goods of a delivery that is in transit or completed. Record it on the delivery’s
        page, or send it from your own system with an API key.
      </p>
      <ButtonLink href="/deliveries?status=COMPLETED">Completed deliveries</ButtonLink>
      <Code label="the line that records a return" text={curlOf('/returns', example)} />
    </Empty>
  );
}
