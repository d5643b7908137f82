import { FileUp, Plus, SearchX } from 'lucide-react';
import { DeliveriesPageDocument, DeliveryTotalsDocument } from '../generated/operations.ts';
import { FILTERS } from '../generated/rules.ts';
import { useChanges } from '../graphql/use-changes.ts';
import { useData } from '../graphql/use-data.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { Empty } from '../kit/empty.tsx';
import { useFilters } from '../kit/filters.tsx';
import { ListHead } from '../kit/list-head.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { Pager, usePageArguments } from '../kit/pager.tsx';
import { totalsInWords } from '../kit/totals-in-words.ts';
import { useColumns } from '../kit/use-columns.ts';
import { useOrder } from '../kit/use-order.ts';
import { useSelection } from '../kit/use-selection.ts';
import { useVisitedList } from '../kit/visited-lists.ts';
import { May } from '../session/may.tsx';
import { useSession } from '../session/session.tsx';
import { DeliveryBulkBar } from './delivery-bulk-bar.tsx';
import { DeliveryFilterBar } from './delivery-filters.tsx';
import { filterOf } from './filter-of.ts';
import { COLUMNS, DeliveryTable, OPTIONAL_COLUMNS } from './delivery-table.tsx';
import { NoDeliveries } from './no-deliveries.tsx';

/** A day's deliveries should fit on a page, to be moved or printed together. */
const PER_PAGE = 50;

const ORDERS = {
  '-created': 'CREATED_DESC',
  created: 'CREATED_ASC',
  date: 'DELIVERY_DATE_ASC',
  '-date': 'DELIVERY_DATE_DESC',
} as const;

/** Lists the deliveries, newest first, or from a date on what leaves next first. */
export default function DeliveriesPage() {
  useVisitedList('/deliveries');
  const filters = useFilters(...FILTERS.deliveries);
  const { orderBy, sorting } = useOrder(ORDERS, filters.values.dateFrom ? 'date' : '-created');
  const filter = filterOf(filters.values);
  const deliveries = useData(DeliveriesPageDocument, { ...usePageArguments(PER_PAGE), filter, orderBy });
  const count = deliveries.data?.deliveries.totalCount ?? 0;
  const totals = useData(DeliveryTotalsDocument, { filter }, { isPaused: count === 0 });
  const selection = useSelection(JSON.stringify(filters.values), deliveries.data?.deliveries.nodes ?? []);
  const columns = useColumns('deliveries', COLUMNS, OPTIONAL_COLUMNS);
  const changes = useChanges('delivery.', {
    isHeld: selection.rows.length > 0,
    isPaused: deliveries.data === undefined,
    reload: () => {
      deliveries.reload();
      totals.reload();
    },
  });
  const { currency } = useSession().account;
  const isBare = filters.isEmpty && deliveries.data !== undefined && count === 0;
  return (
    <Page
      title="Deliveries"
      about="All deliveries to your supermarkets."
      actions={
        <>
          {!isBare && <DownloadCsv list="deliveries" sort={sorting.value} />}
          <May needs="deliveries:write">
            <ButtonLink icon={FileUp} href="/imports?kind=deliveries">
              Import
            </ButtonLink>
            <ButtonLink kind="primary" icon={Plus} href="/deliveries/new" aria-keyshortcuts="n">
              New delivery
            </ButtonLink>
          </May>
        </>
      }
    >
      {!isBare && <DeliveryFilterBar filters={filters} />}
      <Card isFlush>
        <Loaded of={deliveries} lines={10}>
          {({ deliveries }) =>
            deliveries.nodes.length > 0 ? (
              <>
                <ListHead
                  totals={!totals.isOutdated && totalsInWords(totals.data?.deliveryTotals, currency)}
                  changes={changes}
                  columns={columns}
                />
                <DeliveryTable
                  deliveries={deliveries.nodes}
                  hidden={columns.hidden}
                  sorting={sorting}
                  selection={selection}
                />
                <Pager of={deliveries} noun="delivery" size={PER_PAGE} />
              </>
            ) : filters.isEmpty ? (
              <NoDeliveries />
            ) : (
              <Empty icon={SearchX} title="No deliveries match these filters">
                <Button onClick={filters.clear}>Clear filters</Button>
              </Empty>
            )
          }
        </Loaded>
        <DeliveryBulkBar selection={selection} />
      </Card>
    </Page>
  );
}
