import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';

interface SaveViewDialogProps {
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view. */
export default function SaveViewDialog({ onSave, onClose }: SaveViewDialogProps) {
  return (
    <FormDialog
      title="Save view"
      label="Save"
      isBusy={false}
      failure={undefined}
      onSubmit={(values) => onSave(String(values.get('name')).trim())}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        maxLength={40}
        pattern=".*\S.*"
        required
        hint="Filters, order and rows per page, kept in this browser. A view with the same name is replaced."
      />
    </FormDialog>
  );
}
