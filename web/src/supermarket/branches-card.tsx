import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { ArchiveButton } from '../archive/archive-button.tsx';
import { ArchivedBadge } from '../archive/archived-badge.tsx';
import type { BranchFactsFragment } from '../generated/operations.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { useMay } from '../session/may.tsx';
import { BranchDialog } from './branch-dialog.tsx';
import styles from './branches-card.module.css';
import type { Supermarket } from './supermarket.ts';

/** Lists the branches of a supermarket. */
export function BranchesCard({ supermarket, reload }: { supermarket: Supermarket; reload: () => void }) {
  const isAllowed = useMay()('supermarkets:write');
  const [edited, setEdited] = useState<BranchFactsFragment | 'new'>();
  const branches = supermarket.branches.toSorted(archivedLast);
  const columns: Column<BranchFactsFragment>[] = [
    {
      name: 'Branch',
      cell: (branch) => (
        <Stacked below={branch.reference ?? ''}>
          {branch.name}
          <ArchivedBadge of={branch} />
        </Stacked>
      ),
    },
    { name: 'Address', cell: ({ address }) => address },
    {
      name: 'Delivery window',
      isSecondary: true,
      cell: ({ deliveryWindow }) => deliveryWindow ?? 'Any time',
    },
  ];
  if (isAllowed)
    columns.push({
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (branch) => (
        <div className={styles.actions}>
          <ArchiveButton isSmall noun="branch" record={branch} onChange={reload} />
          <Button isSmall icon={Pencil} aria-label={`Edit ${branch.name}`} onClick={() => setEdited(branch)}>
            Edit
          </Button>
        </div>
      ),
    });
  return (
    <Card
      title="Branches"
      isFlush={branches.length > 0}
      actions={
        <>
          {branches.length > 0 && (
            <DownloadCsv isSmall list="branches" within={{ supermarketId: supermarket.id }} />
          )}
          {isAllowed && (
            <Button isSmall icon={Plus} onClick={() => setEdited('new')}>
              Add branch
            </Button>
          )}
        </>
      }
    >
      {branches.length > 0 ? (
        <Table caption="Branches" columns={columns} rows={branches} keyOf={({ id }) => id} />
      ) : (
        <p>No branches yet.{isAllowed && ' Add one to create deliveries for this supermarket.'}</p>
      )}
      {edited && (
        <BranchDialog
          supermarketId={supermarket.id}
          branch={edited === 'new' ? undefined : edited}
          onSaved={reload}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

function archivedLast(one: BranchFactsFragment, other: BranchFactsFragment): number {
  return Number(one.archivedAt !== null) - Number(other.archivedAt !== null);
}
