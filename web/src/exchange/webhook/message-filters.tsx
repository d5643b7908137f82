import { EVENT_TYPES, TEST_EVENT } from '../../generated/rules.ts';
import { FilterBar, type Filters, FilterSelect } from '../../base/kit/table/filters.tsx';
import styles from './message-log.module.css';
import { labelOf, MESSAGE_STATUSES } from './status-badge.tsx';

/** Filters the messages of a webhook. */
export function MessageFilterBar({ filters }: { filters: Filters<'status' | 'event'> }) {
  return (
    <div className={styles.filters}>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="status"
          label="Status"
          options={MESSAGE_STATUSES.map((status) => [status, labelOf(status)])}
        />
        <FilterSelect
          filters={filters}
          name="event"
          label="Event"
          options={[...EVENT_TYPES, TEST_EVENT].map((event) => [event, event])}
        />
      </FilterBar>
    </div>
  );
}
