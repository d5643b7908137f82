import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Delivery } from '../delivery/delivery.ts';
import {
  CorrectLotsDocument,
  type LotFactsFragment,
  LotsToEditDocument,
  type LotsToEditQuery,
  SetLotsDocument,
  WithdrawnLotsDocument,
} from '../../generated/operations.ts';
import { LOTS_OPEN, MAX_LOTS, MAX_TEXT } from '../../generated/rules.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FieldGroup, TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { FormActions } from '../../base/kit/form/form.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { type Labels, useEdit } from '../../base/kit/form/use-edit.tsx';
import { draftsOf, inputOf, newLot, sumOf } from './draft-lot.ts';
import { LotFields } from './lot-fields.tsx';
import { lotInWords } from './lot-words.ts';
import styles from './lot-fields.module.css';

type Values = ReturnType<typeof storedOf>['values'];

const LABELS: Labels<Values> = {
  lots: [
    'Lots',
    (lots) =>
      lots
        .map(({ lot = null, bestBefore = null, useBy = null, quantity }) =>
          [wholeNumber(quantity), lotInWords({ lot, bestBefore, useBy })].join(' × '),
        )
        .join('\n'),
  ],
};

interface LotsDialogProps {
  delivery: Delivery;
  line: Delivery['products'][number];
  onSaved: () => void;
  onClose: () => void;
}

/** Enters the lots of a line, or corrects them, with a reason, once the delivery is completed. */
export default function LotsDialog({ delivery, line, onSaved, onClose }: LotsDialogProps) {
  const toast = useToast();
  const [lots, setLots] = useState(() =>
    line.lots.length > 0 ? draftsOf(line.lots) : [newLot(0, line.quantity)],
  );
  const nextKey = useRef(lots.length);
  const isCorrection = !LOTS_OPEN.includes(delivery.status);
  const { productId, product, quantity } = line;
  const withdrawals = useData(WithdrawnLotsDocument, { productId });
  const sum = sumOf(lots);

  const reason = useRef('');
  const close = () => {
    onSaved();
    onClose();
  };
  const editing = {
    noun: 'line',
    start: storedOf(line),
    labels: LABELS,
    query: LotsToEditDocument,
    asked: { id: delivery.id },
    storedIn: (data: LotsToEditQuery) => {
      const line = data.delivery?.products.find((each) => each.productId === productId);
      return line ? storedOf(line) : null;
    },
    onKeep: close,
  };
  const place = { deliveryId: delivery.id, productId };
  const set = useEdit({
    ...editing,
    label: 'Save lots',
    mutation: SetLotsDocument,
    variablesOf: (_changes, ifMatch) => ({ ...place, lots: inputOf(lots), ifMatch }),
  });
  const correct = useEdit({
    ...editing,
    label: 'Correct lots',
    mutation: CorrectLotsDocument,
    variablesOf: (_changes, ifMatch) => ({ ...place, lots: inputOf(lots), reason: reason.current, ifMatch }),
  });
  const edit = isCorrection ? correct : set;

  const save = async (values: FormData) => {
    reason.current = String(values.get('reason'));
    if (!(await edit.save({ lots: inputOf(lots) }))) return;
    toast(isCorrection ? 'Lots corrected' : 'Lots saved');
    close();
  };
  return (
    <FormDialog
      title={`${isCorrection ? 'Correct lots' : 'Lots'}: ${line.name}`}
      label={edit.label}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={edit.isRunning}
      failure={edit.failure}
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
              product={product}
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
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf({ lots, version }: { lots: readonly LotFactsFragment[]; version: string }) {
  return { values: { lots: inputOf(draftsOf(lots)) }, version };
}
