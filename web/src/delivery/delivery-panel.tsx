import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { DeliveryPageDocument } from '../generated/operations.ts';
import type { Failure } from '../graphql/failure.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { DeliveryActions } from './delivery-actions.tsx';
import { DeliveryBody } from './delivery-body.tsx';
import styles from './delivery-panel.module.css';
import { StatusBadge } from './status.tsx';

interface DeliveryPanelProps {
  id: string;
  /** Called when the delivery was changed here. */
  onChange: () => void;
  onClose: () => void;
}

/** Shows a delivery beside the list, on screens with room for both. */
export default function DeliveryPanel({ id, onChange, onClose }: DeliveryPanelProps) {
  const delivery = useData(DeliveryPageDocument, { id });
  const [conflict, setConflict] = useState<Failure>();
  const settle = (failure?: Failure) => {
    setConflict(failure);
    delivery.reload();
    onChange();
  };
  return (
    <aside className={styles.panel} aria-label={`Delivery #${id}`}>
      <header className={styles.head}>
        <h2>
          <Link href={`/deliveries/${id}`}>Delivery #{id}</Link>
        </h2>
        {delivery.data?.delivery && <StatusBadge status={delivery.data.delivery.status} />}
        <span className={styles.close}>
          <Button isSmall kind="quiet" icon={X} aria-label="Close details" onClick={onClose} />
        </span>
      </header>
      <Loaded of={delivery} lines={8}>
        {({ delivery: shown }) =>
          shown ? (
            <>
              <div className={styles.actions}>
                <DeliveryActions delivery={shown} onChange={() => settle()} onConflict={settle} />
              </div>
              <DeliveryBody
                delivery={shown}
                reload={() => settle()}
                conflict={conflict}
                onDismiss={() => setConflict(undefined)}
                isNarrow
              />
            </>
          ) : (
            <p>No delivery has this number.</p>
          )
        }
      </Loaded>
    </aside>
  );
}
