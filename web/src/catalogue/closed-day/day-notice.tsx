import { DayOfDeliveryDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { day } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';

interface DayNoticeProps {
  /** The id of the branch; empty until a branch is chosen. */
  branchId: string;
  date: string;
}

/** Warns about a day on which the branch is closed, or whose cut-off has passed. */
export function DayNotice({ branchId, date }: DayNoticeProps) {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date);
  const { data } = useData(DayOfDeliveryDocument, { branchId, date }, { isPaused: !branchId || !isDate });
  const next = data?.nextDeliveryDates;
  if (!data || !next) return null;
  const [closed] = data.closedDays;
  // Days before the first possible one are closed or past their cut-off.
  const isLate = !closed && next[0] !== undefined && date < next[0];
  if (!closed && !isLate) return null;
  const possible = next.find((each) => each >= date);
  return (
    <Notice tone="warn" title={closed ? `Closed on ${day(date)}` : `The cut-off for ${day(date)} has passed`}>
      {closed?.reason && `${closed.reason}. `}
      {possible && `The next possible day is ${day(possible)}.`}
    </Notice>
  );
}
