import type { TracePageQuery } from '../../generated/operations.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';

type Total = TracePageQuery['lotTrace']['totals'][number];

const COLUMNS: Column<Total>[] = [
  { name: 'Supermarket', cell: ({ supermarketName }) => <span className="wraps">{supermarketName}</span> },
  { name: 'Deliveries', isNumber: true, cell: ({ deliveries }) => wholeNumber(deliveries) },
  { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
  { name: 'Returned', isNumber: true, cell: ({ returned }) => wholeNumber(returned) },
];

interface TotalsCardProps {
  /** The totals of the supermarkets that got the most. */
  totals: readonly Total[];
  /** How many supermarkets got any. */
  count: number;
}

/** Shows how much each supermarket got. */
export function TotalsCard({ totals, count }: TotalsCardProps) {
  const isCut = totals.length < count;
  const part = `The ${wholeNumber(totals.length)} of ${wholeNumber(count)} supermarkets with the largest quantity. The file has the rows of all.`;
  return (
    <Card
      title="Supermarkets"
      about={`Dispatched deliveries, largest quantity first.${isCut ? ` ${part}` : ''}`}
      isFlush
    >
      <Table
        caption="Totals by supermarket"
        isStacked
        columns={COLUMNS}
        rows={totals}
        keyOf={({ supermarketId }) => supermarketId}
        hrefOf={({ supermarketId }) => `/supermarkets/${supermarketId}`}
      />
    </Card>
  );
}
