import { UpdateSupermarketDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { numberIn, textIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';
import { PromiseFields, promiseIn } from './promise-fields.tsx';
import type { Supermarket } from './supermarket.ts';

interface EditSupermarketProps {
  supermarket: Supermarket;
  onSaved: () => void;
  onClose: () => void;
}

const PERCENT = { decimals: 2, min: 0, max: 100, required: true } as const;

/** Edits a supermarket. */
export function EditSupermarket({ supermarket, onSaved, onClose }: EditSupermarketProps) {
  const { run, isRunning, failure } = useAction(UpdateSupermarketDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    const input = {
      name: String(values.get('name')),
      contactEmail: String(values.get('contactEmail')),
      reference: textIn(values, 'reference'),
      targets: {
        onTime: numberIn(values, 'targets.onTime')!,
        fillRate: numberIn(values, 'targets.fillRate')!,
      },
      ...promiseIn(values),
    };
    if (!(await run({ id: supermarket.id, input }))) return;
    toast('Supermarket saved');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title="Edit supermarket"
      label="Save"
      onSubmit={(values) => void save(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <TextField name="name" label="Name" defaultValue={supermarket.name} required />
      <TextField
        name="contactEmail"
        label="Contact e-mail"
        type="email"
        defaultValue={supermarket.contactEmail}
        required
      />
      <TextField name="reference" label="Your number" defaultValue={supermarket.reference ?? ''} isOptional />
      <NumberField
        {...PERCENT}
        name="targets.onTime"
        label="Target on time (%)"
        defaultValue={supermarket.targets.onTime}
      />
      <NumberField
        {...PERCENT}
        name="targets.fillRate"
        label="Target fill rate (%)"
        defaultValue={supermarket.targets.fillRate}
      />
      <PromiseFields promised={supermarket} />
    </FormDialog>
  );
}
