import { useState } from 'react';
import { MoveDeliveriesDocument, type MoveDeliveriesMutation } from '../../generated/operations.ts';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { type BulkResult, BulkResults } from '../../base/kit/table/results.tsx';
import { addressOfNotes } from './delivery-notes-page.tsx';
import type { DeliveryRow } from './delivery-table.tsx';
import { useLeavesTours } from './leaves-tours.tsx';
import type { Move } from './moves.ts';
import { numberInWords } from './numbers.ts';
import { labelOf } from './status.tsx';

type MoveResult = NonNullable<MoveDeliveriesMutation['moveDeliveries']>[number];

interface MoveManyDialogProps {
  deliveries: readonly DeliveryRow[];
  move: Move;
  /** Called when the results are closed. */
  onDone: () => void;
  onClose: () => void;
}

/** Confirms a change of status of several deliveries, and shows what became of each. */
export function MoveManyDialog({ deliveries, move, onDone, onClose }: MoveManyDialogProps) {
  const { run, isRunning, failure } = useAction(MoveDeliveriesDocument);
  const [results, setResults] = useState<readonly MoveResult[]>();
  const movable = deliveries.filter(({ status }) => NEXT_STATUSES[status].includes(move.to));
  const leaving = useLeavesTours(move.to === 'CANCELLED' && !results ? movable : []);
  if (results) return <MoveResults deliveries={deliveries} move={move} results={results} onClose={onDone} />;
  const confirm = async () => {
    const done = await run({ ids: deliveries.map(({ id }) => id), status: move.to });
    if (done) setResults(done.moveDeliveries);
  };
  const others = deliveries.length - movable.length;
  const withdrawn =
    move.to === 'IN_TRANSIT'
      ? deliveries.filter(({ status, hasWithdrawnLots }) => status === 'PENDING' && hasWithdrawnLots)
      : [];
  return (
    <ConfirmDialog
      title={move.titleOfMany(plural(movable.length, 'delivery'))}
      label={move.to === 'CANCELLED' ? 'Cancel deliveries' : move.label}
      dismissal={move.dismissal && 'Keep deliveries'}
      isDangerous={move.isDangerous}
      isBusy={isRunning || leaving.isReading}
      failure={failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{move.about}</p>
      {leaving.notice}
      {withdrawn.length > 0 && (
        <Notice tone="bad" title={`${plural(withdrawn.length, 'delivery')} with a withdrawn lot`}>
          {withdrawn.map(numberInWords).join(', ')}
        </Notice>
      )}
      {others > 0 && (
        <p>{plural(others, 'selected delivery')} cannot be changed this way and will stay as they are.</p>
      )}
    </ConfirmDialog>
  );
}

interface MoveResultsProps {
  deliveries: readonly DeliveryRow[];
  move: Move;
  results: readonly MoveResult[];
  onClose: () => void;
}

function MoveResults({ deliveries, move: { to }, results, onClose }: MoveResultsProps) {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const label = labelOf(to).toLowerCase();
  const moved = results.flatMap(({ id, outcome }) => (outcome === 'MOVED' ? (byId.get(id) ?? []) : []));
  const unchanged = results.filter(({ outcome }) => outcome === 'UNCHANGED').length;
  const counts = [
    (moved.length > 0 || unchanged === 0) && `${moved.length} ${label}`,
    unchanged > 0 && `${unchanged} already ${label}`,
  ];
  return (
    <BulkResults
      title={counts.filter(Boolean).join(', ')}
      next={
        to === 'IN_TRANSIT' && moved.length > 0
          ? { label: 'Print notes', href: addressOfNotes(moved) }
          : undefined
      }
      onClose={onClose}
      results={results
        .filter(({ outcome }) => outcome !== 'MOVED' && outcome !== 'UNCHANGED')
        .map((result) => refused(result, byId.get(result.id)))}
    />
  );
}

function refused({ id, delivery, error }: MoveResult, row: DeliveryRow | undefined): BulkResult {
  return {
    key: id,
    name: row ? `${numberInWords(row)} · ${row.branchName}` : `#${id}`,
    outcome: 'Not changed',
    reason:
      // Lots that are missing or withdrawn keep the status.
      error?.code === 'validation_error'
        ? error.message
        : delivery
          ? `Its status is ${labelOf(delivery.status).toLowerCase()}`
          : 'It no longer exists',
  };
}
