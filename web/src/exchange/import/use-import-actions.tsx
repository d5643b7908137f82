import { List, X } from 'lucide-react';
import { useState } from 'react';
import { CancelImportDocument, type ImportRowFragment } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useMay } from '../../base/session/may.tsx';
import { listOf, PERMISSION_FOR, recordsOf } from './words.ts';

/**
 * Returns what can be done with each import of a list.
 *
 * @param onChange called when an import was cancelled
 */
export function useImportActions(onChange: () => void): RowMenu<ImportRowFragment> {
  const may = useMay();
  const toast = useToast();
  const [ending, setEnding] = useState<ImportRowFragment>();
  const { run, isRunning, failure } = useAction(CancelImportDocument);
  const label = ending?.status === 'RUNNING' ? 'Cancel import' : 'Discard import';
  const cancel = async (id: string) => {
    if (!(await run({ id }))) return;
    toast('Import cancelled');
    setEnding(undefined);
    onChange();
  };
  return {
    actionsOf: (row) => [
      { label: `View ${recordsOf(row.kind)}`, icon: List, href: listOf(row.kind) },
      ...(may(PERMISSION_FOR[row.kind]) && (row.status === 'PREVIEWED' || row.status === 'RUNNING')
        ? [
            {
              label: row.status === 'RUNNING' ? 'Cancel import' : 'Discard import',
              icon: X,
              isDangerous: true,
              run: () => setEnding(row),
            },
          ]
        : []),
    ],
    dialog: ending && (
      <ConfirmDialog
        title={`${label}?`}
        label={label}
        dismissal="Keep import"
        isDangerous
        isBusy={isRunning}
        failure={failure}
        onConfirm={() => void cancel(ending.id)}
        onClose={() => setEnding(undefined)}
      >
        <p>Nothing of the file is imported.</p>
      </ConfirmDialog>
    ),
  };
}
