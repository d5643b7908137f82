import { Plus, SearchX } from 'lucide-react';
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
import { DeliveryFilterBar } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import { statusOf } from './status.tsx';

/** Lists the deliveries, newest first. */
export default function DeliveriesPage() {
  const filters = useFilters(...FILTERS.deliveries);
  const { status, includeReplaced, ...others } = filters.values;
  const deliveries = useData(DeliveriesPageDocument, {
    ...usePageArguments(),
    filter: { ...others, status: statusOf(status), includeReplaced: includeReplaced === 'true' },
  });
  const isBare = filters.isEmpty && deliveries.data?.deliveries.totalCount === 0;
  return (
    <Page
      title="Deliveries"
      about="All deliveries to your supermarkets, newest first."
      actions={
        <>
          {!isBare && <DownloadCsv list="deliveries" />}
          <ButtonLink kind="primary" icon={Plus} href="/deliveries/new">
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
                <DeliveryTable deliveries={deliveries.nodes} />
                <Pager of={deliveries} noun="delivery" />
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
      </Card>
    </Page>
  );
}
