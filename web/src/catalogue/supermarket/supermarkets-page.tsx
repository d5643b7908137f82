import type { WithTables } from '../../base/list/record-tables.ts';
import { FileUp, Plus, SearchX } from 'lucide-react';
import { lazy } from 'react';
import { SupermarketsPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import { SortField } from '../../base/kit/table/sort-field.tsx';
import { useColumns } from '../../base/kit/table/use-columns.ts';
import { NAMED_ORDERS, useOrder } from '../../base/kit/table/use-order.ts';
import { Beside } from '../../base/list/beside.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import { useOpened } from '../../base/list/use-opened.ts';
import { May } from '../../base/session/may.tsx';
import { NoSupermarkets } from './no-supermarkets.tsx';
import { COLUMNS, SupermarketTable } from './supermarket-table.tsx';
import { useSupermarketActions } from './use-supermarket-actions.tsx';

// Only large screens have room for it.
const SupermarketPanel = lazy(() => import('./supermarket-panel.tsx'));

const PER_PAGE = 20;

/** Lists the supermarkets. */
export default function SupermarketsPage({ tables }: WithTables) {
  const filters = useFilters('words');
  const { orderBy, sorting } = useOrder(NAMED_ORDERS, '-created');
  const supermarkets = useData(SupermarketsPageDocument, {
    ...usePageArguments(PER_PAGE),
    filter: filters.values,
    orderBy,
  });
  const columns = useColumns('supermarkets', COLUMNS);
  const opened = useOpened();
  const rows = useSupermarketActions(() => {
    supermarkets.reload();
    opened.reload();
  });
  const isBare = filters.isEmpty && supermarkets.data?.supermarkets.totalCount === 0;
  return (
    <Page
      title="Supermarkets"
      isList
      actions={
        <>
          {!isBare && <DownloadCsv list="supermarkets" sort={sorting.value} />}
          <May needs="supermarkets:write">
            <ButtonLink icon={FileUp} href="/imports?kind=supermarkets">
              Import
            </ButtonLink>
            <ButtonLink kind="primary" icon={Plus} href="/supermarkets/new" aria-keyshortcuts="n">
              New supermarket
            </ButtonLink>
          </May>
        </>
      }
    >
      <Beside
        opened={opened}
        rows={supermarkets.data?.supermarkets.nodes}
        panel={(panel) => <SupermarketPanel {...panel} actionsOf={rows.actionsOf} tables={tables} />}
      >
        <Card isFlush>
          {!isBare && (
            <ListBar
              filters={filters}
              search={<SearchInput filters={filters} placeholder="Name, branch or address" />}
              path="/supermarkets"
              columns={columns}
            >
              <SortField />
            </ListBar>
          )}
          <Loaded of={supermarkets} lines={10}>
            {({ supermarkets }) =>
              supermarkets.nodes.length > 0 ? (
                <>
                  <SupermarketTable
                    supermarkets={supermarkets.nodes}
                    hidden={columns.hidden}
                    opened={opened}
                    sorting={sorting}
                    actionsOf={rows.actionsOf}
                  />
                  <Pager of={supermarkets} noun="supermarket" size={PER_PAGE} />
                </>
              ) : filters.isEmpty ? (
                <NoSupermarkets />
              ) : (
                <Empty icon={SearchX} title="No supermarkets match these filters">
                  <Button onClick={filters.clear}>Clear filters</Button>
                </Empty>
              )
            }
          </Loaded>
        </Card>
      </Beside>
      {rows.dialog}
    </Page>
  );
}
