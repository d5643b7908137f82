import { FIRST_DATE, LAST_DATE } from '../../generated/rules.ts';
import { Button } from '../kit/layout/button.tsx';
import { FilterInput, type Filters } from '../kit/table/filters.tsx';
import { useSession } from '../session/session.tsx';
import styles from './date-range-filter.module.css';
import { namedRanges } from './date-range.ts';

/** Filters by a range of dates: by its ends, or by name, such as last month. */
export function DateRangeFilter({ filters }: { filters: Filters<'dateFrom' | 'dateTo'> }) {
  const { timeZone } = useSession().account;
  const { values, set, setAll } = filters;
  const common = { type: 'date', min: FIRST_DATE, max: LAST_DATE };
  return (
    <>
      <FilterInput
        {...common}
        name="dateFrom"
        label="From"
        value={values.dateFrom}
        onChange={(value) => set('dateFrom', value)}
      />
      <FilterInput
        {...common}
        name="dateTo"
        label="To"
        value={values.dateTo}
        onChange={(value) => set('dateTo', value)}
      />
      <div className={styles.named} role="group" aria-label="Dates">
        {namedRanges(timeZone).map(({ label, ...range }) => {
          const isOn = range.dateFrom === values.dateFrom && range.dateTo === values.dateTo;
          return (
            <Button
              key={label}
              isSmall
              aria-pressed={isOn}
              onClick={() => setAll(isOn ? { dateFrom: '', dateTo: '' } : range)}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </>
  );
}
