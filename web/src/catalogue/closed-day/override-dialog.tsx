import type { Failure } from '../../base/graphql/failure.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';

interface OverrideDialogProps {
  /** Why the day was refused. */
  refusal: Failure;
  label: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Returns whether an owner or a member can override the failure: the account refuses the day. */
export function isRefusedDay(failure: Failure | undefined): failure is Failure {
  return failure?.firstPossibleDate !== undefined;
}

/** Asks whether to deliver on a day that the account refuses. */
export function OverrideDialog({ refusal, label, isBusy, onConfirm, onClose }: OverrideDialogProps) {
  return (
    <ConfirmDialog
      title="Deliver on this day anyway?"
      label={label}
      isBusy={isBusy}
      failure={undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{refusal.message}</p>
      <p>Your account refuses such days. As an owner or member you can make an exception.</p>
    </ConfirmDialog>
  );
}
