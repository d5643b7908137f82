import type { SetClosedDaysMutation, SetClosedDaysMutationVariables } from '../generated/operations.ts';
import type { Action } from '../graphql/use-action.ts';
import { dayAfter } from '../kit/days.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FieldRow } from '../kit/form.tsx';
import { plural } from '../kit/plural.ts';
import { textIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';

interface AddDaysDialogProps {
  /** The days that can be closed. */
  period: { from: string; to: string };
  /** The branch whose list it is; null for that of the account. */
  branchId: string | null;
  list: Action<SetClosedDaysMutation, SetClosedDaysMutationVariables>;
  onChanged: () => void;
  onClose: () => void;
}

/** Closes one day, or several in a row. */
export function AddDaysDialog({ period, branchId, list, onChanged, onClose }: AddDaysDialogProps) {
  const toast = useToast();
  const submit = async (values: FormData) => {
    const from = String(values.get('from'));
    const until = textIn(values, 'until') ?? from;
    const reason = textIn(values, 'days[0].reason');
    const days = [];
    for (let date = from; date <= until; date = dayAfter(date, 1)) days.push({ date, reason });
    if (!(await list.run({ branchId, from, until, days }))) return;
    onChanged();
    toast(`${plural(days.length, 'day')} closed`);
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
        <TextField name="from" label="First day" type="date" min={period.from} max={period.to} required />
        <TextField
          name="until"
          label="Last day"
          type="date"
          min={period.from}
          max={period.to}
          isOptional
          hint="For several days in a row"
        />
      </FieldRow>
      <TextField name="days[0].reason" label="Reason" isOptional maxLength={200} />
    </FormDialog>
  );
}
