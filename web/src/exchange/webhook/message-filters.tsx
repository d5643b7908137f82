import { EVENT_TYPES, TEST_EVENT } from '../../generated/rules.ts';
import { SelectField } from '../../base/kit/form/field.tsx';
import { FilterBar, type Filters } from '../../base/kit/table/filters.tsx';
import styles from './message-log.module.css';
import { labelOf, MESSAGE_STATUSES } from './status-badge.tsx';

/** Filters the messages of a webhook. */
export function MessageFilterBar({ filters }: { filters: Filters<'status' | 'event'> }) {
  const { values, set } = filters;
  return (
    <div className={styles.filters}>
      <FilterBar filters={filters}>
        <SelectField
          name="status"
          label="Status"
          value={values.status ?? ''}
          onChange={(event) => set('status', event.target.value)}
        >
          <option value="">Any</option>
          {MESSAGE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {labelOf(status)}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="event"
          label="Event"
          value={values.event ?? ''}
          onChange={(event) => set('event', event.target.value)}
        >
          <option value="">Any</option>
          {[...EVENT_TYPES, TEST_EVENT].map((event) => (
            <option key={event}>{event}</option>
          ))}
        </SelectField>
      </FilterBar>
    </div>
  );
}
