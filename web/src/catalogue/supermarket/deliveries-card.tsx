import { Link } from 'wouter';
import { DeliveryTotalsDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { FilterBar, type Filters } from '../../base/kit/table/filters.tsx';
import { Pager } from '../../base/kit/table/pager.tsx';
import { dayAfter, inDaysAt, weekOf } from '../../base/kit/words/days.ts';
import { totalsInWords } from '../../base/kit/words/totals-in-words.ts';
import { DateRangeFilter } from '../../base/list/date-range-filter.tsx';
import { rangeInWords } from '../../base/list/date-range.ts';
import type { WithTables } from '../../base/list/record-tables.ts';
import { useSession } from '../../base/session/session.tsx';
import styles from './branches-card.module.css';
import type { Supermarket } from './supermarket.ts';

export type DateFilters = Filters<'dateFrom' | 'dateTo'>;

interface DeliveriesCardProps extends WithTables {
  supermarket: Supermarket;
  filters: DateFilters;
}

/** Lists the deliveries of a supermarket in a range of days, with their sum. */
export function DeliveriesCard({ supermarket, filters, tables }: DeliveriesCardProps) {
  const { id, name, deliveries } = supermarket;
  const { currency, timeZone } = useSession().account;
  const isFound = deliveries.nodes.length > 0;
  const totals = useData(
    DeliveryTotalsDocument,
    { filter: { supermarketId: id, ...filters.values } },
    { isPaused: !isFound },
  );
  const search = new URLSearchParams({ supermarketId: id, ...filters.values });
  const [monday] = weekOf(dayAfter(inDaysAt(timeZone, 0), -7));
  return (
    <Card
      title="Deliveries"
      about={isFound && !totals.isOutdated ? totalsInWords(totals.data?.deliveryTotals, currency) : undefined}
      isFlush
      actions={
        <>
          <Link href={`/calendar?period=week&supermarketId=${id}&from=${monday}`}>Last week by product</Link>
          {isFound && <Link href={`/deliveries?${search}`}>View in the list</Link>}
        </>
      }
    >
      <FilterBar filters={filters}>
        <DateRangeFilter filters={filters} />
      </FilterBar>
      {isFound ? (
        <>
          <tables.Deliveries deliveries={deliveries.nodes} without="Supermarket" />
          <Pager of={deliveries} noun="delivery" />
        </>
      ) : (
        <p className={styles.none}>
          {filters.isEmpty
            ? `No deliveries to ${name} yet.`
            : `No deliveries to ${name} are due ${rangeInWords(filters.values.dateFrom, filters.values.dateTo)}.`}{' '}
          {!filters.isEmpty && (
            <Button isSmall onClick={filters.clear}>
              Clear filters
            </Button>
          )}
        </p>
      )}
    </Card>
  );
}
