import { ClipboardCheck, SearchX } from 'lucide-react';
import { lazy } from 'react';
import { ReceiptsPageDocument, type ReceiptState } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { useColumns } from '../../base/kit/table/use-columns.ts';
import { useOrder } from '../../base/kit/table/use-order.ts';
import { useSelection } from '../../base/kit/table/use-selection.ts';
import { Beside } from '../../base/list/beside.tsx';
import { useOpened } from '../../base/list/use-opened.ts';
import { useMay } from '../../base/session/may.tsx';
import { ReceiptBulkBar } from './receipt-bulk-bar.tsx';
import { RECEIPT_FILTERS, ReceiptFilterBar } from './receipt-filters.tsx';
import { receiptStateInWords, receiptStateOf } from './receipt-state.ts';
import { COLUMNS, ReceiptTable } from './receipt-table.tsx';
import { useReceiptActions } from './use-receipt-actions.tsx';

// Only large screens have room for it.
const ReceiptPanel = lazy(() => import('./receipt-panel.tsx'));

/** The states of receipts that still wait in the inbox, whoever they wait for. */
const WAITING: ReceiptState[] = ['CONFIRMED', 'DISPUTED', 'ASKED'];
const PER_PAGE = 50;
const ORDERS = { date: 'DELIVERY_DATE_ASC', '-date': 'DELIVERY_DATE_DESC' } as const;
const LOOK_EVERY_MS = 60_000;

/** Lists the receipts that wait for somebody, those of the earliest deliveries first: new ones come below. */
export default function ReceiptsPage() {
  const filters = useFilters(...RECEIPT_FILTERS);
  const { receiptState, ...others } = filters.values;
  const state = receiptStateOf(receiptState);
  const isSearching = Object.keys(others).length > 0;
  const page = usePageArguments(PER_PAGE);
  const { orderBy, sorting } = useOrder(ORDERS, state === 'SETTLED' ? '-date' : 'date');
  const found = useData(
    ReceiptsPageDocument,
    {
      ...page,
      filter: { ...others, ...(state ? { receiptState: state } : { receiptStates: WAITING }) },
      orderBy,
    },
    { everyMs: LOOK_EVERY_MS },
  );
  const rows = found.data?.deliveries.nodes ?? [];
  const selection = useSelection(JSON.stringify(filters.values), rows);
  const columns = useColumns('receipts', COLUMNS);
  const opened = useOpened();
  const reload = () => {
    found.reload();
    opened.reload();
  };
  const actionsOf = useReceiptActions(reload);
  const mayAccept = useMay()('deliveries:write');
  return (
    <Page
      title="Receipts"
      about="What branches confirmed or disputed, and what drivers recorded short, until somebody checks it."
      isList
    >
      <Beside
        opened={opened}
        rows={found.data?.deliveries.nodes}
        panel={(panel) => <ReceiptPanel {...panel} actionsOf={actionsOf} onChange={reload} />}
      >
        <Card isFlush>
          <ReceiptFilterBar filters={filters} columns={columns} />
          <Loaded of={found} lines={8}>
            {({ deliveries }) =>
              deliveries.nodes.length > 0 ? (
                <>
                  <ReceiptTable
                    rows={deliveries.nodes}
                    selection={mayAccept && state !== 'SETTLED' ? selection : undefined}
                    hidden={columns.hidden}
                    sorting={sorting}
                    opened={opened}
                    actionsOf={actionsOf}
                    onChange={reload}
                  />
                  <Pager of={deliveries} noun="receipt" size={PER_PAGE} />
                </>
              ) : isSearching ? (
                <Empty icon={SearchX} title="No receipts match these filters">
                  <Button onClick={filters.clear}>Clear filters</Button>
                </Empty>
              ) : state ? (
                <Empty
                  icon={ClipboardCheck}
                  title={`No receipts are ${receiptStateInWords(state).toLowerCase()}`}
                >
                  <Button onClick={filters.clear}>Show all that wait</Button>
                </Empty>
              ) : (
                <Empty icon={ClipboardCheck} title="No receipts wait for you">
                  <p>
                    Branches confirm or dispute a delivery by the link on its delivery note. Their receipts
                    appear here, and those of drivers where less arrived or it was too warm.
                  </p>
                  <ButtonLink href="/deliveries?status=IN_TRANSIT">View deliveries in transit</ButtonLink>
                </Empty>
              )
            }
          </Loaded>
          {mayAccept && <ReceiptBulkBar selection={selection} onChange={reload} />}
        </Card>
      </Beside>
    </Page>
  );
}
