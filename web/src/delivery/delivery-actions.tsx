import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NEXT_STATUSES, RETURNABLE } from '../generated/rules.ts';
import type { Failure } from '../graphql/failure.ts';
import { Button } from '../kit/button.tsx';
import { RecordReturn } from '../return/record-return.tsx';
import { useMay } from '../session/may.tsx';
import type { Delivery } from './delivery.ts';
import { MoveDialog } from './move-dialog.tsx';
import { type Move, MOVES } from './moves.ts';

interface DeliveryActionsProps {
  delivery: Delivery;
  onChange: () => void;
  /** Called when someone else has changed the delivery. */
  onConflict: (failure: Failure) => void;
}

/** Returns the warnings about withdrawn lots. */
function withdrawnIn({ warnings }: Delivery): string[] {
  return warnings.filter(({ kind }) => kind === 'WITHDRAWN').map(({ message }) => message);
}

/** Shows the status changes that a delivery allows, and recording a return. */
export function DeliveryActions({ delivery, onChange, onConflict }: DeliveryActionsProps) {
  const [dialog, setDialog] = useState<Move | 'return'>();
  const close = () => setDialog(undefined);
  const { status, products } = delivery;
  // The pressed button disappears with the old status; this keeps the focus on the page.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  });
  const may = useMay();
  const moves = may('deliveries:write') ? MOVES : [];
  const isReturnable =
    may('returns:write') &&
    RETURNABLE.includes(status) &&
    products.some(({ quantity, returnedQuantity }) => returnedQuantity < quantity);
  const settle = (report: () => void) => {
    close();
    report();
  };
  return (
    <>
      {isReturnable && (
        <Button icon={Undo2} onClick={() => setDialog('return')}>
          Record return
        </Button>
      )}
      {moves
        .filter(({ to }) => NEXT_STATUSES[status].includes(to))
        .map((move) => (
          <Button
            key={move.to}
            icon={move.icon}
            kind={move.isDangerous ? 'danger' : 'primary'}
            onClick={() => setDialog(move)}
          >
            {move.label}
          </Button>
        ))}
      {dialog === 'return' && (
        <RecordReturn
          delivery={delivery}
          onClose={close}
          onRecorded={() => settle(onChange)}
          onRefused={onChange}
        />
      )}
      {dialog !== undefined && dialog !== 'return' && (
        <MoveDialog
          id={delivery.id}
          move={dialog}
          withdrawn={dialog.to === 'IN_TRANSIT' ? withdrawnIn(delivery) : []}
          onClose={close}
          onMoved={() => settle(onChange)}
          onConflict={(failure) => settle(() => onConflict(failure))}
        />
      )}
    </>
  );
}
