import { Ban, Pause, PencilLine, Play } from 'lucide-react';
import { useState } from 'react';
import { type StandingOrderRowFragment, UpdateStandingOrderDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useMay } from '../../base/session/may.tsx';
import { EndDialog } from './end-dialog.tsx';
import { type Pausable, PauseDialog } from './pause-dialog.tsx';

type Changeable = Pausable & Pick<StandingOrderRowFragment, 'status'>;

/**
 * Returns what can be done with each standing order, on its page and in a list.
 *
 * @param onChange called when a standing order was changed
 */
export function useStandingOrderActions(onChange: () => void): RowMenu<Changeable> {
  const isAllowed = useMay()('deliveries:write');
  const [asked, setAsked] = useState<{ order: Changeable; about: 'pause' | 'end' }>();
  const resuming = useAction(UpdateStandingOrderDocument);
  const toast = useToast();
  const close = () => setAsked(undefined);
  const resume = async ({ id, version }: Changeable) => {
    const input = { pausedFrom: null, pausedUntil: null };
    const isResumed = await resuming.run({ id, input, ifMatch: version }, (failure) => {
      const isStale = failure.field === 'ifMatch';
      toast(isStale ? 'Somebody changed this order meanwhile. Check its pause' : failure.message, 'warn');
      if (isStale) onChange();
    });
    if (!isResumed) return;
    toast('The pause was removed');
    onChange();
  };
  return {
    actionsOf: (order) =>
      isAllowed && order.status !== 'ENDED'
        ? [
            { label: 'Change', icon: PencilLine, href: `/standing-orders/${order.id}/change` },
            order.pausedFrom === null
              ? { label: 'Pause', icon: Pause, run: () => setAsked({ order, about: 'pause' }) }
              : { label: 'Remove pause', icon: Play, run: () => void resume(order) },
            { label: 'End', icon: Ban, isDangerous: true, run: () => setAsked({ order, about: 'end' }) },
          ]
        : [],
    dialog: (
      <>
        {asked?.about === 'pause' && <PauseDialog order={asked.order} onPaused={onChange} onClose={close} />}
        {asked?.about === 'end' && <EndDialog id={asked.order.id} onEnded={onChange} onClose={close} />}
      </>
    ),
  };
}
