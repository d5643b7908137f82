import { useState } from 'react';
import { numberInWords } from '../../trade/delivery/numbers.ts';
import { TraceRowsDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { rowsInWords } from './rows-in-words.ts';
import type { PrintedRows, TraceRow } from './use-print.ts';
import { csvQueryOf, type TraceFilters } from './use-trace.ts';

const COLUMNS: Column<TraceRow>[] = [
  {
    name: 'Delivery',
    cell: ({ delivery, branch: { name } }) => (
      <Stacked below={name}>
        <span className="wraps">
          {numberInWords(delivery)} · {delivery.supermarketName}
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

interface SuspectsCardProps {
  filters: TraceFilters;
  /** How many there are, if all lines were looked at. */
  total: number | undefined;
  /** All of them, while they are printed. */
  printed: PrintedRows | undefined;
}

/** Lists the dispatched lines with pieces in no lot, which the traced lot could be among. */
export function SuspectsCard({ filters, total, printed }: SuspectsCardProps) {
  const [after, setAfter] = useState<string | null>(null);
  const loading = useData(TraceRowsDocument, { ...filters.values, withoutLot: true, first: 100, after });
  return (
    <Card
      title="Lines without a lot"
      about={`Dispatched lines of the product with pieces that could be among these goods, because their lot or date is not recorded. Newest deliveries first.${printed ? ` ${rowsInWords(1, printed.rows.length, total, printed.isCut)}` : ''}`}
      actions={
        <DownloadCsv list="traceability" isSmall within={{ ...csvQueryOf(filters), without_lot: 'true' }} />
      }
      isFlush
    >
      <Loaded of={loading} lines={4}>
        {({ lotTrace: { edges, pageInfo } }) => (
          <>
            {printed || edges.length > 0 ? (
              <Table
                caption="Lines without a lot"
                isStacked
                columns={COLUMNS}
                rows={printed?.rows ?? edges.map(({ cursor, node }) => ({ ...node, cursor }))}
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
            {!printed && after !== null && (
              <Button isSmall onClick={() => setAfter(null)}>
                First page
              </Button>
            )}
            {!printed && pageInfo.hasNextPage && (
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
