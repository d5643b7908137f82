import { Button } from '../kit/button.tsx';
import { inDaysAt, weekOf } from '../kit/days.ts';
import type { Filters } from '../kit/filters.tsx';
import { useSession } from '../session/session.tsx';
import styles from './date-presets.module.css';

/** Sets the range of delivery dates with one press. */
export function DatePresets({ filters }: { filters: Filters<'dateFrom' | 'dateTo'> }) {
  const { timeZone } = useSession().account;
  const [today, tomorrow] = [inDaysAt(timeZone, 0), inDaysAt(timeZone, 1)];
  const [monday, sunday] = weekOf(today);
  const presets = [
    { label: 'Today', dateFrom: today, dateTo: today },
    { label: 'Tomorrow', dateFrom: tomorrow, dateTo: tomorrow },
    { label: 'This week', dateFrom: monday, dateTo: sunday },
  ];
  const { values, setAll } = filters;
  return (
    <div className={styles.presets} role="group" aria-label="Delivery date">
      {presets.map(({ label, dateFrom, dateTo }) => {
        const isOn = values.dateFrom === dateFrom && values.dateTo === dateTo;
        return (
          <Button
            key={label}
            isSmall
            aria-pressed={isOn}
            onClick={() => setAll(isOn ? { dateFrom: '', dateTo: '' } : { dateFrom, dateTo })}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
