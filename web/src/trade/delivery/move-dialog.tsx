import { MoveDeliveryDocument } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import type { DeliveryRow } from './delivery-table.tsx';
import { useLeavesTours } from './leaves-tours.tsx';
import type { Move } from './moves.ts';
import { labelOf } from './status.tsx';

interface MoveDialogProps {
  delivery: DeliveryRow;
  move: Move;
  /** Warnings about withdrawn lots, which should not leave. */
  withdrawn: readonly string[];
  onMoved: () => void;
  onConflict: (failure: Failure) => void;
  onClose: () => void;
}

/** Confirms a status change, which cannot be undone. */
export function MoveDialog({ delivery, move, withdrawn, onMoved, onConflict, onClose }: MoveDialogProps) {
  const { run, isRunning, failure } = useAction(MoveDeliveryDocument);
  const toast = useToast();
  const leaving = useLeavesTours(move.to === 'CANCELLED' ? [delivery] : []);
  const confirm = async () => {
    const moved = await run({ id: delivery.id, status: move.to }, (failure) => {
      if (failure.code === 'invalid_transition') onConflict(failure);
    });
    if (!moved) return;
    toast(`Delivery marked as ${labelOf(moved.moveDelivery.status).toLowerCase()}`);
    onMoved();
  };
  return (
    <ConfirmDialog
      title={move.title}
      label={move.label}
      dismissal={move.dismissal}
      isDangerous={move.isDangerous}
      isBusy={isRunning || leaving.isReading}
      failure={failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{move.about}</p>
      {leaving.notice}
      {withdrawn.length > 0 && (
        <Notice tone="bad" title="This delivery has a withdrawn lot">
          {withdrawn.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
