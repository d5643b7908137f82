import type { SupermarketsPageQuery } from '../../generated/operations.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import type { Sorting } from '../../base/kit/table/sort-header.tsx';
import { type Column, type OpenRow, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import { Time } from '../../base/kit/words/time.tsx';

/** A supermarket in the list of supermarkets. */
export type ListedSupermarket = SupermarketsPageQuery['supermarkets']['nodes'][number];

/** The columns that can be hidden. */
export const COLUMNS = ['Contact', 'Branches', 'Created'];

const ALL: Column<ListedSupermarket>[] = [
  {
    name: 'Supermarket',
    orders: ['name', '-name'],
    cell: ({ name }) => <Tiled name={name}>{name}</Tiled>,
  },
  { name: 'Contact', isSecondary: true, isCut: true, yields: 2, cell: ({ contactEmail }) => contactEmail },
  { name: 'Branches', isNumber: true, cell: inUse },
  {
    name: 'Created',
    orders: ['-created', 'created'],
    isSecondary: true,
    isLabelled: true,
    yields: 1,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

function inUse({ branches }: ListedSupermarket): string {
  return wholeNumber(branches.filter(({ archivedAt }) => !archivedAt).length);
}

interface SupermarketTableProps {
  supermarkets: readonly ListedSupermarket[];
  /** The names of columns that are not shown. */
  hidden: readonly string[];
  sorting: Sorting;
  opened: OpenRow;
  /** Returns what can be done with a supermarket. */
  actionsOf: (supermarket: ListedSupermarket) => readonly Action[];
}

/** Lists supermarkets, each with a link to its page. */
export function SupermarketTable({
  supermarkets,
  hidden,
  sorting,
  opened,
  actionsOf,
}: SupermarketTableProps) {
  return (
    <Table
      caption="Supermarkets"
      columns={ALL}
      rows={supermarkets}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      hrefOf={({ id }) => `/supermarkets/${id}`}
      hidden={hidden}
      sorting={sorting}
      opened={opened}
      actionsOf={actionsOf}
    />
  );
}
