import { CalendarDaysDocument, type CalendarDaysQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { classes } from '../../base/kit/layout/classes.ts';
import { kilograms, shortDay } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { weekdayName, weekdayOf } from '../../base/kit/words/weekdays.ts';
import styles from './calendar.module.css';

type Day = CalendarDaysQuery['planOfDays']['days'][number];

/** Deliveries are created meanwhile. */
const POLL_MS = 60_000;

interface DaysGridProps {
  from: string;
  to: string;
  /** The month, YYYY-MM, of which whole weeks are shown. */
  month: string | undefined;
  today: string;
  chosen: string;
  /** The version of the days, which changes whenever something was changed here. */
  version: number;
  onChoose: (date: string) => void;
}

/** Shows days side by side, each with its totals, to choose one. */
export function DaysGrid({ from, to, month, today, chosen, version, onChoose }: DaysGridProps) {
  const loading = useData(CalendarDaysDocument, { from, to }, { everyMs: POLL_MS, version });
  return (
    <Loaded of={loading} lines={6}>
      {({ planOfDays: { days } }) => (
        <ol className={styles.grid} aria-label="Days">
          {days.map((each) => (
            <li key={each.date}>
              <button
                type="button"
                className={classes(
                  styles.day,
                  month !== undefined && !each.date.startsWith(month) && styles.outside,
                )}
                aria-pressed={each.date === chosen}
                onClick={() => onChoose(each.date)}
              >
                <DayTotals day={each} isToday={each.date === today} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}

function DayTotals({
  day: { date, deliveries, planned, skipped, failed, kilograms: weight },
  isToday,
}: {
  day: Day;
  isToday: boolean;
}) {
  return (
    <>
      <span className={styles.date}>
        {weekdayName(weekdayOf(date))} <strong>{shortDay(date)}</strong>
        {isToday && <Badge tone="good">Today</Badge>}
      </span>
      {deliveries > 0 && <span>{deliveries} created</span>}
      {planned > 0 && <span>{planned} planned</span>}
      {weight > 0 && <span className={styles.soft}>{kilograms(Math.round(weight))}</span>}
      {skipped > 0 && <span className={styles.soft}>{skipped} skipped</span>}
      {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
    </>
  );
}
