import { TimeZoneField } from './time-zone-field.tsx';
import { Choice } from '../kit/choice.tsx';
import type { Interval } from '../generated/operations.ts';
import { DAYS, intervalsFor, ownTimeZone, type Range } from './range.ts';
import styles from './range-bar.module.css';

const INTERVALS: Record<Interval, string> = { DAY: 'Days', WEEK: 'Weeks', MONTH: 'Months' };

interface RangeBarProps {
  range: Range;
  change: (values: Record<string, string | undefined>) => void;
}

/** Chooses the days that the dashboard is about, whose days they are, and by what they are told. */
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
        options={[
          ...DAYS.map((days): [string, string] => [String(days), `${days} days`]),
          ['own', 'Own dates'],
        ]}
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
        label="By"
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
        // A date that is being typed is not there yet.
        onChange={({ target }) => target.value && onChange(target.value)}
      />
    </label>
  );
}
