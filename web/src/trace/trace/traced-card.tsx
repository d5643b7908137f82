import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { numberInWords } from '../../trade/delivery/numbers.ts';
import { StatusBadge } from '../../trade/delivery/status.tsx';
import type { TracePageQuery } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button, DownloadLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { lotInWords } from '../../trade/lot/lot-words.ts';
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
    cell: ({ branch: { address, phone, deliveryWindow } }) => (
      <Stacked below={[phone ?? 'No phone number', deliveryWindow ?? 'Any time'].join(' · ')}>
        {address}
      </Stacked>
    ),
  },
  {
    name: 'Product and lot',
    cell: (row) => (
      <Stacked below={<span className="wraps">{lotInWords(row)}</span>}>
        <span className="wraps">{row.productName}</span>{' '}
        {row.isWithdrawn && <Badge tone="bad">Withdrawn</Badge>}
      </Stacked>
    ),
  },
  {
    name: 'Dispatched',
    cell: ({ delivery: { status, inTransitAt } }) =>
      inTransitAt ? <Time value={inTransitAt} isExact /> : <StatusBadge status={status} />,
  },
  { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
  { name: 'Returned', isNumber: true, cell: ({ returned }) => wholeNumber(returned) },
];

interface TracedCardProps {
  trace: TracePageQuery['lotTrace'];
  filters: TraceFilters;
  /** All rows, while they are printed. */
  printed: PrintedRows | undefined;
}

/** Lists the deliveries that have the lots, with whom to call. */
export function TracedCard({ trace: { edges, pageInfo, totalCount }, filters, printed }: TracedCardProps) {
  const [search, setSearch] = useSearchParams();
  const query = csvQueryOf(filters);
  const isFirst = search.get('after') === null;
  const first = isFirst ? 1 : Number(search.get('row') ?? 1);
  const rows = printed?.rows ?? edges.map(({ cursor, node }) => ({ ...node, cursor }));
  const go = (cursor: string | null) =>
    setSearch((search) => {
      if (cursor === null) {
        search.delete('after');
        search.delete('row');
      } else {
        search.set('after', cursor);
        search.set('row', String(first + edges.length));
      }
      return search;
    });
  return (
    <Card
      title="Deliveries"
      about={`Newest first. ${rowsInWords(printed ? 1 : first, rows.length, totalCount ?? rows.length)}`}
      actions={
        <>
          <DownloadCsv list="traceability" isSmall within={query} />
          <DownloadLink
            icon={Download}
            isSmall
            href={`/export/traceability.xlsx?${new URLSearchParams(query)}`}
          >
            Download Excel
          </DownloadLink>
        </>
      }
      isFlush
    >
      <Table
        caption="Deliveries with the lot"
        isStacked
        columns={COLUMNS}
        rows={rows}
        keyOf={({ cursor }) => cursor}
        hrefOf={({ delivery }) => `/deliveries/${delivery.id}`}
      />
      {!printed && !isFirst && (
        <Button isSmall onClick={() => go(null)}>
          First page
        </Button>
      )}
      {!printed && pageInfo.hasNextPage && (
        <Button isSmall onClick={() => go(pageInfo.endCursor)}>
          Next page
        </Button>
      )}
    </Card>
  );
}
