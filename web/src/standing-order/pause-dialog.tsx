import { UpdateStandingOrderDocument } from '../generated/operations.ts';
import { LAST_DATE } from '../generated/rules.ts';
import { useAction } from '../graphql/use-action.ts';
import { inDaysAt } from '../kit/days.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { textIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';
import { useSession } from '../session/session.tsx';

/** Pauses a standing order for some days, or until further notice. */
export function PauseDialog(props: { id: string; onPaused: () => void; onClose: () => void }) {
  const { id, onPaused, onClose } = props;
  const { run, isRunning, failure } = useAction(UpdateStandingOrderDocument);
  const toast = useToast();
  const tomorrow = inDaysAt(useSession().account.timeZone, 1);
  const pause = async (values: FormData) => {
    const input = {
      pausedFrom: String(values.get('pausedFrom')),
      pausedUntil: textIn(values, 'pausedUntil'),
    };
    if (!(await run({ id, input }))) return;
    toast('The pause was saved');
    onClose();
    onPaused();
  };
  return (
    <FormDialog
      title="Pause this standing order"
      label="Pause"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void pause(values)}
      onClose={onClose}
    >
      <TextField
        name="pausedFrom"
        label="First paused day"
        type="date"
        max={LAST_DATE}
        required
        defaultValue={tomorrow}
      />
      <TextField
        name="pausedUntil"
        label="Last paused day"
        type="date"
        max={LAST_DATE}
        isOptional
        hint="Without one, until further notice"
      />
    </FormDialog>
  );
}
