import { numberInWords } from '../delivery/numbers.ts';
import type { ReceiptRowFragment } from '../generated/operations.ts';
import { day } from '../kit/format.ts';
import type { Action } from '../kit/menu.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import type { RowSelection } from '../kit/use-selection.ts';
import { DisputeList } from './dispute-list.tsx';
import { ReceiptStateBadge } from './receipt-state-badge.tsx';

/** The columns that can be hidden. */
export const COLUMNS = ['Received by', 'State', 'Open disputes'];

interface ReceiptTableProps {
  rows: readonly ReceiptRowFragment[];
  selection: RowSelection<ReceiptRowFragment> | undefined;
  /** The names of columns that are not shown. */
  hidden: readonly string[];
  /** Returns what can be done with a receipt. */
  actionsOf: (row: ReceiptRowFragment) => readonly Action[];
  onChange: () => void;
}

/** Lists receipts, with the decision about each dispute. */
export function ReceiptTable({ rows, selection, hidden, actionsOf, onChange }: ReceiptTableProps) {
  const columns: Column<ReceiptRowFragment>[] = [
    {
      name: 'Delivery',
      cell: (row) => (
        <Stacked below={`${row.supermarketName} · ${row.branchName}`}>
          {numberInWords(row)} · {day(row.deliveryDate)}
        </Stacked>
      ),
    },
    {
      name: 'Received by',
      cell: ({ receipt }) => (
        <Stacked below={<Time value={receipt!.receivedAt} isExact />}>{receipt!.receivedBy}</Stacked>
      ),
    },
    { name: 'State', cell: ({ receipt }) => <ReceiptStateBadge state={receipt!.state} /> },
    {
      name: 'Open disputes',
      cell: ({ id, receipt }) =>
        receipt!.openDisputes.length > 0 ? (
          <DisputeList deliveryId={id} disputes={receipt!.openDisputes} onChange={onChange} />
        ) : (
          'None'
        ),
    },
  ];
  return (
    <Table
      caption="Receipts"
      isStacked
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={(row) => `receipt of ${numberInWords(row)}`}
      hrefOf={({ id }) => `/deliveries/${id}`}
      hidden={hidden}
      actionsOf={actionsOf}
      {...(selection && { selection })}
    />
  );
}
