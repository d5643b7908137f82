import { Link } from 'wouter';
import { SOURCES } from '../delivery/receipt-words.ts';
import { numberInWords } from '../delivery/numbers.ts';
import {
  ReceiptPanelDocument,
  type ReceiptPanelQuery,
  type ReceiptRowFragment,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { day, wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import type { PanelProps } from '../../base/list/beside.tsx';
import { PanelActions, RecordPanel } from '../../base/list/record-panel.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { ReceiptDifferences } from './receipt-differences.tsx';
import { ReceiptStateBadge } from './receipt-state-badge.tsx';

type Delivery = NonNullable<ReceiptPanelQuery['delivery']>;

const LINES: Column<Delivery['products'][number]>[] = [
  {
    name: 'Product',
    cell: ({ productId, name }) => <Link href={`/products/${productId}`}>{name}</Link>,
  },
  { name: 'Delivered', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
  { name: 'Returned', isNumber: true, cell: ({ returnedQuantity }) => wholeNumber(returnedQuantity) },
];

interface ReceiptPanelProps extends PanelProps, Pick<RowMenu<ReceiptRowFragment>, 'actionsOf'> {
  /** Called when a dispute was decided or the receipt was checked here. */
  onChange: () => void;
}

/** Shows a receipt beside the list: who received what, and what is disputed. */
export default function ReceiptPanel({ id, version, actionsOf, onChange, ...panel }: ReceiptPanelProps) {
  const found = useData(ReceiptPanelDocument, { id }, { version });
  const delivery = found.data?.delivery;
  return (
    <RecordPanel
      {...panel}
      noun="receipt"
      name={delivery ? `Receipt of ${numberInWords(delivery)}` : 'Receipt'}
      href={`/deliveries/${id}`}
      of={found}
      found={delivery}
      badge={({ receipt }) => receipt && <ReceiptStateBadge receipt={receipt} />}
      actions={(shown) => <PanelActions actions={actionsOf(shown)} />}
    >
      {(shown) => (
        <>
          <Card title="Details">
            <Facts facts={factsOf(shown)} />
          </Card>
          {shown.receipt && (
            <Card title="Differences">
              <ReceiptDifferences row={shown} onChange={onChange} />
            </Card>
          )}
          <Card title="Products" isFlush>
            <Table
              caption="Products of the delivery"
              columns={LINES}
              rows={shown.products}
              keyOf={({ productId }) => productId}
            />
          </Card>
        </>
      )}
    </RecordPanel>
  );
}

function factsOf({
  supermarketName,
  branchName,
  branch,
  deliveryDate,
  receipt,
}: Delivery): [string, React.ReactNode][] {
  const facts: [string, React.ReactNode][] = [
    ['Supermarket', supermarketName],
    ['Branch', branchName],
    ['Delivery date', day(deliveryDate)],
  ];
  if (branch.phone)
    facts.push([
      'Phone',
      <a key="phone" href={`tel:${branch.phone}`}>
        {branch.phone}
      </a>,
    ]);
  if (!receipt) return facts;
  const { receivedBy, receivedAt, by, recordedBy, checkedBy } = receipt;
  facts.push(
    ['Received by', receivedBy],
    ['Received', <Time key="at" value={receivedAt} isExact />],
    ['Recorded', recordedBy === null ? SOURCES[by] : `${SOURCES[by]}, ${recordedBy}`],
  );
  if (checkedBy !== null) facts.push(['Checked by', checkedBy]);
  return facts;
}
