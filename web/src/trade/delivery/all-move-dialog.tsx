import { Button } from '../../base/kit/layout/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../base/kit/feedback/dialog.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { Progress } from '../../base/kit/layout/meter.tsx';
import { BulkResults } from '../../base/kit/table/results.tsx';
import type { AllMove, useAllMove } from './all-move.ts';
import { labelOf } from './status.tsx';

interface AllMoveDialogProps {
  moving: ReturnType<typeof useAllMove>;
  move: AllMove;
  onClose: () => void;
}

/** Shows how far a change of all matching deliveries is, and at the end what was refused. */
export default function AllMoveDialog({ moving, move, onClose }: AllMoveDialogProps) {
  const { isRunning, failure, goOn, stop } = moving;
  const done = move.moved + move.refusedCount;
  if (move.isOver) return <Over move={move} onClose={onClose} />;
  return (
    <Dialog
      title={`Mark deliveries as ${labelOf(move.to).toLowerCase()}`}
      isHeld={isRunning}
      onClose={onClose}
    >
      <DialogBody>
        <Progress label="Deliveries" value={done} max={Math.max(move.total, done)} />
        <p>You can reload the page or close it: it goes on where it was.</p>
        <FailedNotice failure={failure} />
      </DialogBody>
      <DialogActions>
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <>
            <Button onClick={onClose}>Stop here</Button>
            <Button kind="primary" data-main onClick={goOn}>
              Continue
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Over({ move, onClose }: { move: AllMove; onClose: () => void }) {
  const { moved, refused, refusedCount, to } = move;
  const rest = refusedCount - refused.length;
  return (
    <BulkResults
      title={`${plural(moved, 'delivery')} marked as ${labelOf(to).toLowerCase()}`}
      onClose={onClose}
      results={[
        ...refused.map(({ id, name, reason }) => ({
          key: id,
          name,
          outcome: 'Not changed',
          reason,
        })),
        ...(rest > 0 ? [{ key: 'rest', name: `${wholeNumber(rest)} more`, outcome: 'Not changed' }] : []),
      ]}
    />
  );
}
