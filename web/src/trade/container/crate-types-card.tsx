import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  ArchiveCrateTypeDocument,
  type ContainerTypeFactsFragment,
  CrateTypesDocument,
  RestoreCrateTypeDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { RowActions } from '../../base/kit/table/row-actions.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { money } from '../../base/kit/words/format.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useMay } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { ArchivedBadge } from '../../catalogue/archive/archived-badge.tsx';
import { CrateTypeDialog } from './crate-type-dialog.tsx';

/** Manages the types of crates and pallets. */
export function CrateTypesCard() {
  const { currency } = useSession().account;
  const loading = useData(CrateTypesDocument, {});
  const toast = useToast();
  const [edited, setEdited] = useState<ContainerTypeFactsFragment | 'new'>();
  const archive = useAction(ArchiveCrateTypeDocument);
  const restore = useAction(RestoreCrateTypeDocument);
  const isAllowed = useMay()('deliveries:write');
  const toggle = async ({ id, archivedAt }: ContainerTypeFactsFragment) => {
    const done = archivedAt === null ? await archive.run({ id }) : await restore.run({ id });
    if (!done) return;
    toast(archivedAt === null ? 'Type archived' : 'Type restored');
    loading.reload();
  };
  const columns: Column<ContainerTypeFactsFragment>[] = [
    {
      name: 'Type',
      cell: (type) => (
        <Stacked
          below={[type.code, type.deposit !== null && `deposit ${money(type.deposit, currency)}`]
            .filter(Boolean)
            .join(' · ')}
        >
          {type.name} <ArchivedBadge of={type} />
        </Stacked>
      ),
    },
  ];
  if (isAllowed) {
    columns.push({
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (type) => (
        <RowActions>
          <Button isSmall aria-label={`Edit ${type.name}`} onClick={() => setEdited(type)}>
            Edit
          </Button>
          <Button
            isSmall
            aria-label={`${type.archivedAt === null ? 'Archive' : 'Restore'} ${type.name}`}
            isBusy={archive.isRunning || restore.isRunning}
            onClick={() => void toggle(type)}
          >
            {type.archivedAt === null ? 'Archive' : 'Restore'}
          </Button>
        </RowActions>
      ),
    });
  }
  return (
    <Card
      title="Types"
      about="Deposits are shown, and are part of no amount."
      isFlush
      actions={
        isAllowed && (
          <Button isSmall icon={Plus} onClick={() => setEdited('new')}>
            New type
          </Button>
        )
      }
    >
      <FailedNotice failure={archive.failure ?? restore.failure} />
      <Loaded of={loading} lines={3}>
        {({ containerTypes }) => (
          <Table caption="Types of crates" columns={columns} rows={containerTypes} keyOf={({ id }) => id} />
        )}
      </Loaded>
      {edited && (
        <CrateTypeDialog
          type={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={loading.reload}
        />
      )}
    </Card>
  );
}
