import { UpdateStandingOrderDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { inDaysAt } from '../kit/days.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useToast } from '../kit/toast.tsx';
import { useSession } from '../session/session.tsx';
import { PAUSE } from './standing-order-fields.ts';

/** Pauses a standing order for some days, or until further notice. */
export function PauseDialog(props: { id: string; onPaused: () => void; onClose: () => void }) {
  const { id, onPaused, onClose } = props;
  const { run, isRunning, failure } = useAction(UpdateStandingOrderDocument);
  const toast = useToast();
  const tomorrow = inDaysAt(useSession().account.timeZone, 1);
  const pause = async (values: FormData) => {
    if (!(await run({ id, input: PAUSE.valuesIn(values) }))) return;
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
      {/* Without its first day it would be no pause. */}
      <PAUSE.Input name="pausedFrom" record={{ pausedFrom: tomorrow }} isOptional={false} required />
      <PAUSE.Input name="pausedUntil" />
    </FormDialog>
  );
}
