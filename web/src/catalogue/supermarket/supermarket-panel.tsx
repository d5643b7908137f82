import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SupermarketPanelDocument, type SupermarketPanelQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { figure, wholeNumber } from '../../base/kit/words/format.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import type { PanelProps } from '../../base/list/beside.tsx';
import { PanelActions, RecordPanel } from '../../base/list/record-panel.tsx';
import type { WithTables } from '../../base/list/record-tables.ts';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { cutOffInWords } from './cut-off-words.ts';
import { promiseInWords } from './promise-words.ts';
import type { ListedSupermarket } from './supermarket-table.tsx';

type Supermarket = NonNullable<SupermarketPanelQuery['supermarket']>;
type Branch = Supermarket['branches'][number];

/** The page of the supermarket has all of them. */
const MAX_BRANCHES = 5;

const BRANCHES: Column<Branch>[] = [
  {
    name: 'Branch',
    cell: ({ name, address }) => <Stacked below={<span className="wraps">{address}</span>}>{name}</Stacked>,
  },
  { name: 'Delivery window', cell: ({ deliveryWindow }) => deliveryWindow ?? 'Any time' },
];

type SupermarketPanelProps = PanelProps & WithTables & Pick<RowMenu<ListedSupermarket>, 'actionsOf'>;

/** Shows a supermarket beside the list. */
export default function SupermarketPanel({
  id,
  version,
  actionsOf,
  tables,
  ...panel
}: SupermarketPanelProps) {
  const found = useData(SupermarketPanelDocument, { id }, { version });
  return (
    <RecordPanel
      {...panel}
      noun="supermarket"
      name={found.data?.supermarket?.name ?? 'Supermarket'}
      href={`/supermarkets/${id}`}
      of={found}
      found={found.data?.supermarket}
      actions={(shown) => <PanelActions actions={actionsOf(shown)} />}
    >
      {(shown) => (
        <>
          <Card title="Details">
            <Facts facts={factsOf(shown)} />
          </Card>
          <Branches of={shown.branches.filter(({ archivedAt }) => !archivedAt)} id={id} />
          {shown.deliveries.nodes.length > 0 && (
            <Card title="Latest deliveries" isFlush>
              <tables.Deliveries deliveries={shown.deliveries.nodes} isBeside />
            </Card>
          )}
        </>
      )}
    </RecordPanel>
  );
}

function factsOf(supermarket: Supermarket): [string, ReactNode][] {
  const { contactEmail, cutOff, targets, createdAt } = supermarket;
  const promise = promiseInWords(supermarket);
  return [
    [
      'Contact',
      <a key="contact" href={`mailto:${contactEmail}`}>
        {contactEmail}
      </a>,
    ],
    ['Targets', `On time ${figure(targets.onTime)} %, fill rate ${figure(targets.fillRate)} %`],
    ...(promise ? [['Shelf life on delivery', promise] satisfies [string, string]] : []),
    ...(cutOff ? [['Cut-off', cutOffInWords(cutOff)] satisfies [string, string]] : []),
    ['Created', <Time key="created" value={createdAt} />],
  ];
}

function Branches({ of: branches, id }: { of: readonly Branch[]; id: string }) {
  return (
    <Card
      title="Branches"
      isFlush={branches.length > 0}
      actions={
        branches.length > MAX_BRANCHES && (
          <Link href={`/supermarkets/${id}`}>View all {wholeNumber(branches.length)}</Link>
        )
      }
    >
      {branches.length > 0 ? (
        <Table
          caption="Branches"
          columns={BRANCHES}
          rows={branches.slice(0, MAX_BRANCHES)}
          keyOf={({ id }) => id}
        />
      ) : (
        <p>No branches yet.</p>
      )}
    </Card>
  );
}
