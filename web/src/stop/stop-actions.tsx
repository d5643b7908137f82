import { useEffect, useState } from 'react';
import { type Move, MOVES } from '../delivery/moves.ts';
import { labelOf } from '../delivery/status.tsx';
import {
  CompleteStopDocument,
  DispatchStopDocument,
  type StopFactsFragment,
} from '../generated/operations.ts';
import { NEXT_STATUSES } from '../generated/rules.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/dialog.tsx';
import { Notice } from '../kit/notice.tsx';
import { useToast } from '../kit/toast.tsx';

interface StopActionsProps {
  stop: Pick<StopFactsFragment, 'id' | 'status' | 'hasWithdrawnLots'>;
  onChange: () => void;
}

/** Shows the status changes that a driver can make of a stop. */
export function StopActions({ stop, onChange }: StopActionsProps) {
  const [move, setMove] = useState<Move>();
  // The pressed button disappears with the old status; this keeps the focus on the page.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  });
  const isNext = ({ to, isDangerous }: Move) => NEXT_STATUSES[stop.status].includes(to) && !isDangerous;
  return (
    <>
      {MOVES.filter(isNext).map((each) => (
        <Button
          key={each.to}
          icon={each.icon}
          kind={each.to === 'COMPLETED' ? 'plain' : 'primary'}
          onClick={() => setMove(each)}
        >
          {each.label}
        </Button>
      ))}
      {move && (
        <MoveStopDialog stop={stop} move={move} onChange={onChange} onClose={() => setMove(undefined)} />
      )}
    </>
  );
}

interface MoveStopDialogProps {
  stop: StopActionsProps['stop'];
  move: Move;
  onChange: () => void;
  onClose: () => void;
}

function MoveStopDialog({ stop: { id, hasWithdrawnLots }, move, onChange, onClose }: MoveStopDialogProps) {
  const dispatch = useAction(DispatchStopDocument);
  const complete = useAction(CompleteStopDocument);
  const { run, isRunning, failure } = move.to === 'COMPLETED' ? complete : dispatch;
  const toast = useToast();
  const confirm = async () => {
    if (!(await run({ id }, onChange))) return;
    toast(`Delivery marked as ${labelOf(move.to).toLowerCase()}`);
    onClose();
    onChange();
  };
  return (
    <ConfirmDialog
      title={move.title}
      label={move.label}
      isBusy={isRunning}
      failure={failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{move.about}</p>
      {hasWithdrawnLots && move.to === 'IN_TRANSIT' && (
        <Notice tone="bad">This delivery has a withdrawn lot. Ask before you leave.</Notice>
      )}
    </ConfirmDialog>
  );
}
