import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { CratesPageDocument, type CratesPageQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { May } from '../../base/session/may.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { CrateTypesCard } from './crate-types-card.tsx';
import { CratesStatement } from './crates-statement.tsx';

type Balance = CratesPageQuery['containerBalances']['nodes'][number];

/** Shows where crates and pallets are: at all supermarkets, or those of one with its movements. */
export default function CratesPage() {
  const [search] = useSearchParams();
  const supermarketId = search.get('supermarketId');
  if (supermarketId === null) return <Balances />;
  return <CratesStatement key={supermarketId} supermarketId={supermarketId} />;
}

function Balances() {
  const [search, setSearch] = useSearchParams();
  const [isAdjusting, setAdjusting] = useState(false);
  const by = search.get('by') === 'branch' ? 'BRANCH' : 'SUPERMARKET';
  const after = search.get('after');
  const loading = useData(CratesPageDocument, { by, ...(after !== null && { after }) });
  const columns: Column<Balance>[] = [
    {
      name: 'Supermarket',
      cell: ({ supermarket: { id, name }, branch, type }) => (
        <Stacked below={[branch?.name, type.name].filter(Boolean).join(' · ')}>
          <Link href={`/crates?supermarketId=${id}`}>{name}</Link>
        </Stacked>
      ),
    },
    { name: 'Balance', isNumber: true, cell: ({ balance }) => wholeNumber(balance) },
  ];
  return (
    <Page
      title="Crates"
      about="Crates and pallets that are with your customers."
      actions={
        <>
          <Button onClick={() => setSearch(by === 'BRANCH' ? {} : { by: 'branch' })}>
            {by === 'BRANCH' ? 'By supermarket' : 'By branch'}
          </Button>
          <May needs="deliveries:write">
            <Button kind="primary" icon={Plus} onClick={() => setAdjusting(true)}>
              Adjust
            </Button>
          </May>
        </>
      }
    >
      <Card title="Balances" isFlush>
        <Loaded of={loading} lines={6}>
          {({ containerBalances: { nodes, pageInfo } }) =>
            nodes.length > 0 ? (
              <>
                <Table
                  caption="Balances"
                  columns={columns}
                  rows={nodes}
                  keyOf={({ supermarket, branch, type }) => `${supermarket.id} ${branch?.id} ${type.id}`}
                />
                {pageInfo.hasNextPage && (
                  <Button
                    onClick={() =>
                      setSearch({ ...(by === 'BRANCH' && { by: 'branch' }), after: pageInfo.endCursor! })
                    }
                  >
                    Next page
                  </Button>
                )}
              </>
            ) : (
              <Empty icon={Boxes} title="No crates with your customers">
                <p>Create a type below, then enter crates on a delivery. They count from its dispatch on.</p>
              </Empty>
            )
          }
        </Loaded>
      </Card>
      <CrateTypesCard />
      {isAdjusting && <AdjustDialog onClose={() => setAdjusting(false)} onSaved={loading.reload} />}
    </Page>
  );
}
