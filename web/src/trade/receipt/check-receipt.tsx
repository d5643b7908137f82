import { CircleCheck, Signature } from 'lucide-react';
import { useState } from 'react';
import { AcceptReceiptDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { May } from '../../base/session/may.tsx';
import styles from './disputes.module.css';
import { ProofDialog } from './proof-dialog.tsx';

interface CheckReceiptProps {
  deliveryId: string;
  /** The number of photos. */
  photos: number;
  onChange: () => void;
}

/** Marks what a driver recorded as checked, and shows its photos and signature. */
export function CheckReceipt({ deliveryId, photos, onChange }: CheckReceiptProps) {
  const { run, isRunning, failure } = useAction(AcceptReceiptDocument);
  const [isLooking, setLooking] = useState(false);
  const toast = useToast();
  const check = async () => {
    if (!(await run({ deliveryId }))) return;
    toast('Receipt checked');
    onChange();
  };
  return (
    <>
      <span className={styles.actions}>
        <May needs="deliveries:write">
          <Button
            isSmall
            icon={CircleCheck}
            isBusy={isRunning}
            aria-label={`Checked: receipt of delivery #${deliveryId}`}
            onClick={() => void check()}
          >
            Checked
          </Button>
        </May>
        <Button isSmall kind="quiet" icon={Signature} aria-haspopup="dialog" onClick={() => setLooking(true)}>
          Signature{photos > 0 && ` and ${plural(photos, 'photo')}`}
        </Button>
      </span>
      <FailedNotice failure={failure} />
      {isLooking && <ProofDialog deliveryId={deliveryId} onClose={() => setLooking(false)} />}
    </>
  );
}
