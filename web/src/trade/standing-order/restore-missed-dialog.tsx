import { RestoreOccurrencesDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { dayAfter } from '../../base/kit/words/days.ts';
import { TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';

/** The days that are suggested, up to today. */
const DAYS = 7;

/** Creates the deliveries of dates that passed while the service did not run, of all standing orders. */
export function RestoreMissedDialog(props: { onRestored: () => void; onClose: () => void }) {
  const { onRestored, onClose } = props;
  const { run, isRunning, failure } = useAction(RestoreOccurrencesDocument);
  const toast = useToast();
  const today = useToday();
  const restore = async (values: FormData) => {
    const done = await run({ from: String(values.get('from')), to: String(values.get('to')) });
    if (!done) return;
    toast(
      done.restoreOccurrences > 0
        ? `${plural(done.restoreOccurrences, 'delivery')} created`
        : 'No missed date could be restored in these days',
    );
    onClose();
    onRestored();
  };
  return (
    <FormDialog
      title="Restore missed dates"
      label="Create deliveries"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void restore(values)}
      onClose={onClose}
    >
      <p>
        Dates that passed before their deliveries were created have failed. If their goods went out, create
        the deliveries now, each on its own day.
      </p>
      <FieldRow>
        <TextField name="from" label="First day" type="date" defaultValue={dayAfter(today, -DAYS)} required />
        <TextField name="to" label="Last day" type="date" defaultValue={today} required />
      </FieldRow>
    </FormDialog>
  );
}
