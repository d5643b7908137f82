import { TimeZoneField } from './time-zone-field.tsx';
import { Choice } from '../../base/kit/form/choice.tsx';
import type { Interval } from '../../generated/operations.ts';
import { useSession } from '../../base/session/session.tsx';
import { DAYS, intervalsFor, type Range } from './range.ts';
import styles from './range-bar.module.css';

const INTERVALS: Record<Interval, string> = { DAY: 'Day', WEEK: 'Week', MONTH: 'Month' };

const RANGES: [string, string][] = [
  ...DAYS.map((days): [string, string] => [String(days), `${days} days`]),
  ['last-month', 'Last month'],
  ['last-quarter', 'Last quarter'],
  ['own', 'Custom'],
];

interface RangeBarProps {
  /** Whether to offer what figures count by, and what to compare with. */
  isOfAnalytics?: boolean;
  range: Range;
  change: (values: Record<string, string | undefined>) => void;
}

/** Selects the date range, interval and time zone of the dashboard. */
export function RangeBar({ range, change, isOfAnalytics = false }: RangeBarProps) {
  const { account } = useSession();
  const { days, calendar, dateFrom, dateTo, timeZone, interval, length, countsBy, compareWith } = range;
  const choose = (value: string) =>
    change({
      from: undefined,
      to: undefined,
      days: undefined,
      period: undefined,
      by: undefined,
      ...(value === 'own'
        ? { from: dateFrom, to: dateTo }
        : DAYS.includes(Number(value))
          ? { days: value }
          : { period: value }),
    });
  return (
    <div className={styles.bar}>
      <Choice
        name="days"
        label="Range"
        value={days === undefined ? (calendar ?? 'own') : String(days)}
        options={RANGES}
        onChange={choose}
      />
      {days === undefined && calendar === undefined && (
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
      {isOfAnalytics && (
        <>
          <Choice
            name="day"
            label="Count by"
            value={countsBy}
            options={[
              ['delivery', 'Delivery date'],
              ['created', 'Date created'],
            ]}
            onChange={(value) => change({ day: value === 'created' ? value : undefined })}
          />
          <Choice
            name="compare"
            label="Compare with"
            value={compareWith}
            options={[
              ['previous', 'Previous period'],
              ['year', 'Same period last year'],
            ]}
            onChange={(value) => change({ compare: value === 'year' ? value : undefined })}
          />
        </>
      )}
      <TimeZoneField
        value={timeZone}
        onChange={(zone) => change({ zone: zone === account.timeZone ? undefined : zone })}
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
