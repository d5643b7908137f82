import { weightOf } from '../../trade/delivery/delivery-table.tsx';
import { cratesInWords } from '../../trade/delivery/crates-in-words.ts';
import { numberInWords } from '../../trade/delivery/numbers.ts';
import { StatusBadge } from '../../trade/delivery/status.tsx';
import type { DueRowFragment } from '../../generated/operations.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { WithdrawnBadge } from '../../trade/lot/withdrawn-badge.tsx';
import styles from './due-table.module.css';

const ANY_TIME = 'Any time';

const COLUMNS: Column<DueRowFragment>[] = [
  {
    name: 'Delivery',
    isWhole: true,
    cell: ({ id, reference }) => <Stacked below={reference}>#{id}</Stacked>,
  },
  {
    name: 'Supermarket',
    isCut: true,
    yields: 2,
    cell: ({ supermarketName }) => <Tiled name={supermarketName}>{supermarketName}</Tiled>,
  },
  {
    name: 'Branch',
    isCut: true,
    under: 'Supermarket',
    cell: ({ branchName, branch }) => (
      <>
        {branchName}
        {/* What a driver needs on paper. */}
        <span className={styles.printed}>{[branch.address, branch.phone].filter(Boolean).join(', ')}</span>
        <span className={styles.printed}>{cratesInWords([])}</span>
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

/** Paper has the addresses in their place. */
const AMOUNTS: Column<DueRowFragment>[] = [
  {
    name: 'Units',
    isNumber: true,
    isSecondary: true,
    isOffPaper: true,
    yields: 1,
    cell: ({ totalQuantity }) => wholeNumber(totalQuantity),
  },
  {
    name: 'Weight',
    isNumber: true,
    isSecondary: true,
    isOffPaper: true,
    yields: 1,
    cell: ({ totalWeight }) => weightOf(totalWeight),
  },
];

const WINDOW: Column<DueRowFragment> = { name: 'Window', isWhole: true, yields: 3, cell: windowOf };

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
      columns={[COLUMNS[0]!, ...(isGrouped ? [] : [WINDOW]), ...COLUMNS.slice(1), ...AMOUNTS]}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/deliveries/${id}`}
      groupOf={isGrouped ? windowOf : undefined}
      sumOf={sumOf}
      selection={selection}
      nameOf={({ id, reference, branchName }) => `${numberInWords({ id, reference })}, ${branchName}`}
    />
  );
}

function windowOf({ branch }: DueRowFragment): string {
  return branch.deliveryWindow ?? ANY_TIME;
}

/** Adds up the deliveries of a window, as far as their weights are known. */
function sumOf(rows: readonly DueRowFragment[]): string {
  const units = rows.reduce((sum, { totalQuantity }) => sum + totalQuantity, 0);
  const weight = rows.reduce((sum, { totalWeight }) => sum + totalWeight, 0);
  return [plural(rows.length, 'delivery'), plural(units, 'unit'), weight > 0 && weightOf(weight)]
    .filter(Boolean)
    .join(' · ');
}

function startOf({ branch }: DueRowFragment): string {
  return branch.deliveryWindow ?? '99';
}
