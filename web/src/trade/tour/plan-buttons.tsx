import { CalendarPlus } from 'lucide-react';
import { PlanToursDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { May } from '../../base/session/may.tsx';

/** Plans the tours of a day after the templates, or like the same day of last week. */
export function PlanButtons({ date, onPlanned }: { date: string; onPlanned: () => void }) {
  const toast = useToast();
  const planning = useAction(PlanToursDocument, ['Tour', 'Delivery']);
  const plan = async (like: string | null) => {
    const planned = await planning.run({ date, like }, ({ message }) => toast(message, 'warn'));
    if (!planned) return;
    const { length } = planned.planTours;
    if (length === 0) toast('Nothing to plan: all deliveries that fit are in a tour', 'note');
    else toast(`${plural(length, 'tour')} planned`);
    onPlanned();
  };
  return (
    <May needs="deliveries:write">
      <Button
        kind="primary"
        isSmall
        icon={CalendarPlus}
        isBusy={planning.isRunning}
        onClick={() => void plan(null)}
      >
        Plan from templates
      </Button>
      <Button isSmall isBusy={planning.isRunning} onClick={() => void plan(dayAfter(date, -7))}>
        As last week
      </Button>
    </May>
  );
}
