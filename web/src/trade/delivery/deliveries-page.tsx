import { FileUp, Plus, SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DeliveriesPageDocument, DeliveryTotalsDocument } from '../../generated/operations.ts';
import { FILTERS } from '../../generated/rules.ts';
import { useChanges } from '../../base/graphql/use-changes.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import { totalsInWords } from '../../base/kit/words/totals-in-words.ts';
import { useColumns } from '../../base/kit/table/use-columns.ts';
import { useOrder } from '../../base/kit/table/use-order.ts';
import { useSelection } from '../../base/kit/table/use-selection.ts';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { Beside } from '../../base/list/beside.tsx';
import { ListTotals } from '../../base/list/list-totals.tsx';
import { useOpened } from '../../base/list/use-opened.ts';
import { May } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { useAllMove } from './all-move.ts';
import { AllMoveNotice } from './all-move-notice.tsx';
import { DeliveryFilterBar } from './delivery-filters.tsx';
import { filterOf } from './filter-of.ts';
import { COLUMNS, DeliveryTable, OPTIONAL_COLUMNS } from './delivery-table.tsx';
import { MatchingBulkBar } from './matching-bulk-bar.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import { useRowActions } from './use-row-actions.tsx';

// Loaded when it is opened.
const AllMoveDialog = lazy(() => import('./all-move-dialog.tsx'));
// Only large screens have room for it.
const DeliveryPanel = lazy(() => import('./delivery-panel.tsx'));

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
  const opened = useOpened();
  const reload = () => {
    deliveries.reload();
    totals.reload();
    opened.reload();
  };
  const rows = useRowActions(reload);
  const moving = useAllMove(reload);
  const [isShown, setShown] = useState(false);
  const changes = useChanges('delivery.', {
    isHeld: selection.rows.length > 0,
    isPaused: deliveries.data === undefined,
    reload,
  });
  const { currency } = useSession().account;
  const isBare = filters.isEmpty && deliveries.data !== undefined && count === 0;
  return (
    <Page
      title="Deliveries"
      beside={
        <ListTotals>
          {!totals.isOutdated && count > 0 && totalsInWords(totals.data?.deliveryTotals, currency)}
        </ListTotals>
      }
      isList
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
      {moving.move && !isShown && (
        <AllMoveNotice
          move={moving.move}
          onContinue={() => {
            setShown(true);
            if (!moving.move?.isOver) moving.goOn();
          }}
          onDiscard={moving.forget}
        />
      )}
      <Beside
        opened={opened}
        rows={deliveries.data?.deliveries.nodes}
        panel={(panel) => <DeliveryPanel {...panel} onChange={reload} />}
      >
        <Card isFlush>
          {!isBare && <DeliveryFilterBar filters={filters} columns={columns} changes={changes} />}
          <Loaded of={deliveries} lines={10}>
            {({ deliveries }) =>
              deliveries.nodes.length > 0 ? (
                <>
                  <DeliveryTable
                    deliveries={deliveries.nodes}
                    hidden={columns.hidden}
                    opened={opened}
                    sorting={sorting}
                    selection={selection}
                    actionsOf={rows.actionsOf}
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
          <MatchingBulkBar
            selection={selection}
            filters={filters}
            total={count}
            shown={deliveries.data?.deliveries.nodes.length ?? 0}
            onMoveAll={(...args) => {
              moving.start(...args);
              setShown(true);
            }}
          />
        </Card>
      </Beside>
      {rows.dialog}
      <Suspense fallback={<Skeleton lines={1} />}>
        {moving.move && isShown && (
          <AllMoveDialog
            moving={moving}
            move={moving.move}
            onClose={() => {
              if (moving.move?.isOver) moving.forget();
              setShown(false);
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}
