import { FileUp, Plus, SearchX } from 'lucide-react';
import { DeliveriesPageDocument } from '../generated/operations.ts';
import { FILTERS } from '../generated/rules.ts';
import { useData } from '../graphql/use-data.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { Empty } from '../kit/empty.tsx';
import { useFilters } from '../kit/filters.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { Pager, usePageArguments } from '../kit/pager.tsx';
import { useOrder } from '../kit/use-order.ts';
import { useSelection } from '../kit/use-selection.ts';
import { useVisitedList } from '../kit/visited-lists.ts';
import { DeliveryBulkBar } from './delivery-bulk-bar.tsx';
import { DeliveryFilterBar } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import { statusOf } from './status.tsx';

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
  const { status, includeReplaced, ...others } = filters.values;
  const { orderBy, sorting } = useOrder(ORDERS, others.dateFrom ? 'date' : '-created');
  const deliveries = useData(DeliveriesPageDocument, {
    ...usePageArguments(PER_PAGE),
    filter: { ...others, status: statusOf(status), includeReplaced: includeReplaced === 'true' },
    orderBy,
  });
  const selection = useSelection(JSON.stringify(filters.values), deliveries.data?.deliveries.nodes ?? []);
  const isBare = filters.isEmpty && deliveries.data?.deliveries.totalCount === 0;
  return (
    <Page
      title="Deliveries"
      about="All deliveries to your supermarkets."
      actions={
        <>
          {!isBare && <DownloadCsv list="deliveries" sort={sorting.value} />}
          <ButtonLink icon={FileUp} href="/imports?kind=deliveries">
            Import
          </ButtonLink>
          <ButtonLink kind="primary" icon={Plus} href="/deliveries/new" aria-keyshortcuts="n">
            New delivery
          </ButtonLink>
        </>
      }
    >
      {!isBare && <DeliveryFilterBar filters={filters} />}
      <Card isFlush>
        <Loaded of={deliveries} lines={10}>
          {({ deliveries }) =>
            deliveries.nodes.length > 0 ? (
              <>
                <DeliveryTable deliveries={deliveries.nodes} sorting={sorting} selection={selection} />
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
