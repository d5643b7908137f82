import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailureNotice } from '../../base/kit/feedback/failure-notice.tsx';
import { Checkbox } from '../../base/kit/form/field.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import { May } from '../../base/session/may.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import styles from './delivery-note.module.css';
import { PrintParts } from './print-parts.tsx';
import { ReceiptCodesButton } from './receipt-code.tsx';
import { useNotes } from './use-notes.ts';
import { useReceiptCodes } from './use-receipt-codes.ts';
import { useToPrint } from './use-to-print.ts';

const BACK = { href: '/deliveries', label: 'Deliveries' };

/**
 * Shows the notes of several deliveries for one print: those named in the address, or those that match its
 * filters.
 */
export default function DeliveryNotesPage() {
  const [attempt, setAttempt] = useState(0);
  const [hasPrices, setPrices] = useState(false);
  const toPrint = useToPrint();
  const { notes, total, missing, isComplete, failure } = useNotes(toPrint, attempt);
  const codes = useReceiptCodes();
  const open = notes.filter(({ status }) => status !== 'CANCELLED').map(({ id }) => id);
  return (
    <Page
      title={isComplete ? plural(notes.length, 'delivery note') : 'Delivery notes'}
      back={BACK}
      actions={
        <Button
          kind="primary"
          icon={Printer}
          isBusy={!isComplete && !failure}
          disabled={failure !== undefined || (isComplete && notes.length === 0)}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
    >
      <div className={styles.options}>
        <PrintParts part={toPrint.part} total={total} missing={missing} />
        <Checkbox
          name="prices"
          label="Show prices"
          checked={hasPrices}
          onChange={() => setPrices(!hasPrices)}
        />
        {isComplete && (
          <May needs="deliveries:write">
            <ReceiptCodesButton deliveryIds={open} of={codes} />
          </May>
        )}
      </div>
      {failure && <FailureNotice failure={failure} retry={() => setAttempt(attempt + 1)} />}
      {isComplete && notes.length === 0 && (
        <Notice tone="note">No deliveries match. Nothing to print.</Notice>
      )}
      <div className={styles.notes}>
        {notes.map((delivery) => (
          <DeliveryNote
            key={delivery.id}
            delivery={delivery}
            hasPrices={hasPrices}
            code={codes.codes.get(delivery.id)}
          />
        ))}
      </div>
      {!isComplete && !failure && <Skeleton lines={8} />}
    </Page>
  );
}

/** Returns the page that prints the notes of these deliveries. */
export function addressOfNotes(deliveries: readonly { nodeId: string }[]): string {
  return `/deliveries/notes?ids=${deliveries.map(({ nodeId }) => nodeId).join(',')}`;
}
