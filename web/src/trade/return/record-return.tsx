import { useState } from 'react';
import { CreateReturnDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useToday } from '../../base/kit/layout/use-today.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { numberInWords } from '../delivery/numbers.ts';
import { SelectField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { FieldRow, type Texts } from '../../base/kit/form/form.tsx';
import { money, wholeNumber } from '../../base/kit/words/format.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { useSession } from '../../base/session/session.tsx';
import { DateDoubt } from './date-doubt.tsx';
import { LotChoice } from './lot-choice.tsx';
import { reasonOf } from './reason-in-words.ts';
import { RETURN } from './return-fields.ts';
import { ReasonField } from './reason-field.tsx';
import { useSuggestedReasons } from './reason-suggestions.tsx';

interface RecordReturnProps {
  delivery: Delivery;
  onRecorded: () => void;
  /** Called when the return was refused, because other returns may have been recorded. */
  onRefused: () => void;
  onClose: () => void;
}

/** Records a return of a delivery; the service computes the credit. */
export function RecordReturn({ delivery, onRecorded, onRefused, onClose }: RecordReturnProps) {
  const { currency } = useSession().account;
  const { run, isRunning, failure } = useAction(CreateReturnDocument);
  const toast = useToast();
  const suggested = useSuggestedReasons();
  const lines = delivery.products.filter(({ quantity, returnedQuantity }) => returnedQuantity < quantity);
  const [productId, setProductId] = useState(lines.length === 1 ? lines[0]!.productId : '');
  const [returnDate, setReturnDate] = useState(useToday());
  const draft = useDraft<Texts>(`return:${delivery.id}`, (values) => {
    setProductId(values.productId ?? '');
    setReturnDate(values.returnDate ?? '');
  });
  const line = lines.find((line) => line.productId === productId);
  const left = line && line.quantity - line.returnedQuantity;

  const submit = async (values: FormData) => {
    const returned = RETURN.valuesIn(values);
    const reason = reasonOf(returned.reason, suggested);
    const input = { ...returned, deliveryId: delivery.id, productId, reason };
    const result = await run({ input }, onRefused);
    if (!result) return;
    draft.forget();
    toast(`Return recorded, ${money(result.createReturn.creditAmount, currency)} credited`);
    onRecorded();
  };
  return (
    <FormDialog
      title={`Record return for delivery ${numberInWords(delivery)}`}
      label="Record return"
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
      draft={draft}
    >
      <SelectField
        name="productId"
        label="Product"
        required
        value={productId}
        onChange={(event) => setProductId(event.target.value)}
      >
        <option value="">Select a product</option>
        {lines.map(({ productId, name, unitPrice }) => (
          <option key={productId} value={productId}>
            {name} · {money(unitPrice, currency)}
          </option>
        ))}
      </SelectField>
      {line && <LotChoice key={productId} lots={line.lots} />}
      <FieldRow>
        <RETURN.Input
          name="quantity"
          hint={left !== undefined && `Up to ${wholeNumber(left)} can be returned`}
        />
        <RETURN.Input
          name="returnDate"
          value={returnDate}
          onChange={(event) => setReturnDate(event.target.value)}
        />
      </FieldRow>
      <DateDoubt returnDate={returnDate} inTransitAt={delivery.inTransitAt} />
      <ReasonField name="reason" label="Reason" none="Select a reason" required reasons={suggested} />
      <RETURN.Input name="description" />
    </FormDialog>
  );
}
