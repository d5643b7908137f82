import { OctagonAlert, Package, Plus, Route, SearchX } from 'lucide-react';
import { lazy } from 'react';
import { type WithdrawalRowFragment, WithdrawalsPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useColumns } from '../../base/kit/table/use-columns.ts';
import { useOrder } from '../../base/kit/table/use-order.ts';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { iconOf } from '../../catalogue/product/category-icon.ts';
import { Beside } from '../../base/list/beside.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useOpened } from '../../base/list/use-opened.ts';
import { May } from '../../base/session/may.tsx';
import { WITHDRAWAL_FILTERS, WithdrawalFilterBar, withdrawalFilterOf } from './withdrawal-filters.tsx';
import { goodsInWords, KINDS, WithdrawalBadges } from './withdrawal-kind.tsx';

// Only large screens have room for it.
const WithdrawalPanel = lazy(() => import('./withdrawal-panel.tsx'));

const PER_PAGE = 20;

const ORDERS = { '-created': 'CREATED_DESC', created: 'CREATED_ASC' } as const;

const COLUMNS: Column<WithdrawalRowFragment>[] = [
  {
    name: 'Withdrawal',
    isWhole: true,
    cell: ({ kind, id }) => `${KINDS[kind][0]} #${id}`,
  },
  { name: 'Product', isCut: true, yields: 3, cell: productOf },
  { name: 'Lots', yields: 2, cell: (row) => <span className="wraps">{goodsInWords(row)}</span> },
  { name: 'Status', yields: 4, cell: (row) => <WithdrawalBadges of={row} /> },
  {
    name: 'Started',
    isSecondary: true,
    isWhole: true,
    yields: 1,
    orders: ['-created', 'created'],
    cell: ({ startedAt }) => <Time value={startedAt} isExact />,
  },
];

function productOf({ product: { name, category } }: WithdrawalRowFragment) {
  return (
    <Tiled name={category} icon={iconOf(category)}>
      {name}
    </Tiled>
  );
}

/** The columns that can be hidden. */
const HIDEABLE = COLUMNS.slice(1).map(({ name }) => name);

const actionsOf: RowMenu<WithdrawalRowFragment>['actionsOf'] = ({ product }) => [
  { label: 'View product', icon: Package, href: `/products/${product.id}` },
  { label: 'Trace', icon: Route, href: `/trace?productId=${product.id}` },
];

/** Lists withdrawals, recalls and tests, newest first. */
export default function WithdrawalsPage() {
  useVisitedList('/withdrawals');
  const filters = useFilters(...WITHDRAWAL_FILTERS);
  const { orderBy, sorting } = useOrder(ORDERS, '-created');
  const loading = useData(WithdrawalsPageDocument, {
    ...usePageArguments(PER_PAGE),
    filter: withdrawalFilterOf(filters),
    orderBy,
  });
  const columns = useColumns('withdrawals', HIDEABLE);
  const opened = useOpened();
  const isBare = filters.isEmpty && loading.data?.withdrawals.totalCount === 0;
  return (
    <Page
      title="Withdrawals"
      isList
      actions={
        <May needs="deliveries:write">
          <ButtonLink kind="primary" icon={Plus} href="/withdrawals/new" aria-keyshortcuts="n">
            New withdrawal
          </ButtonLink>
        </May>
      }
    >
      <Beside
        opened={opened}
        rows={loading.data?.withdrawals.nodes}
        panel={(panel) => <WithdrawalPanel {...panel} actionsOf={actionsOf} />}
      >
        <Card isFlush>
          {!isBare && <WithdrawalFilterBar filters={filters} columns={columns} />}
          <Loaded of={loading} lines={6}>
            {({ withdrawals }) =>
              withdrawals.nodes.length > 0 ? (
                <>
                  <Table
                    caption="Withdrawals"
                    columns={COLUMNS}
                    rows={withdrawals.nodes}
                    keyOf={({ id }) => id}
                    nameOf={({ kind, id }) => `${KINDS[kind][0]} #${id}`}
                    hrefOf={({ id }) => `/withdrawals/${id}`}
                    hidden={columns.hidden}
                    sorting={sorting}
                    opened={opened}
                    actionsOf={actionsOf}
                  />
                  <Pager of={withdrawals} noun="withdrawal" size={PER_PAGE} />
                </>
              ) : filters.isEmpty ? (
                <Empty icon={OctagonAlert} title="No withdrawals yet">
                  <May needs="deliveries:write">
                    <p>
                      Start one when goods must come back, or a test once a year to see how long it takes.
                    </p>
                    <ButtonLink href="/withdrawals/new">Start a withdrawal</ButtonLink>
                  </May>
                </Empty>
              ) : (
                <Empty icon={SearchX} title="No withdrawals match these filters">
                  <Button onClick={filters.clear}>Clear filters</Button>
                </Empty>
              )
            }
          </Loaded>
        </Card>
      </Beside>
    </Page>
  );
}
