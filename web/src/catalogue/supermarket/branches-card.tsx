import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ArchiveButton } from '../archive/archive-button.tsx';
import { ArchivedBadge } from '../archive/archived-badge.tsx';
import type { BranchFactsFragment } from '../../generated/operations.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { RowActions } from '../../base/kit/table/row-actions.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { useMay } from '../../base/session/may.tsx';
import { AddBranch, EditBranch } from './branch-dialog.tsx';
import styles from './branches-card.module.css';
import type { Supermarket } from './supermarket.ts';

/** The number of branches above which they are not found at a glance, and can be searched. */
const SEARCHED = 10;

/** Lists the branches of a supermarket. */
export function BranchesCard({ supermarket, reload }: { supermarket: Supermarket; reload: () => void }) {
  const isAllowed = useMay()('supermarkets:write');
  const [edited, setEdited] = useState<BranchFactsFragment | 'new'>();
  const [words, setWords] = useState('');
  const branches = supermarket.branches.toSorted(archivedLast);
  const found = branches.filter((branch) => isFound(branch, words));
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
  columns.push({
    name: 'Closed days',
    isSecondary: true,
    cell: ({ id, name }) => (
      <Link href={`/closed-days?branchId=${id}`} aria-label={`View closed days of ${name}`}>
        View
      </Link>
    ),
  });
  if (isAllowed)
    columns.push({
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (branch) => (
        <RowActions>
          <ArchiveButton isSmall noun="branch" record={branch} onChange={reload} />
          <Button isSmall icon={Pencil} aria-label={`Edit ${branch.name}`} onClick={() => setEdited(branch)}>
            Edit
          </Button>
        </RowActions>
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
        <>
          {branches.length > SEARCHED && (
            <div className={styles.search}>
              <TextField
                name="branch"
                label="Search branches"
                isLabelHidden
                type="search"
                placeholder="Name, address, number or GLN"
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
              <span role="status" className={styles.count}>
                {words.trim() !== '' && `${found.length} of ${plural(branches.length, 'branch')}`}
              </span>
            </div>
          )}
          {found.length > 0 ? (
            <Table caption="Branches" columns={columns} rows={found} keyOf={({ id }) => id} isStacked />
          ) : (
            <p className={styles.none}>No branches match this search.</p>
          )}
        </>
      ) : (
        <p>No branches yet.{isAllowed && ' Add one to create deliveries for this supermarket.'}</p>
      )}
      {edited === 'new' && (
        <AddBranch supermarketId={supermarket.id} onSaved={reload} onClose={() => setEdited(undefined)} />
      )}
      {edited && edited !== 'new' && (
        <EditBranch branch={edited} onSaved={reload} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

/** Returns whether each of the words is a part of what the table shows of a branch. */
function isFound({ name, address, reference, gln }: BranchFactsFragment, words: string): boolean {
  const text = [name, address, reference, gln].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function archivedLast(one: BranchFactsFragment, other: BranchFactsFragment): number {
  return Number(one.archivedAt !== null) - Number(other.archivedAt !== null);
}
