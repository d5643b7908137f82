import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Delivery } from '../delivery/delivery.ts';
import { CorrectLotsDocument, SetLotsDocument, WithdrawnLotsDocument } from '../generated/operations.ts';
import { LOTS_OPEN, MAX_LOTS, MAX_TEXT } from '../generated/rules.ts';
import { useAction } from '../graphql/use-action.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { FieldGroup, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FormActions } from '../kit/form.tsx';
import { wholeNumber } from '../kit/format.ts';
import { useToast } from '../kit/toast.tsx';
import { draftsOf, inputOf, newLot, sumOf } from './draft-lot.ts';
import { LotFields } from './lot-fields.tsx';
import styles from './lot-fields.module.css';

interface LotsDialogProps {
  delivery: Delivery;
  line: Delivery['products'][number];
  onSaved: () => void;
  onClose: () => void;
}

/** Enters the lots of a line, or corrects them, with a reason, once the delivery is completed. */
export default function LotsDialog({ delivery, line, onSaved, onClose }: LotsDialogProps) {
  const set = useAction(SetLotsDocument);
  const correct = useAction(CorrectLotsDocument);
  const toast = useToast();
  const [lots, setLots] = useState(() =>
    line.lots.length > 0 ? draftsOf(line.lots) : [newLot(0, line.quantity)],
  );
  const nextKey = useRef(lots.length);
  const isCorrection = !LOTS_OPEN.includes(delivery.status);
  const { productId, product, quantity } = line;
  const withdrawals = useData(WithdrawnLotsDocument, { productId });
  const sum = sumOf(lots);

  const save = async (values: FormData) => {
    const input = { deliveryId: delivery.id, productId, lots: inputOf(lots) };
    const done = isCorrection
      ? await correct.run({ ...input, reason: String(values.get('reason')) })
      : await set.run(input);
    if (!done) return;
    toast(isCorrection ? 'Lots corrected' : 'Lots saved');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={`${isCorrection ? 'Correct lots' : 'Lots'}: ${line.name}`}
      label={isCorrection ? 'Correct lots' : 'Save lots'}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={set.isRunning || correct.isRunning}
      failure={set.failure ?? correct.failure}
    >
      <FieldGroup
        name="lots"
        label="Lots"
        hint={`${wholeNumber(sum)} of ${wholeNumber(quantity)} in lots. Type a lot or scan its barcode.`}
      >
        <div className={styles.lots}>
          {lots.map((lot, index) => (
            <LotFields
              key={lot.key}
              lot={lot}
              index={index}
              gtins={[product.gtin, product.caseGtin]}
              withdrawals={withdrawals.data?.productWithdrawals ?? []}
              promised={{ deliveryDate: delivery.deliveryDate, minRemainingDays: line.minRemainingDays }}
              onChange={(changed) => setLots(lots.map((each) => (each === lot ? changed : each)))}
              onRemove={() => setLots(lots.filter((each) => each !== lot))}
            />
          ))}
        </div>
      </FieldGroup>
      <FormActions>
        <Button
          icon={Plus}
          disabled={lots.length >= MAX_LOTS}
          onClick={() => setLots([...lots, newLot(nextKey.current++, quantity - sum, lots.at(-1))])}
        >
          Add lot
        </Button>
      </FormActions>
      {isCorrection && (
        <TextField
          name="reason"
          label="Reason"
          maxLength={MAX_TEXT}
          required
          hint="The previous lots are kept with the reason"
        />
      )}
    </FormDialog>
  );
}
