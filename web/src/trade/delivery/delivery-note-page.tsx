import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { DeliveryNoteDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Checkbox } from '../../base/kit/form/field.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { May } from '../../base/session/may.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { numberInWords } from './numbers.ts';
import { ReceiptCodesButton } from './receipt-code.tsx';
import { useReceiptCodes } from './use-receipt-codes.ts';
import styles from './delivery-note.module.css';

/** Shows the delivery note of a delivery, to be printed with or without prices. */
export default function DeliveryNotePage() {
  const { id = '' } = useParams();
  const note = useData(DeliveryNoteDocument, { id });
  const [hasPrices, setPrices] = useState(false);
  const codes = useReceiptCodes();
  if (note.data?.delivery === null) return <NotFound what="This delivery" />;
  return (
    <Page
      title={`Delivery note ${note.data?.delivery ? numberInWords(note.data.delivery) : `#${id}`}`}
      back={{ href: `/deliveries/${id}`, label: `Delivery #${id}` }}
      actions={
        // Somebody can have changed the delivery since it was read.
        <Button
          kind="primary"
          icon={Printer}
          isBusy={note.isLoading}
          disabled={!note.data || note.failure !== undefined}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
    >
      <div className={styles.options}>
        <Checkbox
          name="prices"
          label="Show prices"
          checked={hasPrices}
          onChange={() => setPrices(!hasPrices)}
        />
      </div>
      <Loaded of={note} lines={8}>
        {({ delivery }) =>
          delivery && (
            <>
              <DeliveryNote delivery={delivery} hasPrices={hasPrices} code={codes.codes.get(delivery.id)} />
              {delivery.status !== 'CANCELLED' && (
                <May needs="deliveries:write">
                  <div className={styles.options}>
                    <ReceiptCodesButton deliveryIds={[delivery.id]} of={codes} />
                  </div>
                </May>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
