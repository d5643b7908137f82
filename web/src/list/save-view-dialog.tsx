import { SaveViewDocument, ShareViewDocument, type ViewedList } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Checkbox, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { May } from '../session/may.tsx';

interface SaveViewDialogProps {
  list: ViewedList;
  search: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for the name of a view, and saves it. */
export default function SaveViewDialog({ list, search, onSaved, onClose }: SaveViewDialogProps) {
  const saving = useAction(SaveViewDocument);
  const sharing = useAction(ShareViewDocument);
  const save = async (values: FormData) => {
    saving.reset();
    sharing.reset();
    const view = { list, name: String(values.get('name')).trim(), search };
    if (await (values.has('isShared') ? sharing.run(view) : saving.run(view))) onSaved();
  };
  return (
    <FormDialog
      title="Save view"
      label="Save"
      isBusy={saving.isRunning || sharing.isRunning}
      failure={saving.failure ?? sharing.failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        maxLength={40}
        pattern=".*\S.*"
        required
        hint="Filters, order and rows per page. Dates such as “Last month” move with the calendar. A view with the same name is replaced."
      />
      <May needs="deliveries:write">
        <Checkbox name="isShared" label="Share with everybody in the account" />
      </May>
    </FormDialog>
  );
}
