import { ClipboardCheck } from 'lucide-react';
import { ReceiptsPageDocument, type ReceiptState } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Empty } from '../kit/empty.tsx';
import { SelectField } from '../kit/field.tsx';
import { FilterBar, useFilters } from '../kit/filters.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { Pager, usePageArguments } from '../kit/pager.tsx';
import { useSelection } from '../kit/use-selection.ts';
import { useMay } from '../session/may.tsx';
import { ReceiptBulkBar } from './receipt-bulk-bar.tsx';
import { RECEIPT_STATES, receiptStateInWords, receiptStateOf } from './receipt-state.ts';
import { ReceiptTable } from './receipt-table.tsx';

/** What is on the way through the inbox, whoever it waits for. */
const WAITING: ReceiptState[] = ['CONFIRMED', 'DISPUTED', 'ASKED'];
const PER_PAGE = 50;
const LOOK_EVERY_MS = 60_000;

/** Lists the receipts that wait for somebody, those of the earliest deliveries first: new ones come below. */
export default function ReceiptsPage() {
  const filters = useFilters('receiptState');
  const state = receiptStateOf(filters.values.receiptState);
  const page = usePageArguments(PER_PAGE);
  const found = useData(
    ReceiptsPageDocument,
    {
      ...page,
      filter: state ? { receiptState: state } : { receiptStates: WAITING },
      orderBy: state === 'SETTLED' ? 'DELIVERY_DATE_DESC' : 'DELIVERY_DATE_ASC',
    },
    { everyMs: LOOK_EVERY_MS },
  );
  const rows = found.data?.deliveries.nodes ?? [];
  const selection = useSelection(state ?? '', rows);
  const mayAccept = useMay()('deliveries:write');
  return (
    <Page title="Receipts" about="Receipts that branches confirmed or disputed, until somebody checks them.">
      <FilterBar filters={filters}>
        <SelectField
          name="receiptState"
          label="State"
          value={state ?? ''}
          onChange={({ target }) => filters.set('receiptState', target.value)}
        >
          <option value="">Waiting</option>
          {RECEIPT_STATES.map((each) => (
            <option key={each} value={each}>
              {receiptStateInWords(each)}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <Card isFlush>
        <Loaded of={found} lines={8}>
          {({ deliveries }) =>
            deliveries.nodes.length > 0 ? (
              <>
                <ReceiptTable
                  rows={deliveries.nodes}
                  selection={mayAccept && state !== 'SETTLED' ? selection : undefined}
                  onChange={found.reload}
                />
                <Pager of={deliveries} noun="receipt" size={PER_PAGE} />
              </>
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
                  appear here.
                </p>
              </Empty>
            )
          }
        </Loaded>
        {mayAccept && <ReceiptBulkBar selection={selection} onChange={found.reload} />}
      </Card>
    </Page>
  );
}
