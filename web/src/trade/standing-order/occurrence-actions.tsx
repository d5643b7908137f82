import { PencilLine, RotateCcw, SkipForward } from 'lucide-react';
import {
  type OccurrenceRowFragment,
  RestoreOccurrenceDocument,
  SkipOccurrenceDocument,
} from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { inDaysAt } from '../../base/kit/words/days.ts';
import { day } from '../../base/kit/words/format.ts';
import { RowActions } from '../../base/kit/table/row-actions.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { May } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';

interface OccurrenceActionsProps {
  /** The standing order. */
  id: string;
  occurrence: OccurrenceRowFragment;
  onChange: () => void;
  /** Called when somebody else, or the service, was faster. */
  onFailure: (failure: Failure) => void;
}

/** Skips a date of a standing order with one press, takes that back, or leads to its lines. */
export function OccurrenceActions({ id, occurrence, onChange, onFailure }: OccurrenceActionsProps) {
  const skipping = useAction(SkipOccurrenceDocument);
  const restoring = useAction(RestoreOccurrenceDocument);
  const toast = useToast();
  const { date, deliveryDate, status, reason, isChanged } = occurrence;
  const today = inDaysAt(useSession().account.timeZone, 0);
  const on = day(date);
  const skip = async () => {
    if (!(await skipping.run({ id, date }, onFailure))) return;
    toast(`${on} is skipped`);
    onChange();
  };
  const restore = async () => {
    const restored = (await restoring.run({ id, date }, onFailure))?.restoreOccurrence;
    if (!restored) return;
    if (restored.status === 'FAILED') toast(restored.message ?? `${on} failed again`, 'warn');
    else
      toast(restored.status === 'CREATED' ? `The delivery of ${on} was created` : `${on} is planned again`);
    onChange();
  };
  const isPlanned = status === 'PLANNED';
  // What the rule skipped, for a closed day, nobody can restore.
  const isRestorable =
    (status === 'SKIPPED' && reason === null) ||
    (status === 'FAILED' && deliveryDate !== null && (deliveryDate > today || reason === 'too_late')) ||
    (isPlanned && isChanged);
  return (
    <May needs="deliveries:write">
      <RowActions>
        {isPlanned && (
          <>
            <Button
              isSmall
              icon={SkipForward}
              isBusy={skipping.isRunning}
              aria-label={`Skip ${on}`}
              onClick={() => void skip()}
            >
              Skip
            </Button>
            <ButtonLink
              isSmall
              icon={PencilLine}
              href={`/standing-orders/${id}/dates/${date}`}
              aria-label={`Change ${on}`}
            >
              Change
            </ButtonLink>
          </>
        )}
        {isRestorable && (
          <Button
            isSmall
            icon={RotateCcw}
            isBusy={restoring.isRunning}
            aria-label={`Restore ${on}`}
            onClick={() => void restore()}
          >
            Restore
          </Button>
        )}
      </RowActions>
    </May>
  );
}
