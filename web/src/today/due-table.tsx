import { numberInWords } from '../delivery/numbers.ts';
import { StatusBadge } from '../delivery/status.tsx';
import type { DueRowFragment } from '../generated/operations.ts';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Tiled } from '../kit/tile.tsx';
import type { RowSelection } from '../kit/use-selection.ts';
import { WithdrawnBadge } from '../lot/withdrawn-badge.tsx';
import styles from './due-table.module.css';

const ANY_TIME = 'Any time';

const COLUMNS: Column<DueRowFragment>[] = [
  {
    name: 'Delivery',
    cell: ({ id, reference, supermarketName, branchName }) => (
      <Stacked isOnlyNarrow below={`${supermarketName} · ${branchName}`}>
        {numberInWords({ id, reference })}
      </Stacked>
    ),
  },
  {
    name: 'Supermarket',
    isSecondary: true,
    isCut: true,
    cell: ({ supermarketName }) => <Tiled name={supermarketName}>{supermarketName}</Tiled>,
  },
  {
    name: 'Branch',
    isSecondary: true,
    isCut: true,
    cell: ({ branchName, branch }) => (
      <>
        {branchName}
        {/* What a driver needs on paper. */}
        <span className={styles.printed}>{[branch.address, branch.phone].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  {
    name: 'Status',
    cell: (delivery) => (
      <>
        <StatusBadge status={delivery.status} /> <WithdrawnBadge of={delivery} />
      </>
    ),
  },
];

const WINDOW: Column<DueRowFragment> = { name: 'Window', cell: windowOf };

interface DueTableProps {
  caption: string;
  deliveries: readonly DueRowFragment[];
  selection?: RowSelection<DueRowFragment>;
  /** Whether each window has a heading, and not each row a column for it. */
  isGrouped?: boolean;
}

/** Lists deliveries by their delivery windows; those without one come last. */
export function DueTable({ caption, deliveries, selection, isGrouped = false }: DueTableProps) {
  const rows = deliveries.toSorted(
    (one, other) => startOf(one).localeCompare(startOf(other)) || Number(one.id) - Number(other.id),
  );
  return (
    <Table
      caption={caption}
      columns={isGrouped ? COLUMNS : [COLUMNS[0]!, WINDOW, ...COLUMNS.slice(1)]}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/deliveries/${id}`}
      groupOf={isGrouped ? windowOf : undefined}
      selection={selection}
      nameOf={({ id, reference, branchName }) => `${numberInWords({ id, reference })}, ${branchName}`}
    />
  );
}

function windowOf({ branch }: DueRowFragment): string {
  return branch.deliveryWindow ?? ANY_TIME;
}

function startOf({ branch }: DueRowFragment): string {
  return branch.deliveryWindow ?? '99';
}
