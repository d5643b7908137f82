import { useEffect, useState } from 'react';
import { type Move, MOVES } from '../delivery/moves.ts';
import type { StopFactsFragment } from '../../generated/operations.ts';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Menu } from '../../base/kit/layout/menu.tsx';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import type { KeepChange } from './use-keep-change.ts';

interface StopActionsProps {
  stop: Pick<StopFactsFragment, 'id' | 'status' | 'hasWithdrawnLots'>;
  keep: KeepChange;
}

/** Shows the status changes that a driver can make of a stop. */
export function StopActions({ stop, keep }: StopActionsProps) {
  const [move, setMove] = useState<Move>();
  // The pressed button disappears with the old status; this keeps the focus on the page.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  });
  const isNext = ({ to, isDangerous }: Move) => NEXT_STATUSES[stop.status].includes(to) && !isDangerous;
  return (
    <>
      {MOVES.filter(isNext).map((each) =>
        each.to === 'COMPLETED' ? (
          // The receipt is the usual way to complete a stop.
          <Menu
            key={each.to}
            name="More actions"
            actions={[{ label: each.label, icon: each.icon, run: () => setMove(each) }]}
            isProminent
          />
        ) : (
          <Button key={each.to} icon={each.icon} kind="primary" onClick={() => setMove(each)}>
            {each.label}
          </Button>
        ),
      )}
      {move && <MoveStopDialog stop={stop} move={move} keep={keep} onClose={() => setMove(undefined)} />}
    </>
  );
}

interface MoveStopDialogProps extends StopActionsProps {
  move: Move;
  onClose: () => void;
}

function MoveStopDialog({ stop: { hasWithdrawnLots }, move, keep, onClose }: MoveStopDialogProps) {
  const confirm = async () => {
    if (await keep.run({ kind: move.to === 'COMPLETED' ? 'complete' : 'dispatch' })) onClose();
  };
  return (
    <ConfirmDialog
      title={move.title}
      label={move.label}
      isBusy={keep.isRunning}
      failure={keep.failure}
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
