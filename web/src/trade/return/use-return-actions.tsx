import { Package, Truck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { PlacedReturnFragment } from '../../generated/operations.ts';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useMay } from '../../base/session/may.tsx';
import { UndoReturn } from './undo-return.tsx';

/**
 * Returns what can be done with each return of a list.
 *
 * @param onChange called when a return was undone, also by somebody else
 */
export function useReturnActions(onChange: () => void): RowMenu<PlacedReturnFragment> {
  const mayUndo = useMay()('returns:write');
  const [undoing, setUndoing] = useState<PlacedReturnFragment>();
  return {
    actionsOf: (found) => [
      { label: 'View delivery', icon: Truck, href: `/deliveries/${found.deliveryId}` },
      { label: 'View product', icon: Package, href: `/products/${found.productId}` },
      ...(mayUndo && found.reversesId === null && found.reversedById === null
        ? [{ label: 'Undo return', icon: Undo2, run: () => setUndoing(found) }]
        : []),
    ],
    dialog: undoing && (
      <UndoReturn
        of={undoing}
        onUndone={onChange}
        onRefused={onChange}
        onClose={() => setUndoing(undefined)}
      />
    ),
  };
}
