import { dayAfter } from '../kit/days.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FieldRow } from '../kit/form.tsx';
import { plural } from '../kit/plural.ts';
import { textIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';
import type { OwnList } from './use-own-list.ts';

interface AddDaysDialogProps {
  /** The days that can be closed. */
  period: { from: string; to: string };
  list: OwnList;
  onClose: () => void;
}

/** Closes one day, or several in a row. */
export function AddDaysDialog({ period: { from, to }, list, onClose }: AddDaysDialogProps) {
  const toast = useToast();
  const submit = async (values: FormData) => {
    const first = String(values.get('date'));
    const last = textIn(values, 'last') ?? first;
    const reason = textIn(values, 'reason');
    const added = [];
    for (let date = first; date <= last; date = dayAfter(date, 1)) added.push({ date, reason });
    if (added.length === 0) added.push({ date: first, reason });
    if (!(await list.change({ added }))) return;
    toast(`${plural(added.length, 'day')} closed`);
    onClose();
  };
  return (
    <FormDialog
      title="Add closed days"
      label="Add"
      isBusy={list.isRunning}
      failure={list.failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <FieldRow>
        <TextField name="date" label="First day" type="date" min={from} max={to} required />
        <TextField
          name="last"
          label="Last day"
          type="date"
          min={from}
          max={to}
          isOptional
          hint="For several days in a row"
        />
      </FieldRow>
      <TextField name="reason" label="Reason" isOptional maxLength={200} />
    </FormDialog>
  );
}
