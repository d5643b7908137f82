import { Plus, SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ReturnsPageDocument, ReturnTotalsDocument } from '../../generated/operations.ts';
import { FILTERS } from '../../generated/rules.ts';
import { useChanges } from '../../base/graphql/use-changes.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
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
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { Beside } from '../../base/list/beside.tsx';
import { ListTotals } from '../../base/list/list-totals.tsx';
import { useOpened } from '../../base/list/use-opened.ts';
import { May } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { NoReturns } from './no-returns.tsx';
import { ReturnFilterBar } from './return-filters.tsx';
import { COLUMNS, ReturnTable } from './return-table.tsx';
import { useReturnActions } from './use-return-actions.tsx';

// Loaded when it is opened, so that the first page loads faster.
const RecordReturns = lazy(() => import('./record-returns.tsx'));
// Only large screens have room for it.
const ReturnPanel = lazy(() => import('./return-panel.tsx'));

const PER_PAGE = 20;

const ORDERS = {
  '-created': 'CREATED_DESC',
  created: 'CREATED_ASC',
  date: 'RETURN_DATE_ASC',
  '-date': 'RETURN_DATE_DESC',
} as const;

/** Lists the returns, by default newest first. */
export default function ReturnsPage() {
  useVisitedList('/returns');
  const filters = useFilters(...FILTERS.returns);
  const filter = filters.values;
  const { orderBy, sorting } = useOrder(ORDERS, '-created');
  const returns = useData(ReturnsPageDocument, { ...usePageArguments(PER_PAGE), filter, orderBy });
  const count = returns.data?.returns.totalCount ?? 0;
  const totals = useData(ReturnTotalsDocument, { filter }, { isPaused: count === 0 });
  const columns = useColumns('returns', COLUMNS);
  const [isRecording, setRecording] = useState(false);
  const opened = useOpened();
  const reload = () => {
    returns.reload();
    totals.reload();
    opened.reload();
  };
  const rows = useReturnActions(reload);
  const changes = useChanges('return.', {
    isHeld: isRecording,
    isPaused: returns.data === undefined,
    reload,
  });
  const { currency } = useSession().account;
  const sums = totals.data?.returnTotals;
  const isBare = filters.isEmpty && returns.data !== undefined && count === 0;
  return (
    <Page
      title="Returns"
      beside={
        <ListTotals>
          {!totals.isOutdated &&
            count > 0 &&
            totalsInWords(sums && { ...sums, value: sums.creditAmount }, currency)}
        </ListTotals>
      }
      isList
      actions={
        <>
          {!isBare && <DownloadCsv list="returns" sort={sorting.value} />}
          <May needs="returns:write">
            <Button kind="primary" icon={Plus} onClick={() => setRecording(true)} aria-keyshortcuts="n">
              Record returns
            </Button>
          </May>
        </>
      }
    >
      <Beside
        opened={opened}
        rows={returns.data?.returns.nodes}
        panel={(panel) => <ReturnPanel {...panel} actionsOf={rows.actionsOf} />}
      >
        <Card isFlush>
          {!isBare && <ReturnFilterBar filters={filters} columns={columns} changes={changes} />}
          <Loaded of={returns} lines={10}>
            {({ returns }) =>
              returns.nodes.length > 0 ? (
                <>
                  <ReturnTable
                    returns={returns.nodes}
                    isPlaced
                    hidden={columns.hidden}
                    sorting={sorting}
                    opened={opened}
                    actionsOf={rows.actionsOf}
                  />
                  <Pager of={returns} noun="return" size={PER_PAGE} />
                </>
              ) : filters.isEmpty ? (
                <NoReturns />
              ) : (
                <Empty icon={SearchX} title="No returns match these filters">
                  <Button onClick={filters.clear}>Clear filters</Button>
                </Empty>
              )
            }
          </Loaded>
        </Card>
      </Beside>
      {rows.dialog}
      <Suspense fallback={<Skeleton lines={1} />}>
        {isRecording && <RecordReturns onClose={() => setRecording(false)} />}
      </Suspense>
    </Page>
  );
}
