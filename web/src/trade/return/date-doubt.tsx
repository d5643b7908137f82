import { FAR_AWAY_DAYS, FIRST_DATE, LAST_DATE } from '../../generated/rules.ts';
import { dayIn, daysBetween, inDaysAt } from '../../base/kit/words/days.ts';
import { Checkbox } from '../../base/kit/form/field.tsx';
import { day } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useSession } from '../../base/session/session.tsx';

interface DateDoubtProps {
  returnDate: string;
  /** When the delivery was dispatched. */
  inTransitAt: string | null;
}

/**
 * Says what is unusual about a return date, which the service accepts nevertheless, and asks whether it is
 * right.
 */
export function DateDoubt({ returnDate, inTransitAt }: DateDoubtProps) {
  const { timeZone } = useSession().account;
  const doubt = doubtOf(returnDate, { inTransitAt, timeZone });
  if (!doubt) return null;
  return (
    <Notice tone="warn" title={doubt.text}>
      {/* Another date asks again. */}
      {doubt.asks && (
        <Checkbox key={returnDate} name="isDateRight" label={`${day(returnDate)} is right`} required />
      )}
    </Notice>
  );
}

function doubtOf(
  returnDate: string,
  { inTransitAt, timeZone }: { inTransitAt: string | null; timeZone: string },
): { text: string; asks: boolean } | undefined {
  // Incomplete while the year is being typed.
  if (returnDate < FIRST_DATE || returnDate > LAST_DATE) return undefined;
  const days = daysBetween(inDaysAt(timeZone, 0), returnDate);
  if (Math.abs(days) > FAR_AWAY_DAYS) {
    const where = days > 0 ? 'from now' : 'ago';
    return { text: `This date is more than ${FAR_AWAY_DAYS} days ${where}. Check the year.`, asks: true };
  }
  const dispatched = inTransitAt && dayIn(timeZone, inTransitAt);
  if (dispatched && returnDate < dispatched) {
    const text = `This date is before ${day(dispatched)}, when the delivery was dispatched.`;
    return { text, asks: true };
  }
  return days > 0 ? { text: 'This date is in the future.', asks: false } : undefined;
}
