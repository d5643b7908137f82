import { EndStandingOrderDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';

/** Ends a standing order for good, after a question. */
export function EndDialog(props: { id: string; onEnded: () => void; onClose: () => void }) {
  const { id, onEnded, onClose } = props;
  const { run, isRunning, failure } = useAction(EndStandingOrderDocument);
  const toast = useToast();
  const end = async () => {
    if (!(await run({ id }))) return;
    toast('Standing order ended');
    onClose();
    onEnded();
  };
  return (
    <ConfirmDialog
      title="End this standing order?"
      label="End standing order"
      isDangerous
      isBusy={isRunning}
      failure={failure}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>No more deliveries are created. Those that exist stay, and this cannot be undone.</p>
    </ConfirmDialog>
  );
}
