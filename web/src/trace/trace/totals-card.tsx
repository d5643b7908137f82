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

/** Shows how much each supermarket got. */
export function TotalsCard({ totals }: { totals: readonly Total[] }) {
  return (
    <Card title="Supermarkets" about="Dispatched deliveries, largest quantity first." isFlush>
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
