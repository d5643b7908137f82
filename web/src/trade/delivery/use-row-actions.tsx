import { CopyPlus, PencilLine, Printer, Repeat } from 'lucide-react';
import { useState } from 'react';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useMay } from '../../base/session/may.tsx';
import type { ListedDelivery } from './delivery-table.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { type Move, MOVES } from './moves.ts';

/**
 * Returns what can be done with each delivery of a list.
 *
 * @param onChange called when a delivery was changed, also by somebody else
 */
export function useRowActions(onChange: () => void): RowMenu<ListedDelivery> {
  const isAllowed = useMay()('deliveries:write');
  const [chosen, setChosen] = useState<{ delivery: ListedDelivery; move: Move }>();
  const toast = useToast();
  const close = () => setChosen(undefined);
  const settle = () => {
    close();
    onChange();
  };
  const actionsOf = (delivery: ListedDelivery): Action[] => {
    const { id, status, standingOrder } = delivery;
    const note = { label: 'Delivery note', icon: Printer, href: `/deliveries/${id}/note` };
    if (!isAllowed) return [note];
    const moves = MOVES.filter(({ to }) => NEXT_STATUSES[status].includes(to)).toReversed();
    return [
      ...moves
        .filter(({ isDangerous }) => !isDangerous)
        .map((move) => ({ label: move.label, icon: move.icon, run: () => setChosen({ delivery, move }) })),
      note,
      ...(status === 'PENDING'
        ? [{ label: 'Change', icon: PencilLine, href: `/deliveries/${id}/change` }]
        : []),
      { label: 'Duplicate', icon: CopyPlus, href: `/deliveries/new?copy=${id}` },
      ...(standingOrder === null
        ? [{ label: 'Repeat…', icon: Repeat, href: `/standing-orders/new?delivery=${id}` }]
        : []),
      ...moves
        .filter(({ isDangerous }) => isDangerous)
        .map((move) => ({
          label: move.label,
          icon: move.icon,
          isDangerous: true,
          run: () => setChosen({ delivery, move }),
        })),
    ];
  };
  const dialog = chosen && (
    <MoveDialog
      delivery={chosen.delivery}
      move={chosen.move}
      withdrawn={
        chosen.move.to === 'IN_TRANSIT' && chosen.delivery.hasWithdrawnLots
          ? ['It has lots that were withdrawn or recalled.']
          : []
      }
      onMoved={settle}
      onConflict={() => {
        toast('Somebody changed this delivery meanwhile', 'warn');
        settle();
      }}
      onClose={close}
    />
  );
  return { actionsOf, dialog };
}
