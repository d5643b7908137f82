import { CopyPlus, PencilLine, Printer, Repeat, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NEXT_STATUSES, RETURNABLE } from '../../generated/rules.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { type Action, Menu } from '../../base/kit/layout/menu.tsx';
import { RecordReturn } from '../return/record-return.tsx';
import { useMay } from '../../base/session/may.tsx';
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

/** Shows the next step of a delivery, and a menu of what else can be done with it. */
export function DeliveryActions({ delivery, onChange, onConflict }: DeliveryActionsProps) {
  const [dialog, setDialog] = useState<Move | 'return'>();
  const close = () => setDialog(undefined);
  const { id, status, products } = delivery;
  // The pressed button disappears with the old status; this keeps the focus on the page.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  });
  const may = useMay();
  const isAllowed = may('deliveries:write');
  const moves = isAllowed ? MOVES.filter(({ to }) => NEXT_STATUSES[status].includes(to)) : [];
  const next = moves.find(({ isDangerous }) => !isDangerous);
  const isReturnable =
    may('returns:write') &&
    RETURNABLE.includes(status) &&
    products.some(({ quantity, returnedQuantity }) => returnedQuantity < quantity);
  const settle = (report: () => void) => {
    close();
    report();
  };
  const others: Action[] = [
    { label: 'Delivery note', icon: Printer, href: `/deliveries/${id}/note` },
    ...(isAllowed ? [{ label: 'Duplicate', icon: CopyPlus, href: `/deliveries/new?copy=${id}` }] : []),
    ...(isAllowed && delivery.standingOrder === null
      ? [{ label: 'Repeat…', icon: Repeat, href: `/standing-orders/new?delivery=${id}` }]
      : []),
    ...moves
      .filter(({ isDangerous }) => isDangerous)
      .map((move) => ({
        label: move.label,
        icon: move.icon,
        isDangerous: true,
        run: () => setDialog(move),
      })),
  ];
  return (
    <>
      <Menu name="More actions" actions={others} isProminent />
      {isAllowed && status === 'PENDING' && (
        <ButtonLink icon={PencilLine} href={`/deliveries/${id}/change`}>
          Change
        </ButtonLink>
      )}
      {isReturnable && (
        <Button icon={Undo2} kind={next ? 'plain' : 'primary'} onClick={() => setDialog('return')}>
          Record return
        </Button>
      )}
      {next && (
        <Button icon={next.icon} kind="primary" onClick={() => setDialog(next)}>
          {next.label}
        </Button>
      )}
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
          delivery={delivery}
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
