import type { Weekday } from '../../../generated/operations.ts';
import { WEEKDAYS, weekdayName } from '../words/weekdays.ts';
import styles from './weekday-boxes.module.css';

interface WeekdayBoxesProps {
  /** The days to choose from. */
  options?: readonly Weekday[];
  value: readonly Weekday[];
  onChange: (weekdays: Weekday[]) => void;
}

/** Chooses days of the week. */
export function WeekdayBoxes({ options = WEEKDAYS, value, onChange }: WeekdayBoxesProps) {
  return (
    <div className={styles.boxes}>
      {WEEKDAYS.filter((weekday) => options.includes(weekday)).map((weekday) => (
        <label key={weekday} className={styles.box}>
          <input
            type="checkbox"
            className="visually-hidden"
            aria-label={weekdayName(weekday, 'long')}
            checked={value.includes(weekday)}
            onChange={({ target }) =>
              onChange(WEEKDAYS.filter((each) => (each === weekday ? target.checked : value.includes(each))))
            }
          />
          <span aria-hidden>{weekdayName(weekday)}</span>
        </label>
      ))}
    </div>
  );
}
