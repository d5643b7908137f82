import { useState } from 'react';
import { DeliveryPageDocument } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import type { PanelProps } from '../../base/list/beside.tsx';
import { RecordPanel } from '../../base/list/record-panel.tsx';
import { DeliveryActions } from './delivery-actions.tsx';
import { DeliveryBody } from './delivery-body.tsx';
import { StatusBadge } from './status.tsx';

interface DeliveryPanelProps extends PanelProps {
  /** Called when the delivery was changed here. */
  onChange: () => void;
}

/** Shows a delivery beside the list. */
export default function DeliveryPanel({ id, version, onChange, ...panel }: DeliveryPanelProps) {
  const delivery = useData(DeliveryPageDocument, { id }, { version });
  const [conflict, setConflict] = useState<Failure>();
  const settle = (failure?: Failure) => {
    setConflict(failure);
    onChange();
  };
  return (
    <RecordPanel
      {...panel}
      noun="delivery"
      name={`Delivery #${id}`}
      href={`/deliveries/${id}`}
      of={delivery}
      found={delivery.data?.delivery}
      badge={({ status }) => <StatusBadge status={status} />}
      actions={(shown) => <DeliveryActions delivery={shown} onChange={() => settle()} onConflict={settle} />}
    >
      {(shown) => (
        <DeliveryBody
          delivery={shown}
          reload={() => settle()}
          conflict={conflict}
          onDismiss={() => setConflict(undefined)}
          isNarrow
        />
      )}
    </RecordPanel>
  );
}
