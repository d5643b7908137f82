import { useState } from 'react';
import { TraceWithoutLotDocument, type TracedRowFragment } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { wholeNumber } from '../kit/format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import { csvQueryOf, type TraceFilters } from './use-trace.ts';

type Row = TracedRowFragment & { cursor: string };

const COLUMNS: Column<Row>[] = [
  {
    name: 'Delivery',
    cell: ({ delivery: { id, supermarketName }, branch: { name } }) => (
      <Stacked below={name}>
        <span className="wraps">
          #{id} · {supermarketName}
        </span>
      </Stacked>
    ),
  },
  {
    name: 'Address',
    cell: ({ branch: { address, phone } }) => <Stacked below={phone ?? 'No phone number'}>{address}</Stacked>,
  },
  { name: 'Product', cell: ({ productName }) => <span className="wraps">{productName}</span> },
  {
    name: 'Dispatched',
    cell: ({ delivery: { inTransitAt } }) => inTransitAt && <Time value={inTransitAt} isExact />,
  },
  { name: 'Without a lot', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
  { name: 'Returned without a lot', isNumber: true, cell: ({ returned }) => wholeNumber(returned) },
];

/** Lists the dispatched lines with pieces in no lot, which the traced lot could be among. */
export function SuspectsCard({ filters }: { filters: TraceFilters }) {
  const [after, setAfter] = useState<string | null>(null);
  const loading = useData(TraceWithoutLotDocument, { ...filters.values, after });
  return (
    <Card
      title="Lines without a lot"
      about="Dispatched lines of the product with pieces that have neither a lot nor a date, newest deliveries first."
      actions={
        <DownloadCsv list="traceability" isSmall within={{ ...csvQueryOf(filters), without_lot: 'true' }} />
      }
      isFlush
    >
      <Loaded of={loading} lines={4}>
        {({ lotTrace: { edges, pageInfo } }) => (
          <>
            {edges.length > 0 ? (
              <Table
                caption="Lines without a lot"
                isStacked
                columns={COLUMNS}
                rows={edges.map(({ cursor, node }) => ({ ...node, cursor }))}
                keyOf={({ cursor }) => cursor}
                hrefOf={({ delivery }) => `/deliveries/${delivery.id}`}
              />
            ) : (
              <p>
                {pageInfo.hasNextPage
                  ? 'None among these lines. Go on with the next page.'
                  : 'No more lines.'}
              </p>
            )}
            {after !== null && (
              <Button isSmall onClick={() => setAfter(null)}>
                First page
              </Button>
            )}
            {pageInfo.hasNextPage && (
              <Button isSmall onClick={() => setAfter(pageInfo.endCursor)}>
                Next page
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
