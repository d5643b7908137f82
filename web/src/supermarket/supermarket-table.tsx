import type { SupermarketsPageQuery } from '../generated/operations.ts';
import { wholeNumber } from '../kit/format.ts';
import { type Column, Table } from '../kit/table.tsx';
import { Tiled } from '../kit/tile.tsx';
import { Time } from '../kit/time.tsx';

type ListedSupermarket = SupermarketsPageQuery['supermarkets']['nodes'][number];

const COLUMNS: Column<ListedSupermarket>[] = [
  { name: 'Supermarket', cell: ({ name }) => <Tiled name={name}>{name}</Tiled> },
  { name: 'Contact', isSecondary: true, cell: ({ contactEmail }) => contactEmail },
  { name: 'Branches', isNumber: true, cell: inUse },
  { name: 'Created', isSecondary: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

function inUse({ branches }: ListedSupermarket): string {
  return wholeNumber(branches.filter(({ archivedAt }) => !archivedAt).length);
}

/** Lists supermarkets, each with a link to its page. */
export function SupermarketTable({ supermarkets }: { supermarkets: readonly ListedSupermarket[] }) {
  return (
    <Table
      caption="Supermarkets"
      columns={COLUMNS}
      rows={supermarkets}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/supermarkets/${id}`}
    />
  );
}
