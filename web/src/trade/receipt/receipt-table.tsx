import { numberInWords } from '../delivery/numbers.ts';
import type { ReceiptRowFragment } from '../../generated/operations.ts';
import { day } from '../../base/kit/words/format.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import type { Sorting } from '../../base/kit/table/sort-header.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, type OpenRow, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { ReceiptDifferences } from './receipt-differences.tsx';
import { ReceiptStateBadge } from './receipt-state-badge.tsx';

/** The columns that can be hidden. */
export const COLUMNS = ['Received by', 'State', 'Differences'];

interface ReceiptTableProps {
  rows: readonly ReceiptRowFragment[];
  selection: RowSelection<ReceiptRowFragment> | undefined;
  /** The names of columns that are not shown. */
  hidden: readonly string[];
  sorting: Sorting;
  opened: OpenRow;
  /** Returns what can be done with a receipt. */
  actionsOf: (row: ReceiptRowFragment) => readonly Action[];
  onChange: () => void;
}

/** Lists receipts, with the decision about each dispute. */
export function ReceiptTable({
  rows,
  selection,
  hidden,
  sorting,
  opened,
  actionsOf,
  onChange,
}: ReceiptTableProps) {
  const columns: Column<ReceiptRowFragment>[] = [
    {
      name: 'Delivery',
      orders: ['date', '-date'],
      cell: (row) => (
        <Tiled name={row.supermarketName}>
          <Stacked below={`${row.supermarketName} · ${row.branchName}`}>
            {numberInWords(row)} · {day(row.deliveryDate)}
          </Stacked>
        </Tiled>
      ),
    },
    {
      name: 'Received by',
      yields: 1,
      cell: ({ receipt }) => (
        <Stacked
          below={
            <>
              <Time value={receipt!.receivedAt} isExact />
              {receipt!.recordedBy && ` · recorded by ${receipt!.recordedBy}`}
              {receipt!.checkedBy && ` · checked by ${receipt!.checkedBy}`}
            </>
          }
        >
          {receipt!.receivedBy}
        </Stacked>
      ),
    },
    { name: 'State', cell: ({ receipt }) => <ReceiptStateBadge receipt={receipt!} /> },
    {
      name: 'Differences',
      yields: 2,
      cell: (row) => <ReceiptDifferences row={row} onChange={onChange} />,
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
      sorting={sorting}
      opened={opened}
      actionsOf={actionsOf}
      {...(selection && { selection })}
    />
  );
}
