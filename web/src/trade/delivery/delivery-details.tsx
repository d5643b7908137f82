import { useState } from 'react';
import type { Failure } from '../../base/graphql/failure.ts';
import { Page } from '../../base/kit/layout/page.tsx';
import type { Delivery } from './delivery.ts';
import { DeliveryActions } from './delivery-actions.tsx';
import { DeliveryBody } from './delivery-body.tsx';
import { StatusBadge } from './status.tsx';

interface DeliveryDetailsProps {
  delivery: Delivery;
  reload: () => void;
  back: { href: string; label: string };
}

/** Shows a delivery with all details and actions. */
export function DeliveryDetails({ delivery, reload, back }: DeliveryDetailsProps) {
  const [conflict, setConflict] = useState<Failure>();
  const settle = (failure?: Failure) => {
    setConflict(failure);
    reload();
  };
  return (
    <Page
      title={`Delivery #${delivery.id}`}
      beside={<StatusBadge status={delivery.status} />}
      back={back}
      actions={<DeliveryActions delivery={delivery} onChange={() => settle()} onConflict={settle} />}
    >
      <DeliveryBody
        delivery={delivery}
        reload={reload}
        conflict={conflict}
        onDismiss={() => setConflict(undefined)}
      />
    </Page>
  );
}
