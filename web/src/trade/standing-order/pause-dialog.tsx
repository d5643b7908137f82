import {
  type StandingOrderRowFragment,
  StandingOrderToChangeDocument,
  UpdateStandingOrderDocument,
} from '../../generated/operations.ts';
import { inDaysAt } from '../../base/kit/words/days.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import { useSession } from '../../base/session/session.tsx';
import { PAUSE } from './standing-order-fields.ts';

/** The standing order that is paused. */
export type Pausable = Pick<StandingOrderRowFragment, 'id' | 'pausedFrom' | 'pausedUntil' | 'version'>;

interface PauseDialogProps {
  order: Pausable;
  onPaused: () => void;
  onClose: () => void;
}

/** Pauses a standing order for some days, or until further notice. */
export function PauseDialog({ order, onPaused, onClose }: PauseDialogProps) {
  const { id } = order;
  const toast = useToast();
  const tomorrow = inDaysAt(useSession().account.timeZone, 1);
  const close = () => {
    onClose();
    onPaused();
  };
  const edit = useEdit({
    noun: 'standing order',
    start: storedOf(order),
    labels: PAUSE.labels,
    label: 'Pause',
    mutation: UpdateStandingOrderDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: StandingOrderToChangeDocument,
    asked: { id },
    storedIn: ({ standingOrder }) => standingOrder && storedOf(standingOrder),
    onKeep: close,
  });
  const pause = async (values: FormData) => {
    if (!(await edit.save(PAUSE.valuesIn(values)))) return;
    toast('The pause was saved');
    close();
  };
  return (
    <FormDialog
      title="Pause this standing order"
      label={edit.label}
      isBusy={edit.isRunning}
      failure={edit.failure}
      onSubmit={(values) => void pause(values)}
      onClose={onClose}
    >
      {/* Without its first day it would be no pause. */}
      <PAUSE.Input name="pausedFrom" record={{ pausedFrom: tomorrow }} isOptional={false} required />
      <PAUSE.Input name="pausedUntil" />
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf({ version, ...order }: Omit<Pausable, 'id'>) {
  return { values: PAUSE.valuesOf(order), version };
}
