import { Button } from '../kit/button.tsx';
import { inDaysAt, weekOf } from '../kit/days.ts';
import type { Filters } from '../kit/filters.tsx';
import { useSession } from '../session/session.tsx';
import styles from './date-presets.module.css';

const NAMES = ['dateFrom', 'dateTo', 'late'] as const;
const NONE = { dateFrom: '', dateTo: '', late: '' };

/** Sets the range of delivery dates, or late deliveries, with one press. */
export function DatePresets({ filters }: { filters: Filters<'dateFrom' | 'dateTo' | 'late'> }) {
  const { timeZone } = useSession().account;
  const [today, tomorrow] = [inDaysAt(timeZone, 0), inDaysAt(timeZone, 1)];
  const [monday, sunday] = weekOf(today);
  const presets = [
    { label: 'Late', ...NONE, late: 'true' },
    { label: 'Today', ...NONE, dateFrom: today, dateTo: today },
    { label: 'Tomorrow', ...NONE, dateFrom: tomorrow, dateTo: tomorrow },
    { label: 'This week', ...NONE, dateFrom: monday, dateTo: sunday },
  ];
  const { values, setAll } = filters;
  return (
    <div className={styles.presets} role="group" aria-label="Delivery date">
      {presets.map(({ label, ...preset }) => {
        const isOn = NAMES.every((name) => (values[name] ?? '') === preset[name]);
        return (
          <Button key={label} isSmall aria-pressed={isOn} onClick={() => setAll(isOn ? NONE : preset)}>
            {label}
          </Button>
        );
      })}
    </div>
  );
}
