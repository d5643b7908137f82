import { dayAfter } from '../../base/kit/words/days.ts';
import { TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { textIn } from '../../base/kit/form/text-in.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import type { OwnDay, Setting } from './use-own-days.tsx';

interface AddDaysDialogProps {
  /** The days that can be closed. */
  period: { from: string; to: string };
  list: Setting;
  onClose: () => void;
}

/** Closes one day, or several in a row. */
export function AddDaysDialog({ period, list, onClose }: AddDaysDialogProps) {
  const toast = useToast();
  const submit = async (values: FormData) => {
    const from = String(values.get('from'));
    const until = textIn(values, 'until') ?? from;
    const reason = textIn(values, 'days[0].reason');
    const days: Record<string, OwnDay> = {};
    for (let date = from; date <= until; date = dayAfter(date, 1)) days[date] = { reason, open: false };
    if (!(await list.set(days, { from, until }))) return;
    toast(`${plural(Object.keys(days).length, 'day')} closed`);
    onClose();
  };
  return (
    <FormDialog
      title="Add closed days"
      label={list.label}
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
      {list.conflict}
    </FormDialog>
  );
}
