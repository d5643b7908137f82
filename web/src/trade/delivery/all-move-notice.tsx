import { Button } from '../../base/kit/layout/button.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import type { AllMove } from './all-move.ts';
import { labelOf } from './status.tsx';

interface AllMoveNoticeProps {
  move: AllMove;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers to go on with a change of all matching deliveries that was interrupted, such as by a reload. */
export function AllMoveNotice({ move, onContinue, onDiscard }: AllMoveNoticeProps) {
  const { to, moved, refusedCount, total, isOver } = move;
  const done = `${wholeNumber(moved + refusedCount)} of ${wholeNumber(total)} done`;
  return (
    <Notice
      tone="note"
      title={`Mark deliveries as ${labelOf(to).toLowerCase()}: ${isOver ? 'finished' : 'not finished'}`}
      actions={
        <>
          <Button isSmall kind="primary" onClick={onContinue}>
            {isOver ? 'Show results' : 'Continue'}
          </Button>
          <Button isSmall onClick={onDiscard}>
            {isOver ? 'Dismiss' : 'Leave it'}
          </Button>
        </>
      }
    >
      {done}
    </Notice>
  );
}
