import { Link } from 'wouter';
import { SupermarketCratesDocument, type SupermarketCratesQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';

type Balance = SupermarketCratesQuery['containerBalances']['nodes'][number];

const COLUMNS: Column<Balance>[] = [
  { name: 'Branch', cell: ({ branch }) => branch?.name ?? 'The supermarket itself' },
  { name: 'Type', cell: ({ type }) => type.name },
  { name: 'Balance', isNumber: true, cell: ({ balance }) => wholeNumber(balance) },
];

/** Shows the crates and pallets that a supermarket has, once the account has types of them. */
export default function CratesCard({ supermarketId }: { supermarketId: string }) {
  const { data } = useData(SupermarketCratesDocument, { supermarketId });
  if (!data || data.containerTypes.length === 0) return null;
  const { nodes, pageInfo } = data.containerBalances;
  return (
    <Card
      title="Crates"
      about={pageInfo.hasNextPage ? 'The first 20 balances' : undefined}
      isFlush={nodes.length > 0}
      actions={<Link href={`/crates?supermarketId=${supermarketId}`}>View movements</Link>}
    >
      {nodes.length > 0 ? (
        <Table
          caption="Crates"
          columns={COLUMNS}
          rows={nodes}
          keyOf={({ branch, type }) => `${branch?.id} ${type.id}`}
        />
      ) : (
        <p>No crates are there.</p>
      )}
    </Card>
  );
}
