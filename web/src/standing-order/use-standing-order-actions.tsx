import { Ban, Pause, PencilLine, Play } from 'lucide-react';
import { useState } from 'react';
import { type StandingOrderRowFragment, UpdateStandingOrderDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { useToast } from '../kit/toast.tsx';
import type { RowMenu } from '../list/row-menu.ts';
import { useMay } from '../session/may.tsx';
import { EndDialog } from './end-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';

type Changeable = Pick<StandingOrderRowFragment, 'id' | 'status' | 'pausedFrom'>;

/**
 * Returns what can be done with each standing order, on its page and in a list.
 *
 * @param onChange called when a standing order was changed
 */
export function useStandingOrderActions(onChange: () => void): RowMenu<Changeable> {
  const isAllowed = useMay()('deliveries:write');
  const [asked, setAsked] = useState<{ id: string; about: 'pause' | 'end' }>();
  const resuming = useAction(UpdateStandingOrderDocument);
  const toast = useToast();
  const close = () => setAsked(undefined);
  const resume = async (id: string) => {
    const input = { pausedFrom: null, pausedUntil: null };
    if (!(await resuming.run({ id, input }, (failure) => toast(failure.message, 'warn')))) return;
    toast('The pause was removed');
    onChange();
  };
  return {
    actionsOf: ({ id, status, pausedFrom }) =>
      isAllowed && status !== 'ENDED'
        ? [
            { label: 'Change', icon: PencilLine, href: `/standing-orders/${id}/change` },
            pausedFrom === null
              ? { label: 'Pause', icon: Pause, run: () => setAsked({ id, about: 'pause' }) }
              : { label: 'Remove pause', icon: Play, run: () => void resume(id) },
            { label: 'End', icon: Ban, isDangerous: true, run: () => setAsked({ id, about: 'end' }) },
          ]
        : [],
    dialog: (
      <>
        {asked?.about === 'pause' && <PauseDialog id={asked.id} onPaused={onChange} onClose={close} />}
        {asked?.about === 'end' && <EndDialog id={asked.id} onEnded={onChange} onClose={close} />}
      </>
    ),
  };
}
