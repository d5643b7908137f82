import { numberInWords } from '../delivery/numbers.ts';
import { StatusBadge } from '../delivery/status.tsx';
import type { TodayQuery } from '../generated/operations.ts';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { WithdrawnBadge } from '../lot/withdrawn-badge.tsx';

type Row = TodayQuery['open']['nodes'][number];

const COLUMNS: Column<Row>[] = [
  {
    name: 'Delivery',
    cell: ({ id, reference, supermarketName, branchName }) => (
      <Stacked isOnlyNarrow below={`${supermarketName} · ${branchName}`}>
        {numberInWords({ id, reference })}
      </Stacked>
    ),
  },
  { name: 'Window', cell: ({ branch }) => branch.deliveryWindow ?? 'Any time' },
  { name: 'Supermarket', isSecondary: true, isCut: true, cell: ({ supermarketName }) => supermarketName },
  { name: 'Branch', isSecondary: true, isCut: true, cell: ({ branchName }) => branchName },
  {
    name: 'Status',
    cell: (delivery) => (
      <>
        <StatusBadge status={delivery.status} /> <WithdrawnBadge of={delivery} />
      </>
    ),
  },
];

/** Lists the open deliveries of a day by their delivery windows. */
export function OpenTable({ caption, deliveries }: { caption: string; deliveries: readonly Row[] }) {
  const rows = deliveries.toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
  return (
    <Table
      caption={caption}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/deliveries/${id}`}
    />
  );
}

/** Deliveries without a window come last. */
function startOf({ branch }: Row): string {
  return branch.deliveryWindow ?? '99';
}
