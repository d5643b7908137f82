import { useState } from 'react';
import {
  AdjustCratesDocument,
  CrateTypesDocument,
  DeliveryPlacesDocument,
} from '../../generated/operations.ts';
import { MAX_ADJUSTED, MAX_LONG_TEXT } from '../../generated/rules.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { SelectField, TextArea, TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { numberIn, textIn } from '../../base/kit/form/text-in.ts';
import { inDaysAt } from '../../base/kit/words/days.ts';
import { useSession } from '../../base/session/session.tsx';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';

interface AdjustDialogProps {
  /** The supermarket; without one, it is chosen. */
  supermarket?: { id: string; branches: readonly { id: string; name: string }[] };
  onClose: () => void;
  onSaved: () => void;
}

/** Adjusts the balance of crates of a supermarket or a branch, with a reason. */
export function AdjustDialog({ supermarket, onClose, onSaved }: AdjustDialogProps) {
  const { timeZone } = useSession().account;
  const toast = useToast();
  const { run, isRunning, failure } = useAction(AdjustCratesDocument, ['ContainerBalance']);
  const types = useData(CrateTypesDocument, {}).data?.containerTypes ?? [];
  const [chosenId, setChosenId] = useState(supermarket?.id ?? '');
  const isChosen = supermarket !== undefined || chosenId === '';
  const places = useData(DeliveryPlacesDocument, { supermarketId: chosenId }, { isPaused: isChosen });
  const branches = supermarket?.branches ?? places.data?.supermarket?.branches ?? [];
  const today = inDaysAt(timeZone, 0);
  const save = async (values: FormData) => {
    const branchId = textIn(values, 'branchId');
    const done = await run({
      supermarketId: chosenId,
      ...(branchId !== null && { branchId }),
      typeId: String(values.get('typeId')),
      quantity: numberIn(values, 'quantity')!,
      reason: String(values.get('reason')),
      date: String(values.get('date')),
    });
    if (!done) return;
    toast('Balance adjusted');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title="Adjust crates"
      label="Adjust balance"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      {!supermarket && (
        <SupermarketChoice none="Choose a supermarket" value={chosenId} onChange={setChosenId} required />
      )}
      <SelectField name="branchId" label="Branch" isOptional>
        <option value="">The supermarket itself</option>
        {branches.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField name="typeId" label="Type" required>
        {types.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <NumberField
        name="quantity"
        label="Quantity"
        min={-MAX_ADJUSTED}
        max={MAX_ADJUSTED}
        required
        hint="More at the customer, or fewer with a minus"
      />
      <TextArea name="reason" label="Reason" required maxLength={MAX_LONG_TEXT} />
      <TextField
        name="date"
        label="Day"
        type="date"
        required
        max={today}
        defaultValue={today}
        hint="Today or earlier"
      />
    </FormDialog>
  );
}
