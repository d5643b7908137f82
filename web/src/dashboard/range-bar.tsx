import { TimeZoneField } from './time-zone-field.tsx';
import { Choice } from '../kit/choice.tsx';
import type { Interval } from '../generated/operations.ts';
import { DAYS, intervalsFor, ownTimeZone, type Range } from './range.ts';
import styles from './range-bar.module.css';

const INTERVALS: Record<Interval, string> = { DAY: 'Day', WEEK: 'Week', MONTH: 'Month' };

interface RangeBarProps {
  range: Range;
  change: (values: Record<string, string | undefined>) => void;
}

/** Selects the date range, interval and time zone of the dashboard. */
export function RangeBar({ range, change }: RangeBarProps) {
  const { days, dateFrom, dateTo, timeZone, interval, length } = range;
  const choose = (value: string) =>
    change(
      value === 'own'
        ? { from: dateFrom, to: dateTo, days: undefined, by: undefined }
        : { days: value, from: undefined, to: undefined, by: undefined },
    );
  return (
    <div className={styles.bar}>
      <Choice
        name="days"
        label="Range"
        value={days === undefined ? 'own' : String(days)}
        options={[...DAYS.map((days): [string, string] => [String(days), `${days} days`]), ['own', 'Custom']]}
        onChange={choose}
      />
      {days === undefined && (
        <div className={styles.dates}>
          <DateInput label="From" value={dateFrom} onChange={(from) => change({ from, to: dateTo })} />
          <DateInput label="To" value={dateTo} onChange={(to) => change({ from: dateFrom, to })} />
        </div>
      )}
      <Choice
        name="interval"
        label="Group by"
        value={interval}
        options={intervalsFor(length).map((value): [string, string] => [value, INTERVALS[value]])}
        onChange={(value) => change({ by: value.toLowerCase() })}
      />
      <TimeZoneField
        value={timeZone}
        onChange={(zone) => change({ zone: zone === ownTimeZone() ? undefined : zone })}
      />
    </div>
  );
}

interface DateInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function DateInput({ label, value, onChange }: DateInputProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        type="date"
        value={value}
        required
        // Empty while a date is being typed.
        onChange={({ target }) => target.value && onChange(target.value)}
      />
    </label>
  );
}
