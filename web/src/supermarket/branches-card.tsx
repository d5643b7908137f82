import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { BranchFactsFragment } from '../generated/operations.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { BranchDialog } from './branch-dialog.tsx';
import type { Supermarket } from './supermarket.ts';

/** Lists the branches of a supermarket. */
export function BranchesCard({ supermarket, reload }: { supermarket: Supermarket; reload: () => void }) {
  const [edited, setEdited] = useState<BranchFactsFragment | 'new'>();
  const { branches } = supermarket;
  const columns: Column<BranchFactsFragment>[] = [
    { name: 'Branch', cell: ({ name }) => name },
    { name: 'Address', cell: ({ address }) => address },
    {
      name: 'Delivery window',
      isSecondary: true,
      cell: ({ deliveryWindow }) => deliveryWindow ?? 'Any time',
    },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (branch) => (
        <Button isSmall icon={Pencil} aria-label={`Edit ${branch.name}`} onClick={() => setEdited(branch)}>
          Edit
        </Button>
      ),
    },
  ];
  return (
    <Card
      title="Branches"
      isFlush={branches.length > 0}
      actions={
        <Button isSmall icon={Plus} onClick={() => setEdited('new')}>
          Add branch
        </Button>
      }
    >
      {branches.length > 0 ? (
        <Table caption="Branches" columns={columns} rows={branches} keyOf={({ id }) => id} />
      ) : (
        <p>No branches yet. Add one to create deliveries for this supermarket.</p>
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
