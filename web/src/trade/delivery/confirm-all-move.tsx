import { useState } from 'react';
import { DeliveriesInToursDocument, DeliveriesToMoveDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { movable } from './all-move.ts';
import type { filterOf } from './filter-of.ts';
import type { Move } from './moves.ts';

interface ConfirmAllMoveProps {
  filter: ReturnType<typeof filterOf>;
  move: Move;
  onConfirm: (filter: ReturnType<typeof movable>, total: number) => void;
  onClose: () => void;
}

/** Confirms a change of status of all deliveries that match the filters of the list. */
export default function ConfirmAllMove({ filter, move, onConfirm, onClose }: ConfirmAllMoveProps) {
  const [wanted] = useState(() => movable(filter, move.to));
  const { data, failure } = useData(DeliveriesToMoveDocument, { filter: wanted, after: null });
  const total = data?.deliveries.totalCount;
  const isCancelled = move.to === 'CANCELLED' && wanted.inTour !== false;
  const inTours = useData(
    DeliveriesInToursDocument,
    { filter: { ...wanted, inTour: true } },
    { isPaused: !isCancelled },
  );
  const leaving = isCancelled ? inTours.data?.deliveries.totalCount : 0;
  return (
    <ConfirmDialog
      title={total === undefined ? 'Counting…' : move.titleOfMany(plural(total, 'delivery'))}
      label={move.to === 'CANCELLED' ? 'Cancel deliveries' : move.label}
      dismissal={move.dismissal && 'Keep deliveries'}
      isDangerous={move.isDangerous}
      isBusy={total === undefined || leaving === undefined}
      failure={failure ?? inTours.failure}
      onConfirm={() => (total ? onConfirm(wanted, total) : onClose())}
      onClose={onClose}
    >
      <p>{move.about}</p>
      {leaving !== undefined && leaving > 0 && (
        <Notice
          tone="warn"
          title={`${plural(leaving, 'delivery')} will leave ${leaving === 1 ? 'a tour' : 'tours'}`}
        />
      )}
      <p>
        These are all deliveries that match the filters and can be changed this way, also on other pages. You
        can stop at any time.
      </p>
    </ConfirmDialog>
  );
}
