import {
  type ContainerTypeFactsFragment,
  CreateCrateTypeDocument,
  UpdateCrateTypeDocument,
} from '../../generated/operations.ts';
import { MAX_CONTAINER_CODE, MAX_PRICE, MAX_TEXT } from '../../generated/rules.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { numberIn } from '../../base/kit/form/text-in.ts';

interface CrateTypeDialogProps {
  /** The type to change; undefined for a new one. */
  type: ContainerTypeFactsFragment | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates or changes a type of crates. */
export function CrateTypeDialog({ type, onClose, onSaved }: CrateTypeDialogProps) {
  const create = useAction(CreateCrateTypeDocument, ['ContainerType']);
  const update = useAction(UpdateCrateTypeDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    const input = {
      name: String(values.get('name')),
      code: String(values.get('code')),
      deposit: numberIn(values, 'deposit'),
    };
    const done = type ? await update.run({ id: type.id, input }) : await create.run({ input });
    if (!done) return;
    toast(type ? 'Type saved' : 'Type created');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={type ? 'Edit type' : 'New type'}
      label={type ? 'Save' : 'Create type'}
      isBusy={create.isRunning || update.isRunning}
      failure={create.failure ?? update.failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={MAX_TEXT} defaultValue={type?.name} />
      <TextField
        name="code"
        label="Code"
        required
        maxLength={MAX_CONTAINER_CODE}
        defaultValue={type?.code}
        hint="Unique among your types, such as EPAL"
      />
      <NumberField
        name="deposit"
        label="Deposit"
        decimals={2}
        min={0}
        max={MAX_PRICE}
        isOptional
        defaultValue={type?.deposit}
        hint="Shown only: it is part of no amount"
      />
    </FormDialog>
  );
}
