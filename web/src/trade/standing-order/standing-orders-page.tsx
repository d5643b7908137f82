import { CalendarRange, FileUp, Plus, Repeat, RotateCcw, SearchX } from 'lucide-react';
import { lazy, useState } from 'react';
import {
  type StandingOrderFilter,
  type StandingOrderRowFragment,
  StandingOrdersPageDocument,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { SelectField } from '../../base/kit/form/field.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { day } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import { useColumns } from '../../base/kit/table/use-columns.ts';
import { useOrder } from '../../base/kit/table/use-order.ts';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { Beside } from '../../base/list/beside.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import { useOpened } from '../../base/list/use-opened.ts';
import { May } from '../../base/session/may.tsx';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';
import { RestoreMissedDialog } from './restore-missed-dialog.tsx';
import { StandingOrderBadge, STATUS_LABELS, WARNING_LABELS } from './status.tsx';
import { useStandingOrderActions } from './use-standing-order-actions.tsx';
import { rhythmInWords } from './words.ts';

// Only large screens have room for it.
const StandingOrderPanel = lazy(() => import('./standing-order-panel.tsx'));

const PER_PAGE = 20;

const ORDERS = { '-created': 'CREATED_DESC', created: 'CREATED_ASC' } as const;

const COLUMNS: Column<StandingOrderRowFragment>[] = [
  {
    name: 'Standing order',
    orders: ['-created', 'created'],
    cell: ({ id, reference, supermarketName, branchName }) => (
      <Tiled name={supermarketName}>
        <Stacked below={`#${id}${reference ? ` · ${reference}` : ''}`}>
          {supermarketName}, {branchName}
        </Stacked>
      </Tiled>
    ),
  },
  { name: 'Days', yields: 2, cell: rhythmInWords },
  {
    name: 'Next delivery',
    isSecondary: true,
    isWhole: true,
    isLabelled: true,
    yields: 1,
    cell: ({ next }) => (next ? day(next.deliveryDate ?? next.date) : '–'),
  },
  {
    name: 'Status',
    cell: ({ status, warnings }) => (
      <Stacked below={warnings.length > 0 && WARNING_LABELS[warnings[0]!.kind]}>
        <StandingOrderBadge status={status} />
      </Stacked>
    ),
  },
];

/** The columns that can be hidden. */
const HIDEABLE = COLUMNS.slice(1).map(({ name }) => name);

const STATUS_WORDS = {
  status: (name: string) => STATUS_LABELS.find(([each]) => each === name)?.[1] ?? name,
};

/** Lists the standing orders, newest first. */
export default function StandingOrdersPage() {
  useVisitedList('/standing-orders');
  const filters = useFilters('words', 'supermarketId', 'status');
  const { words, supermarketId, status } = filters.values;
  const known = STATUS_LABELS.find(([each]) => each === status)?.[0];
  const filter: StandingOrderFilter = {
    ...(words && { search: words }),
    ...(supermarketId && { supermarketId }),
    ...(known && { status: known as NonNullable<StandingOrderFilter['status']> }),
  };
  const { orderBy, sorting } = useOrder(ORDERS, '-created');
  const orders = useData(StandingOrdersPageDocument, { ...usePageArguments(PER_PAGE), filter, orderBy });
  const columns = useColumns('standing-orders', HIDEABLE);
  const opened = useOpened();
  const reload = () => {
    orders.reload();
    opened.reload();
  };
  const rows = useStandingOrderActions(reload);
  const [isRestoring, setRestoring] = useState(false);
  const isBare = filters.isEmpty && orders.data?.standingOrders.totalCount === 0;
  return (
    <Page
      title="Standing orders"
      about="Deliveries that are created automatically on set days of the week."
      isList
      actions={
        <>
          <ButtonLink icon={CalendarRange} href="/calendar">
            Calendar
          </ButtonLink>
          <May needs="deliveries:write">
            <Button icon={RotateCcw} onClick={() => setRestoring(true)}>
              Restore missed dates
            </Button>
            <ButtonLink icon={FileUp} href="/imports?kind=standing-orders">
              Import
            </ButtonLink>
            <ButtonLink kind="primary" icon={Plus} href="/standing-orders/new" aria-keyshortcuts="n">
              New standing order
            </ButtonLink>
          </May>
        </>
      }
    >
      <Beside
        opened={opened}
        rows={orders.data?.standingOrders.nodes}
        panel={(panel) => <StandingOrderPanel {...panel} actionsOf={rows.actionsOf} />}
      >
        <Card isFlush>
          {!isBare && (
            <ListBar
              filters={filters}
              search={<SearchInput filters={filters} placeholder="Branch, number or notes" />}
              words={STATUS_WORDS}
              path="/standing-orders"
              columns={columns}
            >
              <SupermarketChoice
                none="All supermarkets"
                value={supermarketId ?? ''}
                onChange={(id) => filters.set('supermarketId', id)}
              />
              <SelectField
                name="status"
                label="Status"
                value={known ?? ''}
                onChange={(event) => filters.set('status', event.target.value)}
              >
                <option value="">Any</option>
                {STATUS_LABELS.map(([each, label]) => (
                  <option key={each} value={each}>
                    {label}
                  </option>
                ))}
              </SelectField>
            </ListBar>
          )}
          <Loaded of={orders} lines={8}>
            {({ standingOrders }) =>
              standingOrders.nodes.length > 0 ? (
                <>
                  <Table
                    caption="Standing orders"
                    columns={COLUMNS}
                    rows={standingOrders.nodes}
                    keyOf={({ id }) => id}
                    nameOf={({ id }) => `standing order #${id}`}
                    hrefOf={({ id }) => `/standing-orders/${id}`}
                    hidden={columns.hidden}
                    opened={opened}
                    sorting={sorting}
                    actionsOf={rows.actionsOf}
                  />
                  <Pager of={standingOrders} noun="standing order" size={PER_PAGE} />
                </>
              ) : filters.isEmpty ? (
                <Empty icon={Repeat} title="No standing orders yet">
                  <May needs="deliveries:write">
                    <p>Create one here, or press “Repeat…” on a delivery that comes each week.</p>
                    <ButtonLink kind="primary" href="/standing-orders/new">
                      Create a standing order
                    </ButtonLink>
                    <ButtonLink href="/imports?kind=standing-orders">Import a file</ButtonLink>
                  </May>
                </Empty>
              ) : (
                <Empty icon={SearchX} title="No standing orders match these filters">
                  <Button onClick={filters.clear}>Clear filters</Button>
                </Empty>
              )
            }
          </Loaded>
        </Card>
      </Beside>
      {rows.dialog}
      {isRestoring && <RestoreMissedDialog onRestored={reload} onClose={() => setRestoring(false)} />}
    </Page>
  );
}
