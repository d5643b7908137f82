import { SetCratesDocument, type CratesRowFragment } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { CrateFields, cratesIn } from './crate-fields.tsx';

interface CratesDialogProps {
  delivery: { id: string; version: string; containers: readonly CratesRowFragment[] };
  /** The types to enter, the likely ones first. */
  types: readonly { id: string; name: string }[];
  onClose: () => void;
  onSaved: () => void;
}

/** Enters the crates and pallets of a delivery. */
export function CratesDialog({ delivery, types, onClose, onSaved }: CratesDialogProps) {
  const { run, isRunning, failure } = useAction(SetCratesDocument);
  const toast = useToast();
  const save = async (values: FormData) => {
    const rows = cratesIn(values, types).filter(({ out, back }) => (out ?? 0) + (back ?? 0) > 0);
    if (!(await run({ deliveryId: delivery.id, rows, ifMatch: delivery.version }))) return;
    toast('Crates saved');
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title="Crates"
      label="Save crates"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      {types.map((type) => (
        <CrateFields
          key={type.id}
          type={type}
          entered={delivery.containers.find((row) => row.type.id === type.id)}
        />
      ))}
    </FormDialog>
  );
}
